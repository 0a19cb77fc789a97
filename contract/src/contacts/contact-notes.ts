import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, id, idParam, idParams, instant } from '../shared/fields.ts'

/** A note that an agent wrote about a contact (docs/spec/wire.md#agent-and-contact-objects). The names and avatar are the author's. */
export const ContactNote = z.object({
  id,
  created_at: instant,
  updated_at: instant,
  contact_id: id,
  /** Sanitised HTML. */
  note: z.string(),
  user_id: id,
  first_name: z.string(),
  last_name: z.string(),
  avatar_url: z.string().nullable(),
})
export type ContactNote = z.infer<typeof ContactNote>

/** Why this agent cannot delete the note, or null when they can: authors delete their own, administrators any (docs/spec/wire.md#contacts-and-notes). */
export const deleteNoteRefusal = (
  note: Pick<ContactNote, 'user_id'>,
  agent: { id: number; is_admin: boolean },
): string | null =>
  note.user_id === agent.id || agent.is_admin
    ? null
    : 'Someone else wrote this note. Ask them or an administrator to delete it'

const tag = 'contacts'
export const listContactNotes = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/:id/notes',
  access: 'contact_notes:read',
  summary: 'List the notes about a contact, newest first',
  tag,
  params: idParams,
  response: z.array(ContactNote),
})
export const createContactNote = endpoint({
  method: 'POST',
  path: '/api/v1/contacts/:id/notes',
  access: 'contact_notes:write',
  summary: 'Add a note about a contact (HTML)',
  tag,
  params: idParams,
  body: z.object({ note: z.string().trim().min(1, 'Enter a note').max(50_000) }),
  response: ContactNote,
})
export const deleteContactNote = endpoint({
  method: 'DELETE',
  path: '/api/v1/contacts/:id/notes/:note_id',
  access: 'contact_notes:delete',
  summary: 'Delete a note of your own; administrators delete any',
  tag,
  params: z.object({ id: idParam, note_id: idParam }),
  response: acknowledgement,
})
