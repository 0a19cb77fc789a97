import type { ActivityLog, listActivityLogs as contract } from '@parley/contract/activity-log/activity-log'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../db/pool.ts'
import { withStatementTimeout } from '../../db/statement-timeout.ts'
import { formatCsv } from '../../http/csv/format-csv.ts'
import { invalid } from '../../http/errors.ts'
import {
  decodeCursor,
  encodeCursor,
  isValidInstant,
  maxOffset,
  pageMetadata,
  pageOffset,
} from '../../http/requests/pagination.ts'
import { activityTypeColumn, type EntryRow, entryCondition, ipColumn } from './entry-conditions.ts'
import { loadNames } from './name-lookup.ts'
import { describeEntry, formatValue, presentEntry } from './present-entry.ts'

type Query = z.output<typeof contract.query>
type Page = z.output<typeof contract.response>

/** Newest first by default. */
export const listActivityLogs = (db: Db, query: Query): Promise<Page> =>
  withStatementTimeout(db, async (trx) => {
    const where = entryCondition(query.filters)
    const sort = readSort(query)
    const after = query.cursor ? decodeCursor(query.cursor, sort.name, isValidInstant) : null
    const pageWindow = { after, limit: query.page_size, offset: after ? 0 : pageOffset(query) }
    const results = await readEntries(trx, where, sort, pageWindow)
    const { rows } = await sql<{ count: number }>`
      select count(*) from (select from events e where ${where} limit ${maxOffset + 1}) counted`.execute(trx)
    const last = results.length === query.page_size && sort.supportsCursor ? results.at(-1) : undefined
    return {
      results,
      ...pageMetadata(rows[0]?.count ?? 0, query),
      next_cursor: last ? encodeCursor(sort.name, last.created_at, last.id) : null,
    }
  })

const header = ['Time', 'Who', 'By', 'Activity', 'Description', 'Kind', 'Name', 'Changes', 'IP address']

/** CSV export: the first 10,000 entries, as many as the pages show. */
export const exportActivityLogs = (db: Db, query: Omit<Query, 'page' | 'page_size'>): Promise<Buffer> =>
  withStatementTimeout(db, async (trx) => {
    const pageWindow = { after: null, limit: maxOffset, offset: 0 }
    const entries = await readEntries(trx, entryCondition(query.filters), readSort(query), pageWindow)
    return formatCsv([
      header,
      ...entries.map((entry) => [
        entry.created_at,
        entry.actor_name ?? '',
        entry.actor_kind,
        entry.activity_type,
        entry.activity_description,
        entry.target_model_type,
        entry.target_name ?? '',
        entry.changes
          .map(
            ({ field, before, after, before_name, after_name }) =>
              `${field}: ${before_name ?? formatValue(before)} → ${after_name ?? formatValue(after)}`,
          )
          .join('; '),
        entry.ip,
      ]),
    ])
  })

type Sort = { name: string; expression: RawBuilder<unknown>; desc: boolean; supportsCursor: boolean }
type PageWindow = { after: { value: string | null; id: number } | null; limit: number; offset: number }

async function readEntries(
  db: Db,
  where: RawBuilder<boolean>,
  { expression, desc, supportsCursor }: Sort,
  { after, limit, offset }: PageWindow,
): Promise<ActivityLog[]> {
  const direction = desc ? sql`desc` : sql`asc`
  const afterCondition =
    after && supportsCursor
      ? sql`and (e.at, e.id) ${desc ? sql`<` : sql`>`} (${after.value ?? ''}::timestamptz, ${after.id})`
      : sql``
  const { rows } = await sql<EntryRow>`
    select e.id, e.at, e.type, ${activityTypeColumn} as activity_type, e.actor_kind, e.actor_id, e.object_type, e.object_id, e.changes, ${ipColumn} as ip
    from events e where ${where} ${afterCondition}
    order by ${expression} ${direction} nulls last, e.at ${direction}, e.id ${direction} limit ${limit} offset ${offset}`.execute(
    db,
  )
  const names = await loadNames(db, rows)
  return rows.map((row) => {
    const entry = presentEntry(row, names)
    return { ...entry, activity_description: describeEntry(row.type, entry) }
  })
}

const sorts: Record<string, RawBuilder<unknown>> = {
  created_at: sql`e.at`,
  activity_type: sql`(${activityTypeColumn})`,
  actor_id: sql`e.actor_id`,
  ip: sql`${ipColumn}`,
}

function readSort({ order_by, order }: Pick<Query, 'order_by' | 'order'>): Sort {
  const field = order_by ? order_by.replace(/^activity_logs\./, '') : 'created_at'
  const expression = Object.hasOwn(sorts, field) ? sorts[field] : undefined
  if (!expression) throw invalid('order_by', `The activity log can’t be sorted by "${order_by}"`)
  const direction = (order ?? '').toLowerCase()
  if (!['', 'asc', 'desc'].includes(direction)) throw invalid('order', 'The order is "asc" or "desc"')
  const desc = direction === 'desc' || (direction === '' && field === 'created_at')
  // A cursor works only when sorting by time.
  return {
    name: `${field} ${desc ? 'desc' : 'asc'}`,
    expression,
    desc,
    supportsCursor: field === 'created_at',
  }
}
