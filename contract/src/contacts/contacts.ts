import { z } from 'zod'
import { Agent, UserCompact } from '../agents/agent.ts'
import { searchText } from '../search/search.ts'
import { endpoint } from '../shared/endpoint.ts'
import {
  emailAddress,
  id,
  idParam,
  idParams,
  instant,
  lastName,
  nonEmptyLine,
  pageOf,
  pageQuery,
  sortQuery,
} from '../shared/fields.ts'
import { contactSorts } from './contact-sorts.ts'

export const ContactHit = z.object({
  id,
  created_at: instant,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string().nullable(),
})
export type ContactHit = z.infer<typeof ContactHit>

/** One of a contact's addresses, in lower case. Email from any of them is matched to the contact. */
export const ContactAddress = z.object({ address: z.string(), is_primary: z.boolean(), created_at: instant })
export type ContactAddress = z.infer<typeof ContactAddress>

/** A single contact (docs/spec/wire.md#agent-and-contact-objects) with all addresses, primary first. `email` is the primary address. */
export const Contact = Agent.extend({
  /** Read by older clients instead of the country: "+49". */
  phone_number_calling_code: z.string().nullable(),
  addresses: z.array(ContactAddress),
})
export type Contact = z.infer<typeof Contact>

/** A row of the contact list. */
export const ContactListItem = UserCompact.extend({
  /** The last activity in any conversation that the reader can see. */
  last_conversation_at: instant.nullable(),
})
export type ContactListItem = z.infer<typeof ContactListItem>

/** Preview of a merge of one contact into another. */
export const MergePreview = z.object({
  /** The conversations that the reader can see. */
  conversations: z.int(),
  /** Whether there are others. They move too, but their number is not disclosed. */
  unseen_conversations: z.boolean(),
  notes: z.int(),
  addresses: z.array(z.string()),
  /** Fields that the target lacks and will receive: "phone_number", attribute keys. */
  filled: z.array(z.string()),
})
export type MergePreview = z.infer<typeof MergePreview>

/** Why one contact cannot be merged into the other, or null when it can. */
export const mergeRefusal = (
  from: Pick<Contact, 'id' | 'enabled'>,
  into: Pick<Contact, 'id' | 'enabled'>,
): string | null => {
  if (from.id === into.id) return 'A contact can’t be merged into itself. Choose another one'
  // Otherwise a merge would unblock a blocked contact, or block one that was not.
  if (from.enabled !== into.enabled)
    return 'Only one of the contacts is blocked. Block or unblock one of them first'
  return null
}

/** Why this address cannot be removed from the contact, or null when it can. */
export const removeAddressRefusal = ({ is_primary }: Pick<ContactAddress, 'is_primary'>): string | null =>
  is_primary ? 'This is the primary email address. Make another one primary first' : null

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
    ...sortQuery(Object.values(contactSorts).map(({ field }) => field)),
    filters: z.string().optional(),
    /** Words of a name or address. Falls back to similar spellings when nothing matches exactly. */
    search: z.string().trim().max(200).optional(),
    blocked: z.enum(['true', 'false']).optional(),
  }),
  response: pageOf(ContactListItem),
})
export const getContact = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/:id',
  access: 'contacts:read',
  summary: 'Get a contact; for a merged contact, the contact it was merged into',
  tag,
  params: idParams,
  response: Contact,
})
export const searchContacts = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/search',
  access: 'contacts:read',
  summary: 'Find contacts by name or email address (3 bytes or more)',
  tag,
  query: z.object({ query: searchText }),
  response: z.array(ContactHit),
})

const optionalTrimmedText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .nullish()
    .transform((text) => text || null)

/** The fields of the contact form. The phone country has two names, depending on the client's generation. */
export const ContactUpdate = z.object({
  first_name: nonEmptyLine(140),
  last_name: lastName,
  email: emailAddress,
  phone_number: optionalTrimmedText(20),
  phone_number_country_code: optionalTrimmedText(10),
})
export type ContactUpdate = z.output<typeof ContactUpdate>

export const updateContact = endpoint({
  method: 'PUT',
  path: '/api/v1/contacts/:id',
  access: 'contacts:write',
  summary: 'Update a contact (multipart; files is a new avatar, an empty avatar_url removes it)',
  tag,
  params: idParams,
  response: Contact,
  form: {
    first_name: { text: ContactUpdate.shape.first_name.optional() },
    last_name: { text: ContactUpdate.shape.last_name },
    email: { text: ContactUpdate.shape.email.optional() },
    phone_number: { text: ContactUpdate.shape.phone_number },
    phone_number_country_code: { text: ContactUpdate.shape.phone_number_country_code },
    avatar_url: { text: z.string().optional() },
    files: { file: true, optional: true },
  },
})
export const blockContact = endpoint({
  method: 'PUT',
  path: '/api/v1/contacts/:id/block',
  access: 'contacts:block',
  summary: 'Block (`enabled: false`) or unblock a contact',
  tag,
  params: idParams,
  body: z.object({ enabled: z.boolean() }),
  response: Contact,
})

export const addContactAddress = endpoint({
  method: 'POST',
  path: '/api/v1/contacts/:id/addresses',
  access: 'contacts:write',
  summary: 'Add an email address to a contact',
  tag,
  params: idParams,
  body: z.object({ address: emailAddress }),
  response: Contact,
})
const addressParams = z.object({ id: idParam, address: emailAddress })
export const removeContactAddress = endpoint({
  method: 'DELETE',
  path: '/api/v1/contacts/:id/addresses/:address',
  access: 'contacts:write',
  summary: 'Remove an email address from a contact; not the primary one',
  tag,
  params: addressParams,
  response: Contact,
})
export const makeAddressPrimary = endpoint({
  method: 'PUT',
  path: '/api/v1/contacts/:id/addresses/:address/primary',
  access: 'contacts:write',
  summary: 'Make an email address the primary one',
  tag,
  params: addressParams,
  response: Contact,
})

export const previewMerge = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/:id/merge',
  access: 'contacts:write',
  summary: 'Preview what merging this contact into another would move',
  tag,
  params: idParams,
  query: z.object({ into_id: idParam }),
  response: MergePreview,
})
export const mergeContact = endpoint({
  method: 'POST',
  path: '/api/v1/contacts/:id/merge',
  access: 'contacts:write',
  summary: 'Merge this contact into another, which receives everything; cannot be undone',
  tag,
  params: idParams,
  body: z.object({ into_id: id }),
  response: Contact,
})
