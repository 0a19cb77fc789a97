import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, idParam, idParams, instant, label, uuidParams } from './fields.ts'

export const attributeOwners = ['contact', 'conversation'] as const
export const attributeTypes = ['text', 'number', 'checkbox', 'date', 'link', 'list'] as const

export const CustomAttribute = z.object({
  id,
  created_at: instant,
  updated_at: instant,
  name: z.string(),
  description: z.string(),
  applies_to: z.enum(attributeOwners),
  /** What values are stored under, and what rules and templates call it. */
  key: z.string(),
  /** The choices of a list, in order. */
  values: z.array(z.string()),
  data_type: z.enum(attributeTypes),
  /** What text, number, date and link values must match somewhere; empty for none. RE2 syntax, so that no pattern can run away. */
  regex: z.string(),
  /** What to tell somebody whose value does not match. */
  regex_hint: z.string(),
})
export type CustomAttribute = z.infer<typeof CustomAttribute>

/** Fields of a conversation that rules know already (api-contract 4.22). */
const reservedKeys: ReadonlySet<string> = new Set([
  'contact_email',
  'content',
  'subject',
  'status',
  'priority',
  'assigned_team',
  'assigned_user',
  'hours_since_created',
  'hours_since_first_reply',
  'hours_since_last_reply',
  'hours_since_resolved',
  'inbox',
])

const choices = z
  .array(label(300))
  .max(500, 'A list has 500 choices at most')
  .refine((values) => new Set(values).size === values.length, 'Each choice can be there only once')

export const CustomAttributeWrite = z
  .object({
    name: label(140),
    description: label(300),
    applies_to: z.enum(attributeOwners, 'An attribute applies to a contact or to a conversation'),
    data_type: z.enum(attributeTypes, `The type is one of ${attributeTypes.join(', ')}`),
    key: z
      .string()
      .trim()
      .min(1, 'This cannot be empty')
      .max(140)
      .regex(
        /^[a-z0-9][a-z0-9_.-]*$/i,
        'A key has letters, digits, "_", "-" and "." and begins with a letter or digit',
      )
      .refine(
        (key) => !reservedKeys.has(key.toLowerCase()),
        'Rules use this key already. Choose another one',
      ),
    values: choices.nullish().transform((values) => values ?? []),
    regex: z.string().max(1000).default(''),
    regex_hint: z.string().trim().max(1000).default(''),
  })
  .refine((a) => a.data_type !== 'list' || a.values.length > 0, {
    path: ['values'],
    message: 'A list needs at least one choice',
  })

/** What an attribute holds; null is none. */
export type AttributeValue = string | number | boolean | null
export const AttributeValue = z.union([z.string(), z.number(), z.boolean(), z.null()])

type Kind = Pick<CustomAttribute, 'name' | 'data_type' | 'values'>
type Reading = { value: AttributeValue } | { refusal: string }

const longestText = 10_000
const longestLink = 2000

/**
 * The value as it is stored, or why it is none of this attribute's, in a sentence that names the attribute. Clients may send numbers and
 * checkboxes as text (api-contract 10.4); empty text clears. The pattern is the server's to check: see custom-attributes/pattern.ts.
 */
export function readAttribute({ name, data_type, values }: Kind, given: unknown): Reading {
  if (given === null || given === undefined || given === '') return { value: null }
  const refuse = (must: string): Reading => ({ refusal: `${name} must be ${must}` })
  const text = typeof given === 'string' ? given.trim() : null
  if (text === '') return { value: null }
  switch (data_type) {
    case 'text': {
      const words = typeof given === 'number' ? String(given) : text
      if (words === null) return refuse('text')
      return words.length > longestText ? refuse(`${longestText} characters or less`) : { value: words }
    }
    case 'number': {
      // Number() also reads "0x10" and "1e3"; people mean neither, but "1e3" is a number on the wire.
      const number =
        text === null ? given : /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN
      return typeof number === 'number' && Number.isFinite(number)
        ? { value: number }
        : refuse('a number, such as 42 or 3.5')
    }
    case 'checkbox':
      if (typeof given === 'boolean') return { value: given }
      return text === 'true' || text === 'false' ? { value: text === 'true' } : refuse('true or false')
    case 'date':
      return text !== null && isDate(text) ? { value: text } : refuse('a date written as 2026-12-31')
    case 'link':
      if (text !== null && text.length > longestLink) return refuse(`${longestLink} characters or less`)
      return text !== null && isWebAddress(text)
        ? { value: text }
        : refuse('an address that begins with https:// or http://')
    case 'list':
      return text !== null && values.includes(text) ? { value: text } : refuse(`one of ${values.join(', ')}`)
  }
}

