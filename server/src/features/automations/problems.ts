import type { RuleProblem } from '@parley/contract/automation-rules'
import { fieldOf } from './fields.ts'
import { listed, type Names } from './names.ts'
import { isTagAction, listOfAction } from './reasons.ts'
import type { Body } from './rule.ts'

const called = {
  statuses: 'The status',
  priorities: 'The priority',
  teams: 'The team',
  agents: 'The agent',
  inboxes: 'The inbox',
  tags: 'A tag',
  sla: 'The SLA policy',
}

/** What keeps a rule from doing all that it says: names of what is gone or switched off since it was saved. */
export function problemsOf(body: Body, names: Names): RuleProblem[] {
  const problems: RuleProblem[] = []
  const add = (path: string, message: string) => problems.push({ path, message })
  const look = (list: keyof typeof called, ids: readonly string[], path: string) => {
    for (const id of ids)
      if (!names[list].has(id)) add(path, `${called[list]} that this names was deleted`)
      else if (names.off.has(`${list} ${id}`))
        add(
          path,
          `${called[list]} ${names[list].get(id)} is ${list === 'agents' ? 'disabled' : 'switched off'}`,
        )
  }
  if (body.group_operator === 'OR' && body.groups.every(({ rules }) => rules.length === 0))
    add(
      'rules.0.groups',
      'Without conditions this rule never runs. Join the groups with AND to let it run always',
    )
  for (const [g, group] of body.groups.entries())
    for (const [r, row] of group.rules.entries()) {
      const path = `rules.0.groups.${g}.rules.${r}`
      const known = fieldOf(row, names.attributes)
      const list = known?.kind === 'tags' ? 'tags' : known?.of
      if (!known) add(`${path}.field`, `The custom attribute "${row.field}" was deleted`)
      else if (list && row.value !== '' && row.value !== '0') look(list, listed(row.value), `${path}.value`)
      else if (
        known.attribute?.data_type === 'list' &&
        /equals$/.test(row.operator) &&
        !isChoice(known.attribute, row.value)
      )
        add(`${path}.value`, `"${row.value}" is no choice of ${known.attribute.name} any more`)
    }
  for (const [place, { type, value }] of body.actions.entries()) {
    const list = isTagAction(type) ? 'tags' : listOfAction(type)
    if (list) look(list, value, `rules.0.actions.${place}.value`)
  }
  return problems
}

const isChoice = ({ values }: { values: readonly string[] }, value: string) => values.includes(value)
