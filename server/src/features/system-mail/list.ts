import type { SystemMail } from '@parley/contract/notification-settings'
import type { Db } from '../../db/pool.ts'

/** How many wait, and the newest twenty. */
export async function listSystemMails(db: Db): Promise<{ waiting: number; mails: SystemMail[] }> {
  const [{ waiting }, rows] = await Promise.all([
    db
      .selectFrom('system_mails')
      .select((eb) => eb.fn.countAll<number>().as('waiting'))
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('system_mails as m')
      .innerJoin('agents as a', 'a.id', 'm.agent_id')
      .select([
        'm.id',
        'm.created_at',
        'm.template',
        'm.status',
        'm.attempts',
        'm.sent_at',
        'm.delivery_error',
        'm.delivery_details',
      ])
      .select('a.email as to')
      .orderBy('m.created_at', 'desc')
      .orderBy('m.id', 'desc')
      .limit(20)
      .execute(),
  ])
  return {
    waiting,
    mails: rows.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      sent_at: row.sent_at?.toISOString() ?? null,
    })),
  }
}
