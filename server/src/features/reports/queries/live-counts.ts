import type { LiveMeasure } from '@parley/contract/reports/report-measures'
import type { Breakdown } from '@parley/contract/reports/reports'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { ReportFilters } from './report-scope.ts'

/** Conversations `c` that are not closed; everything filtered here is in the index `conversations_open`. */
const isOpen = sql`c.deleted_at is null and c.status_category <> 'closed'`

/** Conditions on open conversations (docs/spec/wire.md#overview-reports). */
export const liveConditions: Record<LiveMeasure, RawBuilder<unknown>> = {
  open: sql`true`,
  awaiting_response: sql`c.last_message_sender = 'contact'`,
  unassigned: sql`c.assigned_user_id is null`,
  pending: sql`c.first_reply_at is null`,
}

export function liveCondition({ inbox_id, team_id, agent_id, tag_id }: ReportFilters): RawBuilder<unknown> {
  return sql.join(
    [
      isOpen,
      ...(inbox_id === undefined ? [] : [sql`c.inbox_id = ${inbox_id}`]),
      ...(team_id === undefined ? [] : [sql`c.assigned_team_id = ${team_id}`]),
      ...(agent_id === undefined ? [] : [sql`c.assigned_user_id = ${agent_id}`]),
      ...(tag_id === undefined
        ? []
        : [
            sql`exists (select from conversation_tags ct where ct.conversation_id = c.id and ct.tag_id = ${tag_id})`,
          ]),
    ],
    sql` and `,
  )
}

/** Number of open conversations per id; 0 is unattributed. */
export async function countOpenBy(
  db: Db,
  by: Breakdown,
  filters: ReportFilters,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await (by === 'tag' ? openByTag(filters) : openByColumn(columns[by], filters)).execute(db)
  return new Map(rows.map(({ id, open }) => [id, open]))
}

const columns = {
  agent: sql`c.assigned_user_id`,
  team: sql`c.assigned_team_id`,
  inbox: sql`c.inbox_id`,
}
type Open = { id: number; open: number }

const openByColumn = (column: RawBuilder<unknown>, filters: ReportFilters) => sql<Open>`
  select coalesce(${column}, 0) as id, count(*)::bigint as open from conversations c where ${liveCondition(filters)} group by 1`

/**
 * Looks up tags with an array of the open conversations, which scans the index once in order. A join would read all tags of all
 * conversations.
 */
const openByTag = (filters: ReportFilters) => sql<Open>`
  with open as materialized (select array(select c.id from conversations c where ${liveCondition(filters)}) as ids),
    tagged as materialized (
      select conversation_id, tag_id from conversation_tags where conversation_id = any((select ids from open)::bigint[]))
  select tag_id as id, count(*)::bigint as open from tagged group by 1
  union all
  select 0, (select cardinality(ids) from open) - (select count(distinct conversation_id) from tagged)`
