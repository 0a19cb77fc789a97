import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { DB } from '../../../db/schema.ts'
import type { ConversationRow } from '../../../spine/record.ts'
import { phasesOf } from '../phases.ts'
import { saidIn } from '../turns.ts'
import type { History } from './judge.ts'
import type { Actual } from './tally.ts'

/** As many statements at once as leave the others their connections. */
const atOnce = 4

/** What happened to these conversations, and what became of the promises that were in force. */
export async function historiesOf(
  db: Db,
  rows: readonly ConversationRow[],
  with_turns: boolean,
): Promise<Map<number, { history: History; actual: Actual[] }>> {
  const ids = rows.map(({ id }) => id)
  const said = with_turns ? await saidIn(db, ids) : new Map()
  const first = with_turns ? await firstMessages(db, ids) : new Map()
  const actual = await actualOf(db, ids)
  const histories = new Map<number, { history: History; actual: Actual[] }>()
  for (let from = 0; from < rows.length; from += atOnce)
    await Promise.all(
      rows.slice(from, from + atOnce).map(async (c) => {
        const { created_at, first_reply_at, resolved_at } = c
        const history = {
          ...{ created_at, first_reply_at, resolved_at },
          phases: await phasesOf(db, c),
          said: said.get(c.id) ?? [],
          first_message_id: first.get(c.id) ?? 0,
        }
        histories.set(c.id, { history, actual: actual.get(c.id) ?? [] })
      }),
    )
  return histories
}

async function firstMessages(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; conversation_id: number }>`
    select distinct on (conversation_id) conversation_id, id from messages
    where conversation_id = any(${[...ids]}) and type <> 'activity' and not private
    order by conversation_id, created_at, id`.execute(db)
  return new Map(rows.map(({ conversation_id, id }) => [conversation_id, id]))
}

type Applied = Pick<
  Selectable<DB['applied_slas']>,
  | 'id'
  | 'conversation_id'
  | 'first_response_met_at'
  | 'first_response_breached_at'
  | 'resolution_met_at'
  | 'resolution_breached_at'
>

/** By the last policy that each had. */
async function actualOf(db: Db, ids: readonly number[]): Promise<Map<number, Actual[]>> {
  const applied = await sql<Applied>`
    select distinct on (conversation_id) id, conversation_id, first_response_met_at, first_response_breached_at,
      resolution_met_at, resolution_breached_at
    from applied_slas where conversation_id = any(${[...ids]}) order by conversation_id, id desc`.execute(db)
  const turns = await db
    .selectFrom('sla_events')
    .select(['applied_sla_id', 'status'])
    .where('applied_sla_id', 'in', [0, ...applied.rows.map(({ id }) => id)])
    .execute()
  return new Map(
    applied.rows.map((row) => [
      row.conversation_id,
      [
        ...outcome('first_response', row.first_response_met_at, row.first_response_breached_at),
        ...outcome('resolution', row.resolution_met_at, row.resolution_breached_at),
        ...turns.flatMap(({ applied_sla_id, status }): Actual[] =>
          applied_sla_id === row.id && (status === 'met' || status === 'breached')
            ? [{ metric: 'next_response', became: status }]
            : [],
        ),
      ],
    ]),
  )
}

function outcome(metric: Actual['metric'], met_at: Date | null, breached_at: Date | null): Actual[] {
  if (breached_at) return [{ metric, became: 'breached' }]
  return met_at ? [{ metric, became: 'met' }] : []
}
