import type { listContactConversations as contract } from '@parley/contract/contact-conversations'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import {
  deepestRow,
  isInstant,
  offsetOf,
  pageFigures,
  readCursor,
  writeCursor,
} from '../../http/list-place.ts'
import { visibleTo } from '../conversations/access.ts'
import { hydrate, presentListItem } from '../conversations/present.ts'
import { findContact } from './get.ts'

const sort = 'created_at desc'

/** The conversations of a contact that the actor may see, newest first. */
export async function listContactConversations(
  db: Db,
  actor: Actor,
  contact_id: number,
  query: z.output<typeof contract.query>,
): Promise<z.output<typeof contract.response>> {
  const { id } = await findContact(db, contact_id)
  const after = query.cursor ? readCursor(query.cursor, sort, isInstant) : null
  const offset = after ? 0 : offsetOf(query)
  const where = sql`c.contact_id = ${id} and c.deleted_at is null and ${visibleTo(actor)}`
  const beyond = after ? sql`and (c.created_at, c.id) < (${after.value}::timestamptz, ${after.id})` : sql``
  const [{ rows }, counted] = await Promise.all([
    sql<{ id: number; created_at: Date }>`
      select c.id, c.created_at from conversations c where ${where} ${beyond}
      order by c.created_at desc, c.id desc limit ${query.page_size} offset ${offset}`.execute(db),
    sql<{ count: number }>`
      select count(*) from (select from conversations c where ${where} limit ${deepestRow + 1}) counted`.execute(
      db,
    ),
  ])
  const whole = await hydrate(
    db,
    rows.map((row) => row.id),
    actor.id,
  )
  const last = rows.length === query.page_size ? rows.at(-1) : undefined
  return {
    results: whole.map(presentListItem),
    ...pageFigures(counted.rows[0]?.count ?? 0, query),
    next_cursor: last ? writeCursor(sort, last.created_at.toISOString(), last.id) : null,
  }
}
