import type { RuleCondition, RuleProblem } from '@parley/contract/automations/automation-rules'
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
  if (body.group_operator === 'OR' && body.groups.every(({ rules }) => rules.length === 0))
    problems.push({
      path: 'rules.0.groups',
      message: 'Without conditions, this rule never runs. Combine the groups with AND to always run it',
    })
  for (const [g, group] of body.groups.entries())
    for (const [r, row] of group.rules.entries())
      problems.push(...conditionProblems(referenceData, row, `rules.0.groups.${g}.rules.${r}`))
  for (const [index, { type, value }] of body.actions.entries()) {
    const list = isTagAction(type) ? 'tags' : referenceListOf(type)
    if (list)
      problems.push(...referenceProblems(referenceData, list, value, `rules.0.actions.${index}.value`))
  }
  return problems
}

function conditionProblems(referenceData: ReferenceData, row: RuleCondition, path: string): RuleProblem[] {
  const definition = findFieldDefinition(row, referenceData.attributes)
  if (!definition)
    return [{ path: `${path}.field`, message: `The custom attribute "${row.field}" was deleted` }]
  const list = definition.kind === 'tags' ? 'tags' : definition.reference_data
  if (list && row.value !== '' && row.value !== '0')
    return referenceProblems(referenceData, list, splitList(row.value), `${path}.value`)
  const { attribute } = definition
  const isList = attribute?.data_type === 'list' && /equals$/.test(row.operator)
  if (!isList || isChoice(attribute, row.value)) return []
  return [{ path: `${path}.value`, message: `"${row.value}" is no choice of ${attribute.name} any more` }]
}

function referenceProblems(
  referenceData: ReferenceData,
  list: keyof typeof labels,
  ids: readonly string[],
  path: string,
): RuleProblem[] {
  return ids.flatMap((id) => {
    if (!referenceData[list].has(id)) return [{ path, message: `${labels[list]} used here was deleted` }]
    if (!referenceData.disabled.has(`${list} ${id}`)) return []
    const state = list === 'agents' ? 'disabled' : 'turned off'
    return [{ path, message: `${labels[list]} ${referenceData[list].get(id)} is ${state}` }]
  })
}

const isChoice = ({ values }: { values: readonly string[] }, value: string) => values.includes(value)
