import type { Rule } from '@parley/contract/automation-rules'
import { sql } from 'kysely'
import type { Tx } from '../../db/transact.ts'
import { type Moment, setClock } from './arm-events.ts'
import { bodyOf } from './rule.ts'
import { dueAt, thresholdsOf } from './thresholds.ts'

export const armJob = 'automation_arm'
const keyOf = (rule_id: number) => `${armJob}:${rule_id}`

/** Ids looked at in one go. */
const stretch = 5_000

/** Conversations that are there already get their clocks set bit by bit, the newest first. */
export async function armRule(tx: Tx, rule: Pick<Rule, 'id' | 'type' | 'enabled'>): Promise<void> {
  if (rule.type !== 'time_trigger' || !rule.enabled) return
  await tx.enqueue(armJob, { rule_id: rule.id, below: null }, { key: keyOf(rule.id) })
}

type Beginnings = {
  id: number
  hours_since_created: Date
  hours_since_first_reply: Date | null
  hours_since_last_reply: Date | null
  hours_since_resolved: Date | null
}

/** Job: the next stretch of conversations. What the rule's moment passed by before it was there stays untouched. */
export async function armNext(tx: Tx, rule_id: number, below: number | null): Promise<void> {
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
  const from = below ?? (newest?.id ?? 0) + 1
  const thresholds = thresholdsOf(bodyOf(row))
  const { rows } = await sql<Beginnings>`
    select c.id, c.created_at as hours_since_created, c.first_reply_at as hours_since_first_reply,
      c.last_reply_at as hours_since_last_reply,
      case when c.status_category = 'closed' and ${thresholds.some(({ field }) => field === 'hours_since_resolved')} then coalesce((
        select max(e.at) from events e where e.conversation_id = c.id and e.changes->'status_category'->>1 = 'closed'),
        c.resolved_at) end as hours_since_resolved
    from conversations c where c.id < ${from} and c.id >= ${from - stretch} and c.deleted_at is null`.execute(
    tx.db,
  )
  const moments = rows.flatMap((c): Moment[] =>
    thresholds.flatMap(({ field, hours }) => {
      const base = c[field]
      return base && dueAt(base, hours) > row.active_since
        ? [{ rule_id, conversation_id: c.id, field, hours, base_at: base.toISOString() }]
        : []
    }),
  )
  await setClock(tx, moments)
  if (from - stretch > 1)
    await tx.enqueue(armJob, { rule_id, below: from - stretch }, { key: keyOf(rule_id) })
}
