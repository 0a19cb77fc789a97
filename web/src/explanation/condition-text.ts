import {
  isRuleField,
  type RuleFieldType,
  type RuleOperator,
  ruleEvents,
  ruleField,
} from '@parley/contract/automations/automation-fields'
import type { CustomAttribute } from '@parley/contract/custom-attributes/custom-attributes'
import type { TFunction } from 'i18next'

type ConditionSubject = { field: string; field_type: RuleFieldType }
type Attributes = readonly Pick<CustomAttribute, 'applies_to' | 'key' | 'name'>[]

/** The name of the field that a condition checks. Deleted attributes are shown by their key. */
export function conditionFieldText(
  { field, field_type }: ConditionSubject,
  attributes: Attributes,
  t: TFunction,
): string {
  if (field_type === 'conversation') return isRuleField(field) ? t(`automations.field.${field}`) : field
  const owner = field_type === 'contact_custom_attribute' ? 'contact' : 'conversation'
  const name =
    attributes.find((attribute) => attribute.applies_to === owner && attribute.key === field)?.name ?? field
  return owner === 'contact' ? t('filter.field.of_contact', { name }) : name
}

export const operatorText = (operator: RuleOperator, t: TFunction): string =>
  t(`automations.operator.${operator.replaceAll(' ', '_')}`)

export const takesValue = (operator: RuleOperator): boolean => operator !== 'set' && operator !== 'not set'

/** A value for display: fixed values are translated, lists get a space after each comma. */
export function conditionValueText(field: string, value: string, t: TFunction): string {
  if (field === 'origin' || field === 'message_sender')
    return t(`automations.word.${field}.${value}`, { defaultValue: value })
  if (isRuleField(field) && ruleField(field).kind === 'boolean')
    return value === 'true' ? t('side.yes') : t('side.no')
  return value
    .split(',')
    .map((part) => part.trim())
    .join(', ')
}

/** What triggered a rule: an event, a new conversation, or the hours that a time rule counts. */
export function triggerText(occasion: string, t: TFunction): string {
  if (ruleEvents.some((event) => event === occasion)) return t(`automations.event.${occasion}`)
  if (isRuleField(occasion)) return t(`automations.field.${occasion}`)
  return t('automations.type.new_conversation')
}
