import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { id, instant } from '../shared/fields.ts'

export const attributeOwners = ['contact', 'conversation'] as const
export const attributeTypes = ['text', 'number', 'checkbox', 'date', 'link', 'list'] as const

export const CustomAttribute = z.object({
  id,
  created_at: instant,
  updated_at: instant,
  name: z.string(),
  description: z.string(),
  applies_to: z.enum(attributeOwners),
  /** The key under which values are stored, and which rules and templates use. */
  key: z.string(),
  /** The options of a list attribute, in order. */
  values: z.array(z.string()),
  data_type: z.enum(attributeTypes),
  /** The RE2 pattern that text, number, date and link values must match; empty for none. RE2 has no catastrophic backtracking. */
  regex: z.string(),
  /** The message shown when a value does not match. */
  regex_hint: z.string(),
})
export type CustomAttribute = z.infer<typeof CustomAttribute>

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
