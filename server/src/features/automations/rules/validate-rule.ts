import {
  hidesConversation,
  type RuleType,
  ruleOperatorsByKind,
  takesNoValue,
} from '@parley/contract/automations/automation-fields'
import type { RuleCondition, RuleWrite } from '@parley/contract/automations/automation-rules'
import { parseAttributeValue } from '@parley/contract/custom-attributes/attribute-values'
import { cleanAuthoredSync } from '../../../authored-html/clean-authored.ts'
import { invalid } from '../../../http/errors.ts'
import { findLiquidProblem, formatProblem } from '../../../liquid.ts'
import { snoozedStatusId } from '../../statuses/default-status-ids.ts'
import { type FieldDefinition, findFieldDefinition } from '../evaluate/condition-fields.ts'
import { isTagAction, referenceListOf } from '../log/present-reasons.ts'
import { thresholdsOf } from '../triggers/thresholds.ts'
import { type ReferenceData, splitList } from './reference-data.ts'
import type { RuleBody, StoredAction } from './rule.ts'

export type RuleInput = Pick<RuleWrite, 'type' | 'events' | 'rules'>

/**
 * Validates a rule and returns it as stored. Refuses references to missing records and unsupported conditions, with the path of the field.
 */
export async function validateRule(
  referenceData: ReferenceData,
  { type, events, rules: [body] }: RuleInput,
): Promise<{ events: RuleWrite['events']; body: RuleBody }> {
  if (!body) throw invalid('rules', 'A rule needs conditions and actions')
  if (type === 'conversation_update' && events.length === 0)
    throw invalid('events', 'Choose what triggers this rule')
  const groups = body.groups.map(({ logical_op, rules }, g) => ({
    logical_op,
    rules: rules.map((row, r) =>
      validateCondition(referenceData, type, row, `rules.0.groups.${g}.rules.${r}`),
    ),
  }))
  const actions: StoredAction[] = []
  const early = body.actions.findIndex(
    ({ type }, n) => hidesConversation(type) && n < body.actions.length - 1,
  )
  if (early >= 0)
    throw invalid(
      `rules.0.actions.${early}.type`,
      'Put this action last: nothing else can be done with a conversation in the trash or in spam',
    )
  for (const [index, action] of body.actions.entries())
    actions.push(
      await validateAction(referenceData, action, `rules.0.actions.${index}`, body.actions.slice(0, index)),
    )
  const stored = { groups, group_operator: body.group_operator, actions }
  if (type === 'time_trigger' && thresholdsOf(stored).length === 0)
    throw invalid(
      'rules.0.groups',
      'Set when this rule runs: add a condition such as "hours since created greater than 24"',
    )
  return { events: type === 'conversation_update' ? events : [], body: stored }
}

type Row = RuleWrite['rules'][number]['groups'][number]['rules'][number]

function validateCondition(
  referenceData: ReferenceData,
  type: RuleType,
  row: Row,
  path: string,
): RuleCondition {
  const definition = findFieldDefinition(row, referenceData.attributes)
  if (!definition)
    throw invalid(
      `${path}.field`,
      row.field_type === 'conversation'
        ? `Rules don’t support the field "${row.field}"`
        : `There’s no custom attribute "${row.field}"`,
    )
  if (definition.rule_types && !definition.rule_types.includes(type))
    throw invalid(`${path}.field`, `"${row.field}" is known to rules for changes of a conversation only`)
  const allowed: readonly string[] = ruleOperatorsByKind[definition.kind]
  if (!allowed.includes(row.operator))
    throw invalid(`${path}.operator`, `"${row.field}" cannot be asked with "${row.operator}"`)
  if (row.operator === 'set' || row.operator === 'not set') return { ...row, value: '' }
  const value = row.value.trim()
  const refusal =
    value === '' ? 'Enter a value' : conditionValueProblem(referenceData, definition, row, value)
  if (refusal) throw invalid(`${path}.value`, refusal)
  return { ...row, value }
}

