import { sql } from 'kysely'
import type { Tx } from '../db/transact.ts'

/**
 * Puts deadlines on what is being worked on, as the default policy promises them in hours around the clock: a first reply in 4, a
 * resolution in 72. Nothing runs these clocks yet, so they are written as they would stand now.
 */
export async function seedDeadlines(tx: Tx): Promise<void> {
  await sql`
    update conversations c set
      sla_policy_id = policy.id,
      first_response_deadline_at = c.created_at + interval '4 hours',
      resolution_deadline_at = c.created_at + interval '72 hours',
      next_response_deadline_at = case when c.first_reply_at < c.waiting_since then c.waiting_since + interval '8 hours' end,
      next_sla_deadline_at = case
        when c.first_reply_at is null then c.created_at + interval '4 hours'
        when c.first_reply_at < c.waiting_since
          then least(c.created_at + interval '72 hours', c.waiting_since + interval '8 hours')
        else c.created_at + interval '72 hours' end
    from (select id from sla_policies order by id limit 1) policy
    where c.status_category = 'open' and c.created_at > ${new Date(tx.now.getTime() - 5 * 86_400_000)}`.execute(
    tx.db,
  )
}
