import type { Conversation } from '@parley/contract/conversations/conversations'
import type { AttributeValue } from '@parley/contract/custom-attributes/attribute-values'
import type { CustomAttribute } from '@parley/contract/custom-attributes/custom-attributes'

type WithAttributes = Pick<Conversation, 'contact' | 'custom_attributes'>

/** The part of the conversation that changes when the attribute gets this value. */
export function withAttributeValue(
  c: WithAttributes,
  { applies_to, key }: Pick<CustomAttribute, 'applies_to' | 'key'>,
  value: AttributeValue,
): Partial<WithAttributes> {
  if (applies_to === 'conversation') return { custom_attributes: setKey(c.custom_attributes, key, value) }
  return { contact: { ...c.contact, custom_attributes: setKey(c.contact.custom_attributes, key, value) } }
}

function setKey(
  values: Record<string, unknown>,
  key: string,
  value: AttributeValue,
): Record<string, unknown> {
  const { [key]: _old, ...others } = values
  return value === null ? others : { ...others, [key]: value }
}

/** The stored value, or null if its type is not one that attributes can have. */
export function readAttributeValue(values: Record<string, unknown>, key: string): AttributeValue {
  const value = Object.hasOwn(values, key) ? values[key] : null
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