function conditionValueProblem(
  referenceData: ReferenceData,
  definition: FieldDefinition,
  { operator, field }: Row,
  value: string,
): string | null {
  switch (definition.kind) {
    case 'choice':
      return choiceProblem(referenceData, definition, field, value)
    case 'tags': {
      const missing = splitList(value).find((id) => !referenceData.tags.has(id))
      return missing === undefined ? null : `There is no tag ${missing}`
    }
    case 'words':
      return definition.values?.includes(value) ? null : `This is one of ${definition.values?.join(', ')}`
    case 'number':
      return Number.isFinite(Number(value)) ? null : 'Enter a number, such as 42 or 3.5'
    case 'text':
      return textProblem(definition, operator, value)
    default: {
      const { pattern, hint } = valueFormats[definition.kind]
      return pattern.test(value) ? null : hint
    }
  }
}

const valueFormats = {
  hours: { pattern: /^\d{1,5}(\.\d{1,2})?$/, hint: 'Enter a number of hours, such as 24 or 0.5' },
  boolean: { pattern: /^(true|false)$/, hint: 'This must be true or false' },
  date: { pattern: /^\d{4}-\d\d-\d\d$/, hint: 'Enter a date, such as 2026-12-31' },
}

function choiceProblem(
  referenceData: ReferenceData,
  { reference_data }: FieldDefinition,
  field: string,
  value: string,
): string | null {
  if (reference_data && referenceData[reference_data].has(value)) return null
  return reference_data === 'priorities' && value === '0' ? null : `There is no ${field} ${value}`
}

function textProblem({ attribute }: FieldDefinition, operator: string, value: string): string | null {
  if (operator === 'contains' || operator === 'not contains')
    return splitList(value).length > 0 ? null : 'Enter a value'
  const parsed = attribute?.data_type === 'list' ? parseAttributeValue(attribute, value) : { value }
  return 'refusal' in parsed ? parsed.refusal : null
}

async function validateAction(
  referenceData: ReferenceData,
  { type, value }: StoredAction,
  path: string,
  previousActions: readonly StoredAction[],
): Promise<StoredAction> {
  if (takesNoValue(type)) return { type, value: ['0'] }
  const valuePath = `${path}.value`
  if (value.length === 0 || value.some((one) => one.trim() === ''))
    throw invalid(valuePath, 'Choose what this action sets')
  const list = referenceListOf(type)
  if (list) {
    // Of two actions that set the same field, one has no effect.
    if (previousActions.some((other) => other.type === type))
      throw invalid(`${path}.type`, `The action "${type}" is used twice. Keep one of them`)
    const [id = '', ...more] = value
    if (more.length > 0) throw invalid(valuePath, `The action "${type}" needs exactly one id`)
    if (!referenceData[list].has(id))
      throw invalid(valuePath, `The action "${type}" names "${id}", which doesn’t exist`)
    if (type === 'set_status' && id === String(snoozedStatusId))
      throw invalid(valuePath, 'Rules can’t set a snoozed status, because they have no snooze time')
    return { type, value: [id] }
  }
  if (isTagAction(type))
    return { type, value: [...new Set(value.map((name) => getTagId(referenceData, name, valuePath)))] }
  return { type, value: [await validateText(value, valuePath)] }
}

function getTagId({ tags }: ReferenceData, name: string, path: string): string {
  const normalized = name.trim().toLowerCase()
  for (const [id, tag] of tags) if (tag.toLowerCase() === normalized) return id
  throw invalid(path, `There is no tag "${name}"`)
}

/** Sanitised HTML whose template is valid, also after sanitising. */
async function validateText([html = '', ...more]: readonly string[], path: string): Promise<string> {
  if (more.length > 0) throw invalid(path, 'This action needs exactly one text')
  const clean = cleanAuthoredSync(html, path).content
  const problem = (await findLiquidProblem(html)) ?? (await findLiquidProblem(clean))
  if (problem) throw invalid(path, `The variables in the text can’t be filled in. ${formatProblem(problem)}`)
  if (clean.replace(/<(?!img\b)[^>]*>|&nbsp;/gi, '').trim() === '')
    throw invalid(path, 'Enter the message to send')
  return clean
}
