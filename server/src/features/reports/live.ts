import type { LiveMeasure } from '@parley/contract/report-measures'
import type { Breakdown } from '@parley/contract/reports'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Filters } from './scope.ts'

/** `conversations c` that are not closed, as the index `conversations_open` has them with all that is asked of them here. */
const isOpen = sql`c.deleted_at is null and c.status_category <> 'closed'`

/** What is so at this moment, of those (api-contract 4.23). */
export const liveConditions: Record<LiveMeasure, RawBuilder<unknown>> = {
  open: sql`true`,
  awaiting_response: sql`c.last_message_sender = 'contact'`,
  unassigned: sql`c.assigned_user_id is null`,
  pending: sql`c.first_reply_at is null`,
}

export function liveIn({ inbox_id, team_id, agent_id, tag_id }: Filters): RawBuilder<unknown> {
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

/** How many are open now of each; 0 is nobody. */
export async function openBy(db: Db, by: Breakdown, filters: Filters): Promise<ReadonlyMap<number, number>> {
  const { rows } = await (by === 'tag' ? openByTag(filters) : openByColumn(columns[by], filters)).execute(db)
  return new Map(rows.map(({ id, open }) => [id, open]))
}

const columns = {
  agent: sql`c.assigned_user_id`,
  team: sql`c.assigned_team_id`,
  inbox: sql`c.inbox_id`,
}
type Open = { id: number; open: number }

const openByColumn = (column: RawBuilder<unknown>, filters: Filters) => sql<Open>`
  select coalesce(${column}, 0) as id, count(*)::bigint as open from conversations c where ${liveIn(filters)} group by 1`

/**
 * Tags are sought by an array of those that are open, which walks the index once from one to the next: a join reads all tags that
 * conversations ever had.
 */
const openByTag = (filters: Filters) => sql<Open>`
  with open as materialized (select array(select c.id from conversations c where ${liveIn(filters)}) as ids),
    tagged as materialized (
      select conversation_id, tag_id from conversation_tags where conversation_id = any((select ids from open)::bigint[]))
  select tag_id as id, count(*)::bigint as open from tagged group by 1
  union all
  select 0, (select cardinality(ids) from open) - (select count(distinct conversation_id) from tagged)`
