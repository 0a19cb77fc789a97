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
