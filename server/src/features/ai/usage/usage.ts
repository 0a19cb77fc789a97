import type { AiBudget, AiUsage } from '@parley/contract/ai/ai-usage'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { Tx } from '../../../db/transaction.ts'
import { changedFields } from '../../../spine/changed-fields.ts'
import { objectRecorder } from '../../../spine/object-recorder.ts'
import { type Month, monthOf } from './call-ledger.ts'

const record = objectRecorder('ai_budget')
const microsPerUnit = 1_000_000

export async function readBudget(db: Db): Promise<AiBudget> {
  const { currency, monthly_micros } = await db.selectFrom('ai_budget').selectAll().executeTakeFirstOrThrow()
  return { currency, monthly_amount: monthly_micros === null ? null : monthly_micros / microsPerUnit }
}

export const lockBudget = (tx: Tx) => tx.db.selectFrom('ai_budget').select('id').forNoKeyUpdate().execute()

export async function writeBudget(tx: Tx, sent: Partial<AiBudget>): Promise<AiBudget> {
  await lockBudget(tx)
  const before = await readBudget(tx.db)
  const values = { ...before, ...sent }
  const changes = changedFields(before, values)
  if (Object.keys(changes).length === 0) return values
  const { currency, monthly_amount } = values
  await tx.db
    .updateTable('ai_budget')
    .set({
      currency,
      monthly_micros: monthly_amount === null ? null : Math.round(monthly_amount * microsPerUnit),
    })
    .execute()
  await record(tx, 'ai_budget.changed', 1, changes)
  return readBudget(tx.db)
}

type UsageSums = { calls: number; tokens_in: number; tokens_out: number; cost: number }

export async function readUsage(db: Db, now: Date, name = monthOf(now).name): Promise<AiUsage> {
  const month = monthOf(name)
  const budget = await readBudget(db)
  const [total] = await sumCallsBy<{ failed: number }>(
    db,
    month,
    sql`count(*) filter (where outcome = 'failed')::int as failed`,
    sql``,
  )
  const sums = total ?? { calls: 0, tokens_in: 0, tokens_out: 0, cost: 0, failed: 0 }
  return {
    month: name,
    ...budget,
    ...sums,
    share:
      budget.monthly_amount === null
        ? null
        : budget.monthly_amount > 0
          ? sums.cost / budget.monthly_amount
          : 1,
    by_task: await sumCallsBy<{ task: string }>(
      db,
      month,
      sql`task`,
      sql`group by task order by cost desc, task`,
    ),
    by_agent: await sumCallsBy<{ agent_id: number; name: string }>(
      db,
      month,
      sql`agent_id, (select trim(first_name || ' ' || last_name) from agents where id = agent_id) as name`,
      sql`group by agent_id order by cost desc, agent_id`,
    ),
    by_model: await sumCallsBy<{ provider: string; model: string }>(
      db,
      month,
      sql`provider_name as provider, model`,
      sql`group by provider_name, model order by cost desc, provider_name, model`,
    ),
  }
}

async function sumCallsBy<Key>(
  db: Db,
  { from, until }: Month,
  key: RawBuilder<unknown>,
  group: RawBuilder<unknown>,
) {
  const { rows } = await sql<Key & UsageSums>`
    select ${key}, count(*)::int as calls, coalesce(sum(tokens_in), 0)::int as tokens_in,
      coalesce(sum(tokens_out), 0)::int as tokens_out, coalesce(sum(cost_micros), 0)::float8 / ${microsPerUnit} as cost
    from ai_calls where created_at >= ${from} and created_at < ${until} ${group}`.execute(db)
  return rows
}
