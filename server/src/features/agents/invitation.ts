import type { Db } from '../../db/pool.ts'

const needed = ['notification.email.enabled', 'notification.email.host', 'notification.email.email_address']

/** Whether the workspace has a mail server of its own that is switched on; the invitation waits while it has none. */
export async function canMailInvitations(db: Db): Promise<boolean> {
  const rows = await db.selectFrom('settings').select('value').where('key', 'in', needed).execute()
  return rows.length === needed.length && rows.every(({ value }) => Boolean(value))
}
