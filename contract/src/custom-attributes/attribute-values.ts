import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, idParam, uuidParams } from '../shared/fields.ts'
import type { CustomAttribute } from './custom-attributes.ts'

/** The value of a custom attribute; null if it has none. */
export type AttributeValue = string | number | boolean | null
export const AttributeValue = z.union([z.string(), z.number(), z.boolean(), z.null()])

type AttributeDefinition = Pick<CustomAttribute, 'name' | 'data_type' | 'values'>
type ParseResult = { value: AttributeValue } | { refusal: string }

const maxTextLength = 10_000
const maxLinkLength = 2000

/**
 * The value to store, or a sentence with the attribute's name that says why it is invalid. Clients may send numbers and checkboxes as
 * strings (docs/spec/wire.md#custom-attributes); an empty string clears the value. The regex is checked by the server only: see custom-attributes/pattern.ts.
 */
export function parseAttributeValue(
  { name, data_type, values }: AttributeDefinition,
  input: unknown,
): ParseResult {
  if (input === null || input === undefined || input === '') return { value: null }
  const refuse: Refuse = (requirement) => ({ refusal: `${name} must be ${requirement}` })
  const text = typeof input === 'string' ? input.trim() : null
  if (text === '') return { value: null }
  switch (data_type) {
    case 'text':
      return parseText(typeof input === 'number' ? String(input) : text, refuse)
    case 'number':
      return parseNumber(text ?? input, refuse)
    case 'checkbox':
      return parseCheckbox(text ?? input, refuse)
    case 'date':
      return isCalendarDate(text) ? { value: text } : refuse('a date such as 2026-12-31')
    case 'link':
      return parseLink(text, refuse)
    case 'list':
      return text !== null && values.includes(text) ? { value: text } : refuse(`one of ${values.join(', ')}`)
  }
}

type Refuse = (requirement: string) => ParseResult

function parseText(text: string | null, refuse: Refuse): ParseResult {
  if (text === null) return refuse('text')
  return text.length > maxTextLength ? refuse(`${maxTextLength} characters or fewer`) : { value: text }
}

/** Number() also accepts "0x10" and "1e3". People type neither, but "1e3" is a valid number in JSON. */
const numberPattern = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

function parseNumber(input: unknown, refuse: Refuse): ParseResult {
  const number = typeof input === 'string' && numberPattern.test(input) ? Number(input) : input
  return typeof number === 'number' && Number.isFinite(number)
    ? { value: number }
    : refuse('a number, such as 42 or 3.5')
}

function parseCheckbox(input: unknown, refuse: Refuse): ParseResult {
  if (typeof input === 'boolean') return { value: input }
  return input === 'true' || input === 'false' ? { value: input === 'true' } : refuse('true or false')
}

function parseLink(text: string | null, refuse: Refuse): ParseResult {
  if (text !== null && text.length > maxLinkLength) return refuse(`${maxLinkLength} characters or fewer`)
  return text !== null && isHttpUrl(text)
    ? { value: text }
    : refuse('a URL that starts with https:// or http://')
}

/** Only web pages: any other scheme could run code in our origin. */
export function isHttpUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s/]/i.test(text) || /\s/.test(text)) return false
  return URL.canParse(text)
}

// 2026-02-30 would otherwise be read as 2 March.
function isCalendarDate(text: string | null): text is string {
  if (text === null || !/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

const tag = 'custom-attributes'

const valuesBody = z.record(z.string(), z.unknown())
const valueBody = z.object({ value: AttributeValue })
const key = z.string().min(1).max(140)

/** Replaces all values. Stored keys without a definition are kept. */
export const setConversationAttributes = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:uuid/custom-attributes',
  access: 'agent',
  summary: 'Replace the custom attributes of a conversation',
  tag,
  params: uuidParams,
  body: valuesBody,
  response: acknowledgement,
})
export const setConversationContactAttributes = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:uuid/contacts/custom-attributes',
  access: 'agent',
  summary: "Replace the custom attributes of a conversation's contact",
  tag,
  params: uuidParams,
  body: valuesBody,
  response: acknowledgement,
})
/** Sets one value, so that two agents editing different attributes do not overwrite each other. */
export const setConversationAttribute = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:uuid/custom-attributes/:key',
  access: 'agent',
  summary: 'Set one custom attribute of a conversation; null clears it',
  tag,
  params: uuidParams.extend({ key }),
  body: valueBody,
  response: acknowledgement,
})
export const setConversationContactAttribute = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:uuid/contacts/custom-attributes/:key',
  access: 'agent',
  summary: "Set one custom attribute of a conversation's contact; null clears it",
  tag,
  params: uuidParams.extend({ key }),
  body: valueBody,
  response: acknowledgement,
})
export const setContactAttribute = endpoint({
  method: 'PUT',
  path: '/api/v1/contacts/:id/custom-attributes/:key',
  access: 'contacts:write',
  summary: 'Set one custom attribute of a contact; null clears it',
  tag,
  params: z.object({ id: idParam, key }),
  body: valueBody,
  response: acknowledgement,
})
