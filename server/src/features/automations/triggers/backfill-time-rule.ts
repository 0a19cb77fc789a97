import type { Rule } from '@parley/contract/automations/automation-rules'
import { sql } from 'kysely'
import type { Tx } from '../../../db/transaction.ts'
import { bodyOf } from '../rules/rule.ts'
import { setTimers, type TimeRuleTimer } from './schedule-time-rules.ts'
import { dueAt, thresholdsOf } from './thresholds.ts'

export const backfillJob = 'automation_arm'
const backfillKey = (rule_id: number) => `${backfillJob}:${rule_id}`

/** Range of ids per batch. */
const idsPerBatch = 5_000

/** Backfills timers for existing conversations in batches, newest first. */
export async function startBackfill(tx: Tx, rule: Pick<Rule, 'id' | 'type' | 'enabled'>): Promise<void> {
  if (rule.type !== 'time_trigger' || !rule.enabled) return
  await tx.enqueue(backfillJob, { rule_id: rule.id, below: null }, { key: backfillKey(rule.id) })
}

type BaseTimes = {
  id: number
  hours_since_created: Date
  hours_since_first_reply: Date | null
  hours_since_last_reply: Date | null
  hours_since_resolved: Date | null
}

/** Job: backfills the next batch. Times that passed before the rule became active are ignored. */
export async function backfillNextBatch(tx: Tx, rule_id: number, below_id: number | null): Promise<void> {
  const row = await tx.db
    .selectFrom('automation_rules')
    .selectAll()
    .where('id', '=', rule_id)
    .where('enabled', '=', true)
    .where('type', '=', 'time_trigger')
    .executeTakeFirst()
  if (!row) return
  const newest = await tx.db
    .selectFrom('conversations')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  const from = below_id ?? (newest?.id ?? 0) + 1
  const thresholds = thresholdsOf(bodyOf(row))
  const { rows } = await sql<BaseTimes>`
    select c.id, c.created_at as hours_since_created, c.first_reply_at as hours_since_first_reply,
      c.last_reply_at as hours_since_last_reply,
      case when c.status_category = 'closed' and ${thresholds.some(({ field }) => field === 'hours_since_resolved')} then coalesce((
        select max(e.at) from events e where e.conversation_id = c.id and e.changes->'status_category'->>1 = 'closed'),
        c.resolved_at) end as hours_since_resolved
    from conversations c where c.id < ${from} and c.id >= ${from - idsPerBatch} and c.deleted_at is null`.execute(
    tx.db,
  )
  const timers = rows.flatMap((c): TimeRuleTimer[] =>
    thresholds.flatMap(({ field, hours }) => {
      const base = c[field]
      return base && dueAt(base, hours) > row.active_since
        ? [{ rule_id, conversation_id: c.id, field, hours, base_at: base.toISOString() }]
        : []
    }),
  )
  await setTimers(tx, timers)
  if (from - idsPerBatch > 1)
    await tx.enqueue(backfillJob, { rule_id, below: from - idsPerBatch }, { key: backfillKey(rule_id) })
}
