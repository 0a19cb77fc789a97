import type { listQuery } from '@parley/contract/conversation-lists'
import type { ConversationListItem } from '@parley/contract/conversations'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../actor.ts'
import { bounded } from '../../db/bounded.ts'
import type { Db } from '../../db/pool.ts'
import { often } from '../../db/prepare.ts'
import { invalid } from '../../http/errors.ts'
import { parseFilterTrees } from '../../http/filter-rows.ts'
import {
  deepestRow,
  isInstant,
  offsetOf,
  pageFigures,
  readCursor,
  writeCursor,
} from '../../http/list-place.ts'
import { inboxesOf, mustReadConversations } from './access.ts'
import { type Status, statusesColumn, withKnownStatuses } from './known-statuses.ts'
import { compileFilters } from './list-filters.ts'
import { hydrateWanted, presentListItem } from './present.ts'

type ListQuery = z.output<typeof listQuery>
type Page = {
  results: ConversationListItem[]
  total: number
  total_is_estimate: boolean
  per_page: number
  total_pages: number
  page: number
  next_cursor: string | null
}

/** Sorted columns; the nullable ones put rows without a value last, whatever the direction. */
const sorts: Record<string, { nullable: boolean }> = {
  last_message_at: { nullable: false },
  created_at: { nullable: false },
  waiting_since: { nullable: true },
  next_sla_deadline_at: { nullable: true },
  priority_id: { nullable: true },
}

type Asked = { actor: Actor; scope: RawBuilder<boolean>; query: ListQuery }

export const listConversations = (
  db: Db,
  actor: Actor,
  scope: RawBuilder<boolean>,
  query: ListQuery,
): Promise<Page> => withKnownStatuses(db, (statuses) => readPage(db, { actor, scope, query }, statuses))

async function readPage(db: Db, { actor, scope, query }: Asked, known: readonly Status[]) {
  mustReadConversations(actor)
  const trees = parseFilterTrees(query.filters)
  const { status_ids: statusIds, conditions: asked } = await compileFilters(db, actor, trees, known)
  const reached = inboxesOf(actor)
  const conditions = reached ? [reached, ...asked] : asked
  const where = sql<boolean>`${sql.join([sql`c.deleted_at is null`, scope, ...conditions], sql` and `)}`
  const sort = readSort(query)
  const at = readPlace(query, sort)
  // Without further conditions an index fits exactly, whatever the values.
  const repeated = conditions.length === 0
  const find = async (on: Db) =>
    statusIds.length === 0 ? [] : hydrateWanted(on, pageOf(statusIds, where, sort, at), actor.id, repeated)
  const count = (on: Db) => countUpTo(on, statusIds, where, repeated)
  const [rows, { total, statuses }] = repeated
    ? await Promise.all([find(db), count(db)])
    : await bounded(db, async (on) => [await find(on), await count(on)] as const)
  const last = rows.length === query.page_size ? rows.at(-1) : undefined
  const result = {
    results: rows.map(presentListItem),
    ...pageFigures(total, query),
    next_cursor: last ? writeCursor(nameOf(sort), textOf(last[sort.field]), last.id) : null,
  }
  return { statuses, result }
}

type SortField = 'last_message_at' | 'created_at' | 'waiting_since' | 'next_sla_deadline_at' | 'priority_id'
type Sort = { field: SortField; desc: boolean; nullable: boolean }

function readSort({ order_by, order }: ListQuery): Sort {
  const field = order_by ? order_by.replace(/^conversations\./, '') : 'last_message_at'
  const sort = Object.hasOwn(sorts, field) ? sorts[field] : undefined
  if (!sort) throw invalid('order_by', `Conversations cannot be sorted by "${order_by}"`)
  const direction = (order ?? '').toLowerCase()
  if (!['', 'asc', 'desc'].includes(direction)) throw invalid('order', 'The order is "asc" or "desc"')
  const desc = direction === 'desc' || (direction === '' && !order_by)
  return { field: field as SortField, desc, nullable: sort.nullable } // a key of `sorts`
}

type Place = { limit: number; offset: number; after: { value: string | null; id: number } | null }

function readPlace(query: ListQuery, sort: Sort): Place {
  const limit = query.page_size
  if (!query.cursor) return { limit, offset: offsetOf(query), after: null }
  const fits = sort.field === 'priority_id' ? isId : isInstant
  return { limit, offset: 0, after: readCursor(query.cursor, nameOf(sort), fits) }
}

const nameOf = (sort: Sort) => `${sort.field} ${sort.desc ? 'desc' : 'asc'}`
const isId = (value: string) => /^\d{1,15}$/.test(value)

/**
 * One status at a time, in the order of the index that begins with it, and only as far as the page reaches; the few heads are then merged.
 * A single scan over several statuses would have to sort them all. After a cursor, rows without a value are heads of their own, because no
 * index condition covers both them and what lies beyond a value.
 */
function pageOf(
  statusIds: number[],
  where: RawBuilder<boolean>,
  sort: Sort,
  { limit, offset, after }: Place,
): RawBuilder<unknown> {
  const column = sql.ref(`c.${sort.field}`)
  const direction = sort.desc ? sql`desc` : sql`asc`
  const nulls = sort.nullable && sort.desc ? sql`nulls last` : sql``
  const heads = statusIds.flatMap((statusId) =>
    startsOf(sort, column, after).map(
      (start) => sql`(
        select c.id, ${column} as sorted from conversations c
        where c.status_id = ${statusId} and ${where} and ${start}
        order by ${column} ${direction} ${nulls}, c.id ${direction} limit ${limit + offset})`,
    ),
  )
  return sql`(
    select id, row_number() over (order by sorted ${direction} ${nulls}, id ${direction}) as place
    from (${sql.join(heads, sql` union all `)}) heads
    order by sorted ${direction} ${nulls}, id ${direction} limit ${limit} offset ${offset}) as wanted`
}

/** Where a head begins: anywhere, or beyond the cursor's row. */
function startsOf(sort: Sort, column: RawBuilder<unknown>, after: Place['after']): RawBuilder<boolean>[] {
  if (!after) return [sql`true`]
  const { value, id } = after
  const beyond = sort.desc ? sql`<` : sql`>`
  if (value === null) return [sql`${column} is null and c.id ${beyond} ${id}`]
  const valued = sql<boolean>`(${column}, c.id) ${beyond} (${typed(sort, value)}, ${id})`
  return sort.nullable ? [valued, sql<boolean>`${column} is null`] : [valued]
}

const typed = (sort: Sort, value: string) =>
  sort.field === 'priority_id' ? sql`${Number(value)}::bigint` : sql`${new Date(value)}::timestamptz`

type Counted = { total: number; statuses: readonly Status[] }

/** Counts, but no further than one row past the depth of pages. */
async function countUpTo(
  db: Db,
  statusIds: number[],
  where: RawBuilder<boolean>,
  repeated: boolean,
): Promise<Counted> {
  const { rows } = await sql<Counted>`${repeated ? often : sql``}
    select count(*) as total, ${statusesColumn} as statuses
    from (select from conversations c where c.status_id = any(${statusIds}) and ${where} limit ${deepestRow + 1}) counted`.execute(
    db,
  )
  return rows[0] ?? { total: 0, statuses: [] }
}

const textOf = (value: Date | number | null): string | null =>
  value instanceof Date ? value.toISOString() : value === null ? null : String(value)
