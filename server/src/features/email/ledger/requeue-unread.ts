import { sql } from 'kysely'
import type { Tx } from '../../../db/transaction.ts'

/** Requeues mail whose job gave up (for example, a disk that was full for days). Pending jobs are left alone. */
export async function requeueUnprocessed(tx: Tx): Promise<void> {
  await sql`
    select graphile_worker.add_job('read_delivery', json_build_object('id', d.id), run_at := ${tx.now}::timestamptz,
      job_key := 'read_delivery:' || d.id, max_attempts := 25, priority := 10)
    from mail_deliveries d
    where d.state = 'received' and not exists (
      select from graphile_worker.jobs j where j.key = 'read_delivery:' || d.id and j.attempts < j.max_attempts)
    order by d.id limit 10000`.execute(tx.db)
}
