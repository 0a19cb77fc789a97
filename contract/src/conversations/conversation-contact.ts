import { z } from 'zod'
import { id, instant } from '../shared/fields.ts'

/** The contact as included in a conversation (docs/spec/wire.md#conversation-objects). */
export const ConversationContact = z.object({
  id,
  created_at: instant,
  updated_at: instant,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string().nullable(),
  /** Addresses other than `email`. */
  other_addresses: z.array(z.string()),
  type: z.literal('contact'),
  availability_status: z.string(),
  avatar_url: z.string().nullable(),
  phone_number: z.string().nullable(),
  phone_number_country_code: z.string().nullable(),
  /** The same value under the name that older clients use. */
  phone_number_calling_code: z.string().nullable(),
  custom_attributes: z.record(z.string(), z.unknown()),
  enabled: z.boolean(),
  last_active_at: instant.nullable(),
  last_login_at: instant.nullable(),
})
export type ConversationContact = z.infer<typeof ConversationContact>
