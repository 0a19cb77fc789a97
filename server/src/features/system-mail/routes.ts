import * as contract from '@parley/contract/notification-settings'
import { done, type Routes } from '../../http/route.ts'
import { versioned } from '../../http/versions.ts'
import type { Secrets } from '../../secrets.ts'
import { assertSignInAuthority } from '../auth/sign-in-authority.ts'
import { forRole } from '../inboxes/explain-check.ts'
import { lockSettings } from '../settings/lock.ts'
import { listSystemMails } from './list.ts'
import { isStored, readMasked, readStored, writeEmailNotification } from './settings.ts'
import { sendTestMail } from './test-mail.ts'

export function systemMailRoutes(
  routes: Routes,
  { secrets, root_url, ehlo, now }: { secrets: Secrets; root_url: string; ehlo: string; now: () => Date },
): void {
  const mailServer = versioned(
    contract.getEmailNotification,
    (tx) => lockSettings(tx),
    (tx) => readMasked(tx.db),
  )
  routes.read(contract.getEmailNotification, (db) => readMasked(db))
  routes.write(
    contract.updateEmailNotification,
    (tx, { body }) => done(writeEmailNotification(tx, secrets, body)),
    mailServer,
  )
  routes.act(contract.testEmailNotification, async (_act, { db, actor, body: { to, ...values } }) => {
    // The stored password would go to wherever these settings say, and however weakly they protect it.
    if (!isStored(secrets, values, await readStored(db))) assertSignInAuthority(actor, now())
    return forRole(actor, await sendTestMail({ db, secrets, root_url, ehlo, now: now() }, { to, ...values }))
  })
  routes.read(contract.listSystemMails, async (db, { actor }) => {
    const { mails, ...rest } = await listSystemMails(db)
    return {
      ...rest,
      mails: mails.map((mail) => (actor.is_admin ? mail : { ...mail, delivery_details: null })),
    }
  })
}
