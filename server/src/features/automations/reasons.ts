import type { RuleAction } from '@parley/contract/automation-rules'
import type { RuleReasons } from '@parley/contract/automation-runs'
import type { Checked, CheckedRow } from './evaluate.ts'
import { fieldOf } from './fields.ts'
import { type List, listed, type Names } from './names.ts'
import type { StoredAction } from './rule.ts'

/** Longer texts are shown by their beginning. */
const mostShown = 200

/** The same with names in the place of ids, as they are now. */
export const wordReasons = (checked: Checked, names: Names): RuleReasons => ({
  ...checked,
  groups: checked.groups.map((group) => ({
    ...group,
    rules: group.rules.map((row) => wordRow(row, names)),
  })),
})

function wordRow(row: CheckedRow, names: Names) {
  const known = fieldOf(row, names.attributes)
  const list = known?.kind === 'tags' ? 'tags' : known?.of
  const word = (text: string) =>
    list
      ? listed(text)
          .map((id) => names[list].get(id) ?? `#${id}`)
          .join(', ')
      : shortened(text)
  const hours = known?.kind === 'hours' && row.actual !== null
  const actual = hours ? String(Math.floor(Number(row.actual) * 100) / 100) : row.actual
  return {
    ...row,
    actual: actual === null ? null : shortened(actual),
    actual_text: actual === null ? null : word(actual),
    value_text: word(row.value),
  }
}

const shortened = (text: string) => (text.length > mostShown ? `${text.slice(0, mostShown)}…` : text)

const lists: Partial<Record<RuleAction['type'], List>> = {
  assign_team: 'teams',
  assign_user: 'agents',
  set_status: 'statuses',
  set_priority: 'priorities',
  set_sla: 'sla',
}
export const listOfAction = (type: RuleAction['type']): List | undefined => lists[type]

export const isTagAction = (type: RuleAction['type']): boolean => /_tags$/.test(type)

/** An action as the wire shows it: tags by name; what is gone has no name, and tags that are gone are left out. */
export function presentAction({ type, value }: StoredAction, names: Names): RuleAction {
  const list = lists[type]
  if (list) return { type, value, display_value: value.flatMap((id) => names[list].get(id) ?? []) }
  if (isTagAction(type))
    return { type, value: value.flatMap((id) => names.tags.get(id) ?? []), display_value: [] }
  return { type, value, display_value: [] }
}
