import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { DB } from '../../../db/schema.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { readStatusPhases } from '../clocks/status-phases.ts'
import { listMessagesByConversation } from '../clocks/turns.ts'
import type { History } from './evaluate-targets.ts'
import type { ActualOutcome } from './target-tally.ts'

/** Parallel reads that leave enough connections for others. */
const maxParallelReads = 4

/** The history of these conversations, and the actual outcomes of their SLA targets. */
export async function readHistories(
  db: Db,
  rows: readonly ConversationRow[],
  with_turns: boolean,
): Promise<Map<number, { history: History; actual: ActualOutcome[] }>> {
  const ids = rows.map(({ id }) => id)
  const messages = with_turns ? await listMessagesByConversation(db, ids) : new Map()
  const first = with_turns ? await readFirstMessageIds(db, ids) : new Map()
  const actual = await readActualOutcomes(db, ids)
  const histories = new Map<number, { history: History; actual: ActualOutcome[] }>()
  for (let from = 0; from < rows.length; from += maxParallelReads)
    await Promise.all(
      rows.slice(from, from + maxParallelReads).map(async (c) => {
        const { created_at, first_reply_at, resolved_at } = c
        const history = {
          ...{ created_at, first_reply_at, resolved_at },
          phases: await readStatusPhases(db, c),
          messages: messages.get(c.id) ?? [],
          first_message_id: first.get(c.id) ?? 0,
        }
        histories.set(c.id, { history, actual: actual.get(c.id) ?? [] })
      }),
    )
  return histories
}

async function readFirstMessageIds(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
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

/** From each conversation's latest policy. */
async function readActualOutcomes(db: Db, ids: readonly number[]): Promise<Map<number, ActualOutcome[]>> {
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
        ...toActualOutcome('first_response', row.first_response_met_at, row.first_response_breached_at),
        ...toActualOutcome('resolution', row.resolution_met_at, row.resolution_breached_at),
        ...turns.flatMap(({ applied_sla_id, status }): ActualOutcome[] =>
          applied_sla_id === row.id && (status === 'met' || status === 'breached')
            ? [{ metric: 'next_response', outcome: status }]
            : [],
        ),
      ],
    ]),
  )
}

function toActualOutcome(
  metric: ActualOutcome['metric'],
  met_at: Date | null,
  breached_at: Date | null,
): ActualOutcome[] {
  if (breached_at) return [{ metric, outcome: 'breached' }]
  return met_at ? [{ metric, outcome: 'met' }] : []
}
