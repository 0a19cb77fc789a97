import type { AiFailure, AiTask } from '@parley/contract/ai/ai-completions'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { Tx } from '../../../db/transaction.ts'
import { conflict } from '../../../http/errors.ts'
import type { ProviderRow } from '../providers/providers.ts'

/** Prices are per million tokens, so the cost per token is in millionths of the currency. */
export const costMicros = (
  { input_price, output_price }: Pick<ProviderRow, 'input_price' | 'output_price'>,
  tokens_in: number,
  tokens_out: number,
): number => Math.ceil(tokens_in * input_price + tokens_out * output_price)

export type CallEstimate = {
  task: AiTask | 'test'
  prompt_key?: string
  conversation_id?: number
  redactions: number
  /** Upper bounds. */
  tokens_in: number
  tokens_out: number
}

/**
 * Records a call at its maximum cost before it is made, and rejects it if the monthly budget would be exceeded. Concurrent calls are
 * serialised, so that together they stay within the budget.
 */
export async function reserveCall(
  tx: Tx,
  provider: Omit<ProviderRow, 'id'> & { id: number | null },
  call: CallEstimate,
) {
  const cost_micros = costMicros(provider, call.tokens_in, call.tokens_out)
  const { monthly_micros } = await tx.db
    .selectFrom('ai_budget')
    .select('monthly_micros')
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (call.task !== 'test' && monthly_micros !== null && cost_micros > 0) {
    const { spent } = await readSpending(tx.db, monthOf(tx.now))
    if (spent + cost_micros > monthly_micros)
      throw conflict('This month’s AI budget is used up. An administrator can raise it under Admin → AI')
  }
  const { id } = await tx.db
    .insertInto('ai_calls')
    .values({
      created_at: tx.now,
      agent_id: tx.actor.id,
      conversation_id: call.conversation_id ?? null,
      provider_id: provider.id,
      provider_name: provider.name,
      model: provider.model,
      task: call.task,
      prompt_key: call.prompt_key ?? null,
      redactions: call.redactions,
      cost_micros,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type CallOutcome = {
  outcome: 'done' | 'stopped' | 'failed'
  failure: AiFailure | null
  tokens_in: number
  tokens_out: number
  cost_micros: number
  ms: number
}

/** Replaces a reserved call's estimate with the actual outcome. */
export async function settleCall(tx: Tx, id: number, outcome: CallOutcome): Promise<void> {
  await tx.db
    .updateTable('ai_calls')
    .set({ ...outcome })
    .where('id', '=', id)
    .where('outcome', '=', 'running')
    .execute()
}

export type Month = { name: string; from: Date; until: Date }

/** The calendar month in UTC, as providers bill. */
export function monthOf(at: Date | string): Month {
  const name = typeof at === 'string' ? at : at.toISOString().slice(0, 7)
  const from = new Date(`${name}-01T00:00:00Z`)
  const until = new Date(from)
  until.setUTCMonth(until.getUTCMonth() + 1)
  return { name, from, until }
}

/** In millionths; calls in progress count at their maximum. */
async function readSpending(db: Db, { from, until }: Month): Promise<{ spent: number }> {
  const { rows } = await sql<{ spent: number }>`
    select coalesce(sum(cost_micros), 0)::float8 as spent from ai_calls where created_at >= ${from} and created_at < ${until}`.execute(
    db,
  )
  return rows[0] ?? { spent: 0 }
}
