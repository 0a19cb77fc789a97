import { conversationSorts } from '@parley/contract/conversations/conversation-lists'
import type pg from 'pg'
import type { Bounds } from './bounds.ts'
import type { Session } from './browser.ts'
import { callerBaseline, listRowsSql, type Statement, timeStatements } from './db-baseline.ts'
import { percentilesOf, type Timed } from './metrics.ts'
import { repeat } from './repeat.ts'
import type { Target } from './target.ts'

export type ListCall = { name: string; path: string; baseline: Statement[] }

type Answer = { data: { results: unknown[] } }

/** Rows of a full page. */
export const pageSize = 50
// Each baseline is prepared under its own statement name.
let prepared = 0

/** Every combination of list, status and sort: page 1 and page 20. */
export function listCalls(target: Target): ListCall[] {
  const scopes = [
    {
      name: 'assigned',
      path: '/api/v1/conversations/assigned',
      where: `assigned_user_id = ${target.agent_id}`,
    },
    {
      name: 'unassigned',
      path: '/api/v1/conversations/unassigned',
      where: 'assigned_user_id is null and coalesce(assigned_team_id, 0) = 0',
    },
    { name: 'all', path: '/api/v1/conversations/all', where: 'true' },
    {
      name: 'team',
      path: `/api/v1/teams/${target.team_id}/conversations/unassigned`,
      where: `assigned_user_id is null and coalesce(assigned_team_id, 0) = ${target.team_id}`,
    },
  ]
  const statuses = [...target.statuses.map((status) => [status]), target.statuses]
  return scopes.flatMap((scope) =>
    statuses.flatMap((status) =>
      Object.entries(conversationSorts).flatMap(([sort, { field, order }]) =>
        [1, 20].map((page): ListCall => {
          const [only, more] = status
          const label = only && !more ? only.name : 'Any'
          const name = `${scope.name} · ${label} · ${sort} · page ${page}`
          const query = new URLSearchParams({
            page: String(page),
            page_size: String(pageSize),
            order_by: `conversations.${field}`,
            order,
            ...(label !== 'Any' && {
              filters: JSON.stringify([
                { model: 'conversation_statuses', field: 'name', operator: 'equals', value: label },
              ]),
            }),
          })
          const ids = status.map(({ id }) => id)
          return {
            name,
            path: `${scope.path}?${query}`,
            baseline: listBaseline(scope.where, ids, field, order, page, target.agent_id),
          }
        }),
      ),
    ),
  )
}

/** The page from the best possible index with everything it shows in one statement, and the bounded count in a second one. */
function listBaseline(
  where: string,
  statuses: number[],
  field: string,
  order: string,
  page: number,
  reader: number,
): Statement[] {
  const offset = (page - 1) * pageSize
  const last = order === 'desc' && field === 'priority_id' ? 'nulls last' : ''
  const heads = statuses.map(
    (status) => `(select id, ${field} as sorted from conversations
      where status_id = ${status} and deleted_at is null and ${where}
      order by ${field} ${order} ${last}, id ${order} limit ${pageSize + offset})`,
  )
  const ids = `select id, row_number() over (order by sorted ${order} ${last}, id ${order}) as place
    from (${heads.join(' union all ')}) heads order by 2 limit ${pageSize} offset ${offset}`
  const counts = statuses.map(
    (status) =>
      `(select from conversations where status_id = ${status} and deleted_at is null and ${where} limit 10001)`,
  )
  const name = `list ${++prepared}`
  return [
    callerBaseline(reader),
    { name: `${name} page`, text: listRowsSql(ids, String(reader)), values: [] },
    {
      name: `${name} count`,
      text: `select count(*) from (select from (${counts.join(' union all ')}) statuses limit 10001) counts`,
      values: [],
    },
  ]
}

/** Alternates between the list and its baseline, so that both run under the same conditions. */
export async function measureList(
  browser: Session,
  client: pg.Client,
  call: ListCall,
  { list_repetitions, warm_ups, seconds_per_call }: Bounds,
): Promise<Timed> {
  const [server, baseline]: number[][] = [[], []]
  let rows = 0
  await repeat(list_repetitions + warm_ups, seconds_per_call, async (n) => {
    const { ms, text } = await browser.get(call.path)
    // The response follows the contract.
    if (n === 0) rows = (JSON.parse(text) as Answer).data.results.length
    const baselineMs = await timeStatements(client, call.baseline)
    // Warm-up runs fill caches and plans.
    if (n < warm_ups) return
    server?.push(ms)
    baseline?.push(baselineMs)
  })
  return {
    name: call.name,
    server: percentilesOf(server ?? []),
    baseline: percentilesOf(baseline ?? []),
    queries: null,
    target: { p95: 10, times_baseline: 3 },
    rows,
  }
}
