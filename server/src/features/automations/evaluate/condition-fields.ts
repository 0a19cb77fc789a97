import {
  isRuleField,
  type RuleFieldKind,
  ruleAttributeFieldKinds,
  ruleField,
} from '@parley/contract/automations/automation-fields'
import type { RuleCondition } from '@parley/contract/automations/automation-rules'
import type { AttributeDefinition, ReferenceData, ReferenceList } from '../rules/reference-data.ts'

/** The definition of the field that a condition refers to. */
export type FieldDefinition = {
  kind: RuleFieldKind
  reference_data?: ReferenceList
  values?: readonly string[]
  rule_types?: readonly string[]
  attribute?: AttributeDefinition
}

type FieldReference = Pick<RuleCondition, 'field' | 'field_type'>

export const attributeOwner = ({ field_type }: FieldReference) =>
  field_type === 'contact_custom_attribute' ? 'contact' : 'conversation'

/** Null when the field or attribute doesn't exist. */
export function findFieldDefinition(
  field: FieldReference,
  attributes: ReferenceData['attributes'],
): FieldDefinition | null {
  if (field.field_type === 'conversation') return isRuleField(field.field) ? ruleField(field.field) : null
  const attribute = attributes.get(`${attributeOwner(field)} ${field.field}`)
  return attribute ? { kind: ruleAttributeFieldKinds[attribute.data_type], attribute } : null
}
