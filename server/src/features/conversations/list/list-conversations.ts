import type { listQuery } from '@parley/contract/conversations/conversation-lists'
import type { ConversationListItem } from '@parley/contract/conversations/conversations'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../../actor.ts'
import { assertCanReadConversations, inboxScopeCondition } from '../../../conversation-access.ts'
import type { Db } from '../../../db/pool.ts'
import { prepared } from '../../../db/prepared-statements.ts'
import { withStatementTimeout } from '../../../db/statement-timeout.ts'
import { invalid } from '../../../http/errors.ts'
import {
  decodeCursor,
  encodeCursor,
  isValidInstant,
  maxOffset,
  pageMetadata,
  pageOffset,
} from '../../../http/requests/pagination.ts'
import { parseFilterTrees } from '../../../http/requests/parse-filters.ts'
import { hydrateSummariesFrom, presentListItem } from '../present-conversation.ts'
import { compileFilters } from './compile-filters.ts'
import { type Status, statusesColumn, withCachedStatuses } from './status-cache.ts'

type ListQuery = z.output<typeof listQuery>
export type ConversationPage = {
  results: ConversationListItem[]
  total: number
  total_is_estimate: boolean
  per_page: number
  total_pages: number
  page: number
  next_cursor: string | null
}

/** Sortable columns. Nullable ones put rows without a value last in either direction. */
const sorts: Record<string, { nullable: boolean }> = {
  last_message_at: { nullable: false },
  created_at: { nullable: false },
  waiting_since: { nullable: true },
  next_sla_deadline_at: { nullable: true },
  priority_id: { nullable: true },
}

type ListRequest = { actor: Actor; scope: RawBuilder<boolean>; query: ListQuery }

export const listConversations = (
  db: Db,
  actor: Actor,
  scope: RawBuilder<boolean>,
  query: ListQuery,
): Promise<ConversationPage> =>
  withCachedStatuses(db, (statuses) => readPage(db, { actor, scope, query }, statuses))

async function readPage(db: Db, { actor, scope, query }: ListRequest, cachedStatuses: readonly Status[]) {
  assertCanReadConversations(actor)
  const trees = parseFilterTrees(query.filters)
  const { status_ids: statusIds, conditions: filterConditions } = await compileFilters(
    db,
    actor,
    trees,
    cachedStatuses,
  )
  const inboxScope = inboxScopeCondition(actor)
  const conditions = inboxScope ? [inboxScope, ...filterConditions] : filterConditions
  const where = sql<boolean>`${sql.join([sql`c.deleted_at is null`, scope, ...conditions], sql` and `)}`
  const sort = readSort(query)
  const pageWindow = readPageWindow(query, sort)
  // Without extra conditions one index fits exactly, whatever the values, so the statement can be prepared.
  const usePrepared = conditions.length === 0
  const findRows = async (connection: Db) =>
    statusIds.length === 0
      ? []
      : hydrateSummariesFrom(
          connection,
          pageSource(statusIds, where, sort, pageWindow),
          actor.id,
          usePrepared,
        )
  const count = (connection: Db) => countUpTo(connection, statusIds, where, usePrepared)
  const [rows, { total, statuses }] = usePrepared
    ? await Promise.all([findRows(db), count(db)])
    : await withStatementTimeout(
        db,
        async (connection) => [await findRows(connection), await count(connection)] as const,
      )
  const last = rows.length === query.page_size ? rows.at(-1) : undefined
  const result = {
    results: rows.map(presentListItem),
    ...pageMetadata(total, query),
    next_cursor: last ? encodeCursor(sortKey(sort), cursorValue(last[sort.field]), last.id) : null,
  }
  return { statuses, result }
}

type SortField = 'last_message_at' | 'created_at' | 'waiting_since' | 'next_sla_deadline_at' | 'priority_id'
type Sort = { field: SortField; desc: boolean; nullable: boolean }

