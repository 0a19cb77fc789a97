import { z } from 'zod'
import { changesTo } from '../shared/changes-schema.ts'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, idParams, nonEmptyLine, singleLine } from '../shared/fields.ts'
import { attributeOwners, attributeTypes, CustomAttribute } from './custom-attributes.ts'

/** Conversation fields that rules already have under this name (docs/spec/wire.md#custom-attributes). */
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

const listChoices = z
  .array(nonEmptyLine(300))
  .max(500, 'A list can have at most 500 choices')
  .refine((values) => new Set(values).size === values.length, 'Each choice must be unique')

export const CustomAttributeWrite = z
  .object({
    name: nonEmptyLine(140),
    description: nonEmptyLine(300),
    applies_to: z.enum(attributeOwners, 'An attribute must apply to contacts or conversations'),
    data_type: z.enum(attributeTypes, `The type must be one of ${attributeTypes.join(', ')}`),
    key: z
      .string()
      .trim()
      .min(1, 'This cannot be empty')
      .max(140)
      .regex(
        /^[a-z0-9][a-z0-9_.-]*$/i,
        'A key can contain letters, digits, "_", "-" and ".", and must start with a letter or digit',
      )
      .refine((key) => !reservedKeys.has(key.toLowerCase()), 'This key is reserved. Choose another one'),
    values: listChoices.nullish().transform((values) => values ?? []),
    regex: z.string().max(1000).default(''),
    regex_hint: z.string().trim().max(1000).default(''),
  })
  .refine((a) => a.data_type !== 'list' || a.values.length > 0, {
    path: ['values'],
    message: 'Add at least one choice',
  })

const tag = 'custom-attributes'
export const getCustomAttribute = endpoint({
  method: 'GET',
  path: '/api/v1/custom-attributes/:id',
  access: 'custom_attributes:manage',
  summary: 'Get a custom attribute',
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
export const CustomAttributeChanges = changesTo(CustomAttributeWrite)
export const updateCustomAttribute = endpoint({
  method: 'PUT',
  path: '/api/v1/custom-attributes/:id',
  access: 'custom_attributes:manage',
  summary: 'Update a custom attribute; key, type and what it applies to can’t be changed',
  tag,
  params: idParams,
  body: CustomAttributeChanges,
  response: CustomAttribute,
})
export const deleteCustomAttribute = endpoint({
  method: 'DELETE',
  path: '/api/v1/custom-attributes/:id',
  access: 'custom_attributes:manage',
  summary: 'Delete a custom attribute; values stay stored, out of sight',
  tag,
  params: idParams,
  response: acknowledgement,
})

/** Also works for an attribute that is not saved yet. Uses the same regex engine that validates input. */
export const tryCustomAttribute = endpoint({
  method: 'POST',
  path: '/api/v1/custom-attributes/try',
  access: 'custom_attributes:manage',
  summary: 'Test whether a value would be accepted, and the error if not; nothing is saved',
  tag,
  body: z.object({
    name: singleLine(140).default(''),
    data_type: CustomAttributeWrite.shape.data_type,
    values: CustomAttributeWrite.shape.values,
    regex: CustomAttributeWrite.shape.regex,
    regex_hint: CustomAttributeWrite.shape.regex_hint,
    text: z.string().max(20_000),
  }),
  response: z.object({ refusal: z.string().nullable() }),
  supports_idempotency_key: false,
})