/** Whether opening it can only lead to a web page: any other scheme could run in ours. */
export function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s/]/i.test(text) || /\s/.test(text)) return false
  return URL.canParse(text)
}

// The year 2026-02-30 would otherwise be read as March.
function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

const tag = 'custom-attributes'
export const listCustomAttributes = endpoint({
  method: 'GET',
  path: '/api/v1/custom-attributes',
  access: 'agent',
  summary: 'List the custom attributes',
  tag,
  query: z.object({ applies_to: z.string().optional() }),
  response: z.array(CustomAttribute),
})
export const getCustomAttribute = endpoint({
  method: 'GET',
  path: '/api/v1/custom-attributes/:id',
  access: 'custom_attributes:manage',
  summary: 'One custom attribute',
  tag,
  params: idParams,
  response: CustomAttribute,
})
export const createCustomAttribute = endpoint({
  method: 'POST',
  path: '/api/v1/custom-attributes',
  access: 'custom_attributes:manage',
  summary: 'Create a custom attribute',
  tag,
  body: CustomAttributeWrite,
  response: CustomAttribute,
})
export const updateCustomAttribute = endpoint({
  method: 'PUT',
  path: '/api/v1/custom-attributes/:id',
  access: 'custom_attributes:manage',
  summary: 'Change a custom attribute; key, type and what it applies to stay',
  tag,
  params: idParams,
  body: CustomAttributeWrite,
  response: CustomAttribute,
})
export const deleteCustomAttribute = endpoint({
  method: 'DELETE',
  path: '/api/v1/custom-attributes/:id',
  access: 'custom_attributes:manage',
  summary: 'Delete a custom attribute; values stay stored, out of sight',
  tag,
  params: idParams,
  response: done,
})

/** Also of one that is not saved yet; by the engine that judges what agents type. */
export const tryCustomAttribute = endpoint({
  method: 'POST',
  path: '/api/v1/custom-attributes/try',
  access: 'custom_attributes:manage',
  summary: 'Whether a value would be accepted, and what is said when not; nothing is stored',
  tag,
  body: z.object({
    name: z.string().trim().max(140).default(''),
    data_type: CustomAttributeWrite.shape.data_type,
    values: CustomAttributeWrite.shape.values,
    regex: CustomAttributeWrite.shape.regex,
    regex_hint: CustomAttributeWrite.shape.regex_hint,
    text: z.string().max(20_000),
  }),
  response: z.object({ refusal: z.string().nullable() }),
  takes_key: false,
})

const valuesBody = z.record(z.string(), z.unknown())
const valueBody = z.object({ value: AttributeValue })
const key = z.string().min(1).max(140)

/** Replaces them all. Keys without a definition are left as they are stored. */
export const setConversationAttributes = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:uuid/custom-attributes',
  access: 'agent',
  summary: 'Replace the custom attributes of a conversation',
  tag,
  params: uuidParams,
  body: valuesBody,
  response: done,
})
export const setConversationContactAttributes = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:uuid/contacts/custom-attributes',
  access: 'agent',
  summary: "Replace the custom attributes of a conversation's contact",
  tag,
  params: uuidParams,
  body: valuesBody,
  response: done,
})
/** One value, so that two agents who fill in different attributes at once do not undo each other. */
export const setConversationAttribute = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:uuid/custom-attributes/:key',
  access: 'agent',
  summary: 'Set one custom attribute of a conversation; null clears it',
  tag,
  params: uuidParams.extend({ key }),
  body: valueBody,
  response: done,
})
export const setConversationContactAttribute = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:uuid/contacts/custom-attributes/:key',
  access: 'agent',
  summary: "Set one custom attribute of a conversation's contact; null clears it",
  tag,
  params: uuidParams.extend({ key }),
  body: valueBody,
  response: done,
})
export const setContactAttribute = endpoint({
  method: 'PUT',
  path: '/api/v1/contacts/:id/custom-attributes/:key',
  access: 'contacts:write',
  summary: 'Set one custom attribute of a contact; null clears it',
  tag,
  params: z.object({ id: idParam, key }),
  body: valueBody,
  response: done,
})
