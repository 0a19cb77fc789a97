import type { ActivityLog, listActivityLogs as contract } from '@parley/contract/activity-log'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { bounded } from '../../db/bounded.ts'
import type { Db } from '../../db/pool.ts'
import { csvFile } from '../../http/csv.ts'
import { invalid } from '../../http/errors.ts'
import {
  deepestRow,
  isInstant,
  offsetOf,
  pageFigures,
  readCursor,
  writeCursor,
} from '../../http/list-place.ts'
import { activityType, type EntryRow, entriesThat, ipOf } from './entries.ts'
import { namesOf } from './names.ts'
import { describe, presentEntry, wordsOf } from './present.ts'

type Query = z.output<typeof contract.query>
type Page = z.output<typeof contract.response>

/** The newest first, when nothing else is asked for. */
export const listActivityLogs = (db: Db, query: Query): Promise<Page> =>
  bounded(db, async (trx) => {
    const where = entriesThat(query.filters)
    const sort = readSort(query)
    const after = query.cursor ? readCursor(query.cursor, sort.name, isInstant) : null
    const place = { after, limit: query.page_size, offset: after ? 0 : offsetOf(query) }
    const results = await readEntries(trx, where, sort, place)
    const { rows } = await sql<{ count: number }>`
      select count(*) from (select from events e where ${where} limit ${deepestRow + 1}) counted`.execute(trx)
    const last = results.length === query.page_size && sort.goesOn ? results.at(-1) : undefined
    return {
      results,
      ...pageFigures(rows[0]?.count ?? 0, query),
      next_cursor: last ? writeCursor(sort.name, last.created_at, last.id) : null,
    }
  })

const header = ['Time', 'Who', 'By', 'Activity', 'Description', 'Kind', 'Name', 'Changes', 'IP address']

/** As a file for spreadsheets: the first 10,000 entries, as many as pages show. */
export const exportActivityLogs = (db: Db, query: Omit<Query, 'page' | 'page_size'>): Promise<Buffer> =>
  bounded(db, async (trx) => {
    const all = { after: null, limit: deepestRow, offset: 0 }
    const entries = await readEntries(trx, entriesThat(query.filters), readSort(query), all)
    return csvFile([
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
              `${field}: ${before_name ?? wordsOf(before)} → ${after_name ?? wordsOf(after)}`,
          )
          .join('; '),
        entry.ip,
      ]),
    ])
  })

type Sort = { name: string; by: RawBuilder<unknown>; desc: boolean; goesOn: boolean }
type Place = { after: { value: string | null; id: number } | null; limit: number; offset: number }

async function readEntries(
  db: Db,
  where: RawBuilder<boolean>,
  { by, desc, goesOn }: Sort,
  { after, limit, offset }: Place,
): Promise<ActivityLog[]> {
  const direction = desc ? sql`desc` : sql`asc`
  const beyond =
    after && goesOn
      ? sql`and (e.at, e.id) ${desc ? sql`<` : sql`>`} (${after.value ?? ''}::timestamptz, ${after.id})`
      : sql``
  const { rows } = await sql<EntryRow>`
    select e.id, e.at, e.type, ${activityType} as activity_type, e.actor_kind, e.actor_id, e.object_type, e.object_id, e.changes, ${ipOf} as ip
    from events e where ${where} ${beyond}
    order by ${by} ${direction} nulls last, e.at ${direction}, e.id ${direction} limit ${limit} offset ${offset}`.execute(
    db,
  )
  const names = await namesOf(db, rows)
  return rows.map((row) => {
    const entry = presentEntry(row, names)
    return { ...entry, activity_description: describe(row.type, entry) }
  })
}

const sorts: Record<string, RawBuilder<unknown>> = {
  created_at: sql`e.at`,
  activity_type: sql`(${activityType})`,
  actor_id: sql`e.actor_id`,
  ip: sql`${ipOf}`,
}

function readSort({ order_by, order }: Pick<Query, 'order_by' | 'order'>): Sort {
  const field = order_by ? order_by.replace(/^activity_logs\./, '') : 'created_at'
  const by = Object.hasOwn(sorts, field) ? sorts[field] : undefined
  if (!by) throw invalid('order_by', `The activity log cannot be sorted by "${order_by}"`)
  const direction = (order ?? '').toLowerCase()
  if (!['', 'asc', 'desc'].includes(direction)) throw invalid('order', 'The order is "asc" or "desc"')
  const desc = direction === 'desc' || (direction === '' && field === 'created_at')
  // Only of the instant does a cursor say where to go on.
  return { name: `${field} ${desc ? 'desc' : 'asc'}`, by, desc, goesOn: field === 'created_at' }
}
