import type { Conversation } from '@parley/contract/conversations/conversations'
import type { AttributeValue } from '@parley/contract/custom-attributes/attribute-values'
import type { CustomAttribute } from '@parley/contract/custom-attributes/custom-attributes'

type WithAttributes = Pick<Conversation, 'contact' | 'custom_attributes'>

/** The part of the conversation that changes when the attribute has this value. */
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

/** What is stored, as far as it is something that an attribute can hold. */
export function readAttributeValue(values: Record<string, unknown>, key: string): AttributeValue {
  const value = Object.hasOwn(values, key) ? values[key] : null
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
