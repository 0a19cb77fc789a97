import type { RuleAction } from '@parley/contract/automations/automation-rules'
import type { RuleReasons } from '@parley/contract/automations/automation-runs'
import { findFieldDefinition } from '../evaluate/condition-fields.ts'
import type { EvaluatedCondition, Evaluation } from '../evaluate/evaluate-rule.ts'
import { type ReferenceData, type ReferenceList, splitList } from '../rules/reference-data.ts'
import type { StoredAction } from '../rules/rule.ts'

/** Longer texts are truncated. */
const maxTextLength = 200

/** Adds display names for ids, as of now. */
export const presentReasons = (evaluation: Evaluation, referenceData: ReferenceData): RuleReasons => ({
  ...evaluation,
  groups: evaluation.groups.map((group) => ({
    ...group,
    rules: group.rules.map((row) => presentCondition(row, referenceData)),
  })),
})

function presentCondition(row: EvaluatedCondition, referenceData: ReferenceData) {
  const definition = findFieldDefinition(row, referenceData.attributes)
  const list = definition?.kind === 'tags' ? 'tags' : definition?.reference_data
  const format = (text: string) =>
    list
      ? splitList(text)
          .map((id) => referenceData[list].get(id) ?? `#${id}`)
          .join(', ')
      : truncate(text)
  const hours = definition?.kind === 'hours' && row.actual !== null
  const actual = hours ? String(Math.floor(Number(row.actual) * 100) / 100) : row.actual
  return {
    ...row,
    actual: actual === null ? null : truncate(actual),
    actual_text: actual === null ? null : format(actual),
    value_text: format(row.value),
  }
}

const truncate = (text: string) => (text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text)

const listsByAction: Partial<Record<RuleAction['type'], ReferenceList>> = {
  assign_team: 'teams',
  assign_user: 'agents',
  set_status: 'statuses',
  set_priority: 'priorities',
  set_sla: 'sla',
  move_inbox: 'inboxes',
}
export const referenceListOf = (type: RuleAction['type']): ReferenceList | undefined => listsByAction[type]

export const isTagAction = (type: RuleAction['type']): boolean => /_tags$/.test(type)

/** An action for the wire, with tag names. Deleted records have no display name, deleted tags are left out. */
export function presentAction({ type, value }: StoredAction, referenceData: ReferenceData): RuleAction {
  const list = listsByAction[type]
  if (list) return { type, value, display_value: value.flatMap((id) => referenceData[list].get(id) ?? []) }
  if (isTagAction(type))
    return { type, value: value.flatMap((id) => referenceData.tags.get(id) ?? []), display_value: [] }
  return { type, value, display_value: [] }
}
