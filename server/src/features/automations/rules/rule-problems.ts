import type { RuleProblem } from '@parley/contract/automations/automation-rules'
import { findFieldDefinition } from '../evaluate/condition-fields.ts'
import { isTagAction, referenceListOf } from '../log/present-reasons.ts'
import { type ReferenceData, splitList } from './reference-data.ts'
import type { RuleBody } from './rule.ts'

const labels = {
  statuses: 'The status',
  priorities: 'The priority',
  teams: 'The team',
  agents: 'The agent',
  inboxes: 'The inbox',
  tags: 'A tag',
  sla: 'The SLA policy',
}

/** Problems that keep a rule from running completely: references to records deleted or disabled since it was saved. */
export function listRuleProblems(body: RuleBody, referenceData: ReferenceData): RuleProblem[] {
  const problems: RuleProblem[] = []
  const add = (path: string, message: string) => problems.push({ path, message })
  const checkReferences = (list: keyof typeof labels, ids: readonly string[], path: string) => {
    for (const id of ids)
      if (!referenceData[list].has(id)) add(path, `${labels[list]} used here was deleted`)
      else if (referenceData.disabled.has(`${list} ${id}`))
        add(
          path,
          `${labels[list]} ${referenceData[list].get(id)} is ${list === 'agents' ? 'disabled' : 'turned off'}`,
        )
  }
  if (body.group_operator === 'OR' && body.groups.every(({ rules }) => rules.length === 0))
    add(
      'rules.0.groups',
      'Without conditions, this rule never runs. Combine the groups with AND to always run it',
    )
  for (const [g, group] of body.groups.entries())
    for (const [r, row] of group.rules.entries()) {
      const path = `rules.0.groups.${g}.rules.${r}`
      const definition = findFieldDefinition(row, referenceData.attributes)
      const list = definition?.kind === 'tags' ? 'tags' : definition?.reference_data
      if (!definition) add(`${path}.field`, `The custom attribute "${row.field}" was deleted`)
      else if (list && row.value !== '' && row.value !== '0')
        checkReferences(list, splitList(row.value), `${path}.value`)
      else if (
        definition.attribute?.data_type === 'list' &&
        /equals$/.test(row.operator) &&
        !isChoice(definition.attribute, row.value)
      )
        add(`${path}.value`, `"${row.value}" is no choice of ${definition.attribute.name} any more`)
    }
  for (const [index, { type, value }] of body.actions.entries()) {
    const list = isTagAction(type) ? 'tags' : referenceListOf(type)
    if (list) checkReferences(list, value, `rules.0.actions.${index}.value`)
  }
  return problems
}

const isChoice = ({ values }: { values: readonly string[] }, value: string) => values.includes(value)
