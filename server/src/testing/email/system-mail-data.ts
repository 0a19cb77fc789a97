import type { SystemMailData } from '../../features/system-mail/queue-system-mail.ts'
import type { TestApp } from '../test-app.ts'

/** The mails of the workspace that are queued or done, oldest first, with what they hold. */
export async function readSystemMailData(t: TestApp) {
  const rows = await t.db.selectFrom('system_mails').selectAll().orderBy('id').execute()
  return rows.map(({ agent_id, template, data }) => ({ agent_id, template, data: data as SystemMailData })) // written by queueSystemMail
}
