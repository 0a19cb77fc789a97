import type { SystemMailData } from '../../system-mail/queue-system-mail.ts'
import type { TestApp } from '../test-app.ts'

/** All system mail, queued and processed, oldest first, with its data. */
export async function readSystemMailData(t: TestApp) {
  const rows = await t.db.selectFrom('system_mails').selectAll().orderBy('id').execute()
  return rows.map(({ agent_id, template, data }) => ({ agent_id, template, data: data as SystemMailData })) // written by queueSystemMail
}
