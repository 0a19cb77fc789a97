import type { orderedListQuery } from '@parley/contract/conversations/conversation-lists'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../../actor.ts'
import { assertCanReadConversations, visibleTo } from '../../../conversation-access.ts'
import type { Db } from '../../../db/pool.ts'
import { withStatementTimeout } from '../../../db/statement-timeout.ts'
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
import type { ConversationPage } from './list-conversations.ts'
import { listStatusNames } from './status-cache.ts'

/** A list sorted by a time that is not a column that every list can be sorted by. */
export type OrderedList = {
  /** Names the order in cursors. */
  name: string
  /** Yields each conversation once, as `c`. */
  from: RawBuilder<unknown>
  /** Which of them belong to the list. */
  condition: RawBuilder<boolean>
  /** A time that is never null. */
  sorted: RawBuilder<Date>
  descending: boolean
}

/** A page of an ordered list: what the actor may see, within the request's filters. */
export const listOrdered = (
  db: Db,
  actor: Actor,
  list: OrderedList,
  query: z.output<typeof orderedListQuery>,
): Promise<ConversationPage> => {
  assertCanReadConversations(actor)
  return withStatementTimeout(db, async (connection) => {
    const where = await whereOf(connection, actor, list, query.filters)
    const rows = await hydrateSummariesFrom<{ sorted: Date }>(
      connection,
      pageSource(list, where, query),
      actor.id,
      false,
      sql`, wanted.sorted`,
    )
    const last = rows.length === query.page_size ? rows.at(-1) : undefined
    return {
      results: rows.map(presentListItem),
      ...pageMetadata(await count(connection, list, where), query),
      next_cursor: last ? encodeCursor(list.name, last.sorted.toISOString(), last.id) : null,
    }
  })
}

async function whereOf(
  db: Db,
  actor: Actor,
  list: OrderedList,
  filters: string | undefined,
): Promise<RawBuilder<boolean>> {
  const trees = parseFilterTrees(filters)
  const conditions = [list.condition, visibleTo(actor)]
  if (trees.length > 0) {
    const compiled = await compileFilters(db, actor, trees, await listStatusNames(db))
    conditions.push(sql`c.status_id = any(${compiled.status_ids})`, ...compiled.conditions)
  }
  return sql`${sql.join(conditions, sql` and `)}`
}

function pageSource(
  list: OrderedList,
  where: RawBuilder<boolean>,
  query: z.output<typeof orderedListQuery>,
): RawBuilder<unknown> {
  const direction = list.descending ? sql`desc` : sql`asc`
  const after = query.cursor ? decodeCursor(query.cursor, list.name, isValidInstant) : null
  const startCondition = after?.value
    ? sql`(${list.sorted}, c.id) ${list.descending ? sql`<` : sql`>`} (${new Date(after.value)}::timestamptz, ${after.id})`
    : sql`true`
  const offset = after ? 0 : pageOffset(query)
  return sql`(
    select id, sorted, row_number() over (order by sorted ${direction}, id ${direction}) as ord from (
      select c.id, ${list.sorted} as sorted from ${list.from} where ${where} and ${startCondition}
      order by ${list.sorted} ${direction}, c.id ${direction} limit ${query.page_size} offset ${offset}) page) as wanted`
}

/** Counts up to one row past the deepest page. */
async function count(db: Db, list: OrderedList, where: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select from ${list.from} where ${where} limit ${maxOffset + 1}) counted`.execute(db)
  return rows[0]?.count ?? 0
}
