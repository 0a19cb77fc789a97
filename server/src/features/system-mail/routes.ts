import * as contract from '@parley/contract/notification-settings'
import { done, type Routes } from '../../http/route.ts'
import type { Secrets } from '../../secrets.ts'
import { listSystemMails } from './list.ts'
import { readMasked, writeEmailNotification } from './settings.ts'
import { sendTestMail } from './test-mail.ts'

export function systemMailRoutes(
  routes: Routes,
  { secrets, root_url, now }: { secrets: Secrets; root_url: string; now: () => Date },
): void {
  routes.read(contract.getEmailNotification, (db) => readMasked(db))
  routes.write(contract.updateEmailNotification, (tx, { body }) =>
    done(writeEmailNotification(tx, secrets, body)),
  )
  routes.act(contract.testEmailNotification, (_act, { db, body }) =>
    sendTestMail({ db, secrets, root_url, now: now() }, body),
  )
  routes.read(contract.listSystemMails, (db) => listSystemMails(db))
}