function readSort({ order_by, order }: ListQuery): Sort {
  const field = order_by ? order_by.replace(/^conversations\./, '') : 'last_message_at'
  const sort = Object.hasOwn(sorts, field) ? sorts[field] : undefined
  if (!sort) throw invalid('order_by', `Conversations can’t be sorted by "${order_by}"`)
  const direction = (order ?? '').toLowerCase()
  if (!['', 'asc', 'desc'].includes(direction)) throw invalid('order', 'The order is "asc" or "desc"')
  const desc = direction === 'desc' || (direction === '' && !order_by)
  return { field: field as SortField, desc, nullable: sort.nullable } // a key of `sorts`
}

type PageWindow = { limit: number; offset: number; after: { value: string | null; id: number } | null }

function readPageWindow(query: ListQuery, sort: Sort): PageWindow {
  const limit = query.page_size
  if (!query.cursor) return { limit, offset: pageOffset(query), after: null }
  const isValidValue = sort.field === 'priority_id' ? isId : isValidInstant
  return { limit, offset: 0, after: decodeCursor(query.cursor, sortKey(sort), isValidValue) }
}

const sortKey = (sort: Sort) => `${sort.field} ${sort.desc ? 'desc' : 'asc'}`
const isId = (value: string) => /^\d{1,15}$/.test(value)

/**
 * Reads one status at a time in the order of the index that starts with it, no further than the page needs, then merges
 * these heads. A single scan over several statuses would have to sort them all. After a cursor, rows without a value
 * form separate heads, because no index condition covers both them and the rows beyond a value.
 */
function pageSource(
  statusIds: number[],
  where: RawBuilder<boolean>,
  sort: Sort,
  { limit, offset, after }: PageWindow,
): RawBuilder<unknown> {
  const column = sql.ref(`c.${sort.field}`)
  const direction = sort.desc ? sql`desc` : sql`asc`
  const nulls = sort.nullable && sort.desc ? sql`nulls last` : sql``
  const heads = statusIds.flatMap((statusId) =>
    cursorConditions(sort, column, after).map(
      (startCondition) => sql`(
        select c.id, ${column} as sorted from conversations c
        where c.status_id = ${statusId} and ${where} and ${startCondition}
        order by ${column} ${direction} ${nulls}, c.id ${direction} limit ${limit + offset})`,
    ),
  )
  return sql`(
    select id, row_number() over (order by sorted ${direction} ${nulls}, id ${direction}) as ord
    from (${sql.join(heads, sql` union all `)}) heads
    order by sorted ${direction} ${nulls}, id ${direction} limit ${limit} offset ${offset}) as wanted`
}

/** Where a head starts: at its beginning, or after the row of the cursor. */
function cursorConditions(
  sort: Sort,
  column: RawBuilder<unknown>,
  after: PageWindow['after'],
): RawBuilder<boolean>[] {
  if (!after) return [sql`true`]
  const { value, id } = after
  const comparison = sort.desc ? sql`<` : sql`>`
  if (value === null) return [sql`${column} is null and c.id ${comparison} ${id}`]
  const afterValue = sql<boolean>`(${column}, c.id) ${comparison} (${typedValue(sort, value)}, ${id})`
  return sort.nullable ? [afterValue, sql<boolean>`${column} is null`] : [afterValue]
}

const typedValue = (sort: Sort, value: string) =>
  sort.field === 'priority_id' ? sql`${Number(value)}::bigint` : sql`${new Date(value)}::timestamptz`

type CountResult = { total: number; statuses: readonly Status[] }

/** Counts up to one row past the deepest page. */
async function countUpTo(
  db: Db,
  statusIds: number[],
  where: RawBuilder<boolean>,
  usePrepared: boolean,
): Promise<CountResult> {
  const { rows } = await sql<CountResult>`${usePrepared ? prepared : sql``}
    select count(*) as total, ${statusesColumn} as statuses
    from (select from conversations c where c.status_id = any(${statusIds}) and ${where} limit ${maxOffset + 1}) counted`.execute(
    db,
  )
  return rows[0] ?? { total: 0, statuses: [] }
}

const cursorValue = (value: Date | number | null): string | null =>
  value instanceof Date ? value.toISOString() : value === null ? null : String(value)
