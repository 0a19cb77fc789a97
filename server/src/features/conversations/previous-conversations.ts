import type { PreviousConversation as PreviousSchema } from '@parley/contract/conversations/conversations'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../actor.ts'
import { visibleTo } from '../../conversation-access.ts'

const maxShown = 10
/** Counting stops here; nobody pages that far. */
const maxCounted = 1000

type PreviousConversation = z.infer<typeof PreviousSchema>
/** As JSON from the database: instants are strings. */
export type PreviousRow = Omit<PreviousConversation, 'contact'> & {
  last_message_at: string
  first_name: string
  last_name: string
  avatar_url: string | null
}

/**
 * A column with the contact's ten newest other conversations that the actor may see, newest first. `conversation` has
 * an id and a contact_id.
 */
export const previousConversationsColumn = (
  actor: Actor,
  conversation: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  select coalesce(json_agg(others), '[]') from (
    select c.id, c.created_at, c.updated_at, c.uuid, c.subject, s.name as status, c.last_message, c.last_message_at,
      k.first_name, k.last_name, k.avatar_url
    from conversations c join contacts k on k.id = c.contact_id join statuses s on s.id = c.status_id
    where ${arePrevious(actor, conversation)}
    order by c.created_at desc, c.id desc limit ${maxShown}) others)`

/** A column with their total number, up to 1,000. */
export const previousCountColumn = (
  actor: Actor,
  conversation: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(
  select count(*) from (
    select from conversations c where ${arePrevious(actor, conversation)} limit ${maxCounted}) counted)`

const arePrevious = (actor: Actor, conversation: RawBuilder<unknown>) => sql<boolean>`
  c.contact_id = ${conversation}.contact_id and c.id <> ${conversation}.id and c.deleted_at is null and ${visibleTo(actor)}`

export const presentPrevious = ({
  first_name,
  last_name,
  avatar_url,
  ...row
}: PreviousRow): PreviousConversation => ({
  ...row,
  created_at: toIso(row.created_at),
  updated_at: toIso(row.updated_at),
  last_message_at: toIso(row.last_message_at),
  contact: { first_name, last_name, avatar_url },
})

const toIso = (text: string) => new Date(text).toISOString()
