import type { PreviousConversation as PreviousSchema } from '@parley/contract/conversations'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import { often } from '../../db/prepare.ts'
import { visibleTo } from './access.ts'

const mostShown = 10
/** Counting stops here; nobody reads that far. */
const mostCounted = 1000

type PreviousConversation = z.infer<typeof PreviousSchema>
/** As JSON of the database: instants are texts. */
export type PreviousRow = Omit<PreviousConversation, 'contact'> & {
  last_message_at: string
  first_name: string
  last_name: string
  avatar_url: string | null
}

/** A column: the contact's ten newest other conversations that the actor may see, newest first. `one` has an id and a contact_id. */
export const previousOf = (actor: Actor, one: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select coalesce(json_agg(others), '[]') from (
    select c.id, c.created_at, c.updated_at, c.uuid, c.subject, s.name as status, c.last_message, c.last_message_at,
      k.first_name, k.last_name, k.avatar_url
    from conversations c join contacts k on k.id = c.contact_id join statuses s on s.id = c.status_id
    where c.contact_id = ${one}.contact_id and c.id <> ${one}.id and c.deleted_at is null and ${visibleTo(actor)}
    order by c.created_at desc, c.id desc limit ${mostShown}) others)`

/** How many there are in all, up to 1,000; `shown` is how many the column had. */
export async function countPrevious(
  db: Db,
  actor: Actor,
  one: { id: number; contact_id: number },
  shown: number,
): Promise<number> {
  if (shown < mostShown) return shown
  const { rows } = await sql<{ count: number }>`${often}
    select count(*) from (
      select from conversations c
      where c.contact_id = ${one.contact_id} and c.id <> ${one.id} and c.deleted_at is null and ${visibleTo(actor)}
      limit ${mostCounted}) counted`.execute(db)
  return rows[0]?.count ?? 0
}

export const presentPrevious = ({
  first_name,
  last_name,
  avatar_url,
  ...row
}: PreviousRow): PreviousConversation => ({
  ...row,
  created_at: iso(row.created_at),
  updated_at: iso(row.updated_at),
  last_message_at: iso(row.last_message_at),
  contact: { first_name, last_name, avatar_url },
})

const iso = (text: string) => new Date(text).toISOString()
