import type { listContacts as contract } from '@parley/contract/contacts/contacts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../actor.ts'
import { visibleTo } from '../../conversation-access.ts'
import type { Db } from '../../db/pool.ts'
import { withStatementTimeout } from '../../db/statement-timeout.ts'
import { invalid } from '../../http/errors.ts'
import {
  decodeCursor,
  encodeCursor,
  isValidInstant,
  maxOffset,
  pageMetadata,
  pageOffset,
} from '../../http/requests/pagination.ts'
import {
  compileContactFilters,
  containsAllWords,
  isSimilarToWords,
  toSearchWords,
  withSimilarityThreshold,
} from './contact-filters.ts'
import type { ContactRow } from './contact-row.ts'
import { presentContactCompact } from './get-contact.ts'

type Query = z.output<typeof contract.query>
type Page = z.output<typeof contract.response>

/** Sort orders. The expressions are never null. */
const sorts: Record<
  string,
  { expression: RawBuilder<unknown>; cursorValue(row: ContactRow): string; isTimestamp: boolean }
> = {
  created_at: {
    expression: sql`created_at`,
    cursorValue: (row) => row.created_at.toISOString(),
    isTimestamp: true,
  },
  updated_at: {
    expression: sql`updated_at`,
    cursorValue: (row) => row.updated_at.toISOString(),
    isTimestamp: true,
  },
  email: {
    expression: sql`coalesce(lower(email), '')`,
    cursorValue: (row) => (row.email ?? '').toLowerCase(),
    isTimestamp: false,
  },
  last_name: {
    expression: sql`lower(last_name)`,
    cursorValue: (row) => row.last_name.toLowerCase(),
    isTimestamp: false,
  },
}

/** One page of contacts. If no name or address contains the search text, falls back to similar ones. */
export async function listContacts(db: Db, actor: Actor, query: Query): Promise<Page> {
  const words = toSearchWords(query.search ?? '')
  if (words.length === 0 && !query.filters) return readPage(db, actor, query, sql`true`)
  const page = await withStatementTimeout(db, (trx) =>
    readPage(trx, actor, query, words.length > 0 ? containsAllWords(words) : sql`true`),
  )
  const longWords = words.filter((word) => word.length >= 3)
  if (page.total > 0 || longWords.length === 0) return page
  return withSimilarityThreshold(db, (trx) => readPage(trx, actor, query, isSimilarToWords(longWords)))
}

async function readPage(
  db: Db,
  actor: Actor,
  query: Query,
  searchCondition: RawBuilder<unknown>,
): Promise<Page> {
  const { name, sort, desc } = readSort(query)
  const sortKey = `${name} ${desc ? 'desc' : 'asc'}`
  const after = query.cursor
    ? decodeCursor(query.cursor, sortKey, sort.isTimestamp ? isValidInstant : () => true)
    : null
  const offset = after ? 0 : pageOffset(query)
  const where = sql.join(
    [
      sql`deleted_at is null`,
      searchCondition,
      blockedCondition(query.blocked),
      ...compileContactFilters(query.filters),
    ],
    sql` and `,
  )
  const direction = desc ? sql`desc` : sql`asc`
  const afterCondition = after
    ? sql`and (${sort.expression}, id) ${desc ? sql`<` : sql`>`} (${after.value ?? ''}::${sort.isTimestamp ? sql`timestamptz` : sql`text`}, ${after.id})`
    : sql``
  const order = sql`order by ${sort.expression} ${direction}, id ${direction}`
  const page = await sql<ContactRow & { last_conversation_at: Date | null }>`
    select k.*, (select max(c.last_message_at) from conversations c
      where c.contact_id = k.id and c.deleted_at is null and ${visibleTo(actor)}) as last_conversation_at
    from (select * from contacts where ${where} ${afterCondition} ${order} limit ${query.page_size} offset ${offset}) k
    ${order}`.execute(db)
  const countResult = await sql<{ count: number }>`
    select count(*) from (select from contacts where ${where} limit ${maxOffset + 1}) counted`.execute(db)
  const last = page.rows.length === query.page_size ? page.rows.at(-1) : undefined
  return {
    results: page.rows.map((row) => ({
      ...presentContactCompact(row),
      last_conversation_at: row.last_conversation_at?.toISOString() ?? null,
    })),
    ...pageMetadata(countResult.rows[0]?.count ?? 0, query),
    next_cursor: last ? encodeCursor(sortKey, sort.cursorValue(last), last.id) : null,
  }
}

const blockedCondition = (blocked: Query['blocked']) =>
  blocked === undefined ? sql`true` : blocked === 'true' ? sql`not enabled` : sql`enabled`

function readSort({ order_by, order }: Query) {
  const name = order_by ? order_by.replace(/^users\./, '') : 'created_at'
  const sort = Object.hasOwn(sorts, name) ? sorts[name] : undefined
  if (!sort) throw invalid('order_by', `Contacts can’t be sorted by "${order_by}"`)
  const direction = (order ?? '').toLowerCase()
  if (!['', 'asc', 'desc'].includes(direction)) throw invalid('order', 'The order is "asc" or "desc"')
  return { name, sort, desc: direction === 'desc' || (direction === '' && !order_by) }
}
