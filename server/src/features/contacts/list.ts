import type { listContacts as contract } from '@parley/contract/contacts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../actor.ts'
import { bounded } from '../../db/bounded.ts'
import type { Db } from '../../db/pool.ts'
import { invalid } from '../../http/errors.ts'
import {
  deepestRow,
  isInstant,
  offsetOf,
  pageFigures,
  readCursor,
  writeCursor,
} from '../../http/list-place.ts'
import { visibleTo } from '../conversations/access.ts'
import type { ContactRow } from './contact-row.ts'
import { presentContactCompact } from './get.ts'
import { contactConditions, holdsWords, isLikeWords, withLikeness, wordsOf } from './list-filters.ts'

type Query = z.output<typeof contract.query>
type Page = z.output<typeof contract.response>

/** What contacts are sorted by: an expression that is never null. */
const sorts: Record<string, { by: RawBuilder<unknown>; read(row: ContactRow): string; instant: boolean }> = {
  created_at: { by: sql`created_at`, read: (row) => row.created_at.toISOString(), instant: true },
  updated_at: { by: sql`updated_at`, read: (row) => row.updated_at.toISOString(), instant: true },
  email: {
    by: sql`coalesce(lower(email), '')`,
    read: (row) => (row.email ?? '').toLowerCase(),
    instant: false,
  },
  last_name: { by: sql`lower(last_name)`, read: (row) => row.last_name.toLowerCase(), instant: false },
}

/** A page of the contacts. When no name or address holds what is searched for, those that nearly do. */
export async function listContacts(db: Db, actor: Actor, query: Query): Promise<Page> {
  const words = wordsOf(query.search ?? '')
  if (words.length === 0 && !query.filters) return readPage(db, actor, query, sql`true`)
  const page = await bounded(db, (trx) =>
    readPage(trx, actor, query, words.length > 0 ? holdsWords(words) : sql`true`),
  )
  const long = words.filter((word) => word.length >= 3)
  if (page.total > 0 || long.length === 0) return page
  return withLikeness(db, (trx) => readPage(trx, actor, query, isLikeWords(long)))
}

async function readPage(db: Db, actor: Actor, query: Query, searched: RawBuilder<unknown>): Promise<Page> {
  const { name, sort, desc } = readSort(query)
  const key = `${name} ${desc ? 'desc' : 'asc'}`
  const after = query.cursor ? readCursor(query.cursor, key, sort.instant ? isInstant : () => true) : null
  const offset = after ? 0 : offsetOf(query)
  const where = sql.join(
    [sql`deleted_at is null`, searched, blockedCondition(query.blocked), ...contactConditions(query.filters)],
    sql` and `,
  )
  const direction = desc ? sql`desc` : sql`asc`
  const beyond = after
    ? sql`and (${sort.by}, id) ${desc ? sql`<` : sql`>`} (${after.value ?? ''}::${sort.instant ? sql`timestamptz` : sql`text`}, ${after.id})`
    : sql``
  const order = sql`order by ${sort.by} ${direction}, id ${direction}`
  const page = await sql<ContactRow & { last_conversation_at: Date | null }>`
    select k.*, (select max(c.last_message_at) from conversations c
      where c.contact_id = k.id and c.deleted_at is null and ${visibleTo(actor)}) as last_conversation_at
    from (select * from contacts where ${where} ${beyond} ${order} limit ${query.page_size} offset ${offset}) k
    ${order}`.execute(db)
  const counted = await sql<{ count: number }>`
    select count(*) from (select from contacts where ${where} limit ${deepestRow + 1}) counted`.execute(db)
  const last = page.rows.length === query.page_size ? page.rows.at(-1) : undefined
  return {
    results: page.rows.map((row) => ({
      ...presentContactCompact(row),
      last_conversation_at: row.last_conversation_at?.toISOString() ?? null,
    })),
    ...pageFigures(counted.rows[0]?.count ?? 0, query),
    next_cursor: last ? writeCursor(key, sort.read(last), last.id) : null,
  }
}

const blockedCondition = (blocked: Query['blocked']) =>
  blocked === undefined ? sql`true` : blocked === 'true' ? sql`not enabled` : sql`enabled`

function readSort({ order_by, order }: Query) {
  const name = order_by ? order_by.replace(/^users\./, '') : 'created_at'
  const sort = Object.hasOwn(sorts, name) ? sorts[name] : undefined
  if (!sort) throw invalid('order_by', `Contacts cannot be sorted by "${order_by}"`)
  const direction = (order ?? '').toLowerCase()
  if (!['', 'asc', 'desc'].includes(direction)) throw invalid('order', 'The order is "asc" or "desc"')
  return { name, sort, desc: direction === 'desc' || (direction === '' && !order_by) }
}
