import {
  isRuleField,
  type RuleFieldKind,
  ruleAttributeKinds,
  ruleField,
} from '@parley/contract/automation-fields'
import type { RuleCondition } from '@parley/contract/automation-rules'
import type { Attribute, List, Names } from './names.ts'

/** What a condition looks at. */
export type Known = {
  kind: RuleFieldKind
  of?: List
  values?: readonly string[]
  in?: readonly string[]
  attribute?: Attribute
}

type At = Pick<RuleCondition, 'field' | 'field_type'>

export const ownerOf = ({ field_type }: At) =>
  field_type === 'contact_custom_attribute' ? 'contact' : 'conversation'

/** Null for a field or attribute that does not exist (any more). */
export function fieldOf(at: At, attributes: Names['attributes']): Known | null {
  if (at.field_type === 'conversation') return isRuleField(at.field) ? ruleField(at.field) : null
  const attribute = attributes.get(`${ownerOf(at)} ${at.field}`)
  return attribute ? { kind: ruleAttributeKinds[attribute.data_type], attribute } : null
}
