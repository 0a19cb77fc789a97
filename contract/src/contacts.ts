import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, instant, paged, pageQuery } from './fields.ts'
import { Agent, UserCompact } from './people.ts'

/** The contact as it comes with a conversation (api-contract 5.2). */
export const ConversationContact = z.object({
  id,
  created_at: instant,
  updated_at: instant,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string().nullable(),
  type: z.literal('contact'),
  availability_status: z.string(),
  avatar_url: z.string().nullable(),
  phone_number: z.string().nullable(),
  phone_number_country_code: z.string().nullable(),
  /** The same, as the first clients call it. */
  phone_number_calling_code: z.string().nullable(),
  custom_attributes: z.record(z.string(), z.unknown()),
  enabled: z.boolean(),
  last_active_at: instant.nullable(),
  last_login_at: instant.nullable(),
})
export type ConversationContact = z.infer<typeof ConversationContact>

export const ContactHit = z.object({
  id,
  created_at: instant,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string().nullable(),
})
export type ContactHit = z.infer<typeof ContactHit>

const tag = 'contacts'
export const listContacts = endpoint({
  method: 'GET',
  path: '/api/v1/contacts',
  access: 'contacts:read_all',
  summary: 'List the contacts',
  tag,
  query: z.object({
    ...pageQuery(50),
    cursor: z.string().optional(),
    order: z.string().optional(),
    order_by: z.string().optional(),
    filters: z.string().optional(),
  }),
  response: paged(UserCompact),
})
export const getContact = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/:id',
  access: 'contacts:read',
  summary: 'One contact',
  tag,
  params: idParams,
  response: Agent,
})
export const searchContacts = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/search',
  access: 'contacts:read',
  summary: 'Find contacts by name or address (3 characters or more)',
  tag,
  query: z.object({ query: z.string().trim().min(3, 'Type at least 3 characters').max(200) }),
  response: z.array(ContactHit),
})
