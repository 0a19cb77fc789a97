import { type ListCounts, maxListCount } from '@parley/contract/conversations/conversation-lists'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../actor.ts'
import { inboxScopeCondition, maySeeAnyList, visibleTo } from '../../../conversation-access.ts'
import type { Db } from '../../../db/pool.ts'
import { prepared } from '../../../db/prepared-statements.ts'
import { AppError } from '../../../http/errors.ts'
import { readFilterTrees } from '../../../http/requests/parse-filters.ts'
import { usedViews, viewGroupOrder, viewOrder } from '../../../view-access.ts'
import { compileFilters, type ListFilters } from './compile-filters.ts'
import { assignedTo, unassignedIn } from './list-scopes.ts'
import { listStatusNames, type Status } from './status-cache.ts'

/**
 * A view's filters can match any share of the rows, so they run only on this many of the newest conversations per
 * status (about 2 ms).
 */
const newestPerStatus = 2_000
/** Only the first views of the sidebar are counted; it does not show more at once. */
const maxViews = 30

/** Counts for the sidebar. Each count stops at 100 rows or at the end of the rows it may examine. */
export async function countLists(db: Db, actor: Actor): Promise<ListCounts> {
  const may = (list: string) =>
    actor.permissions.has('conversations:read') && actor.permissions.has(`conversations:${list}`)
  const inboxScope = inboxScopeCondition(actor)
  const withinInboxScope = (list: RawBuilder<boolean>) =>
    inboxScope ? sql<boolean>`${list} and ${inboxScope}` : list
  const team_ids = may('read_team_inbox') ? [...actor.team_ids] : []
  const [assigned, unassigned, teams, views] = await Promise.all([
    may('read_assigned') ? countOpen(db, withinInboxScope(assignedTo(actor.id))) : null,
    may('read_unassigned') ? countOpen(db, withinInboxScope(unassignedIn(null))) : null,
    countTeams(db, team_ids, withinInboxScope),
    maySeeAnyList(actor) ? countViews(db, actor) : [],
  ])
  return { assigned, unassigned, teams, views }
}

/** Index-only scan over the index that starts with scope and status. */
async function countOpen(db: Db, scope: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ count: number }>`${prepared}
    select count(*) from (
      select from conversations c where c.deleted_at is null and ${scope}
        and c.status_id = (select id from statuses where name = 'Open')
      limit ${maxListCount}) counted`.execute(db)
  return rows[0]?.count ?? 0
}

/** Sequential, like the views below, so that an agent in many teams does not use every connection of the pool. */
async function countTeams(
  db: Db,
  ids: readonly number[],
  withinInboxScope: (scope: RawBuilder<boolean>) => RawBuilder<boolean>,
): Promise<ListCounts['teams']> {
  const counts: ListCounts['teams'] = []
  for (const id of ids) counts.push({ id, count: await countOpen(db, withinInboxScope(unassignedIn(id))) })
  return counts
}

async function countViews(db: Db, actor: Actor): Promise<ListCounts['views']> {
  const counts: ListCounts['views'] = []
  const statuses = await listStatusNames(db)
  const views = await sql<{ id: number; filters: unknown }>`
    select v.id, v.filters from views v left join teams t on t.id = v.team_id
    where ${usedViews(actor)} order by ${viewGroupOrder}, ${viewOrder} limit ${maxViews}`.execute(db)
  for (const { id, filters } of views.rows) {
    const compiled = await tryCompileFilters(db, actor, filters, statuses)
    counts.push({ id, count: compiled && (await countMatches(db, actor, compiled)) })
  }
  return counts
}

/**
 * Null for filters that are no longer valid, for example because an attribute was deleted. Opening the view reports the
 * error.
 */
async function tryCompileFilters(
  db: Db,
  actor: Actor,
  filters: unknown,
  statuses: readonly Status[],
): Promise<ListFilters | null> {
  try {
    return await compileFilters(db, actor, readFilterTrees(filters), statuses)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** Null when rows that were not examined might match too. */
async function countMatches(
  db: Db,
  actor: Actor,
  { status_ids, conditions }: ListFilters,
): Promise<number | null> {
  if (status_ids.length === 0) return 0
  const heads = status_ids.map(
    (id) => sql`(select * from conversations where status_id = ${id} and deleted_at is null
      order by last_message_at desc, id desc limit ${newestPerStatus})`,
  )
  const older = status_ids.map(
    (id) => sql`exists (select from conversations where status_id = ${id} and deleted_at is null
      order by last_message_at desc, id desc offset ${newestPerStatus})`,
  )
  const { rows } = await sql<{ count: number; is_exact: boolean }>`
    select count, count = ${maxListCount} or not (${sql.join(older, sql` or `)}) as is_exact from (
      select count(*) from (
        select from (${sql.join(heads, sql` union all `)}) c
        where ${sql.join([visibleTo(actor), ...conditions], sql` and `)} limit ${maxListCount}) fitting) counted`.execute(
    db,
  )
  const [row] = rows
  return row?.is_exact ? row.count : null
}
