import * as contract from '@parley/contract/notifications/system-mail'
import { done, type Routes } from '../../http/route.ts'
import { versionedResource } from '../../http/versions.ts'
import { assertSignInAuthority } from '../../identity/sign-in-authority.ts'
import type { Secrets } from '../../secrets.ts'
import { readMailServerSettings } from '../../system-mail/mail-server.ts'
import { hideDetailsFromNonAdmins } from '../inboxes/explain-check.ts'
import { lockSettings } from '../settings/lock-settings.ts'
import { listSystemMails } from './list-system-mails.ts'
import {
  isStoredConfiguration,
  readMaskedMailServerSettings,
  writeEmailNotification,
} from './mail-server-settings.ts'
import { sendTestMail } from './test-mail.ts'

export function systemMailRoutes(
  routes: Routes,
  { secrets, root_url, ehlo, now }: { secrets: Secrets; root_url: string; ehlo: string; now: () => Date },
): void {
  const mailServer = versionedResource(
    contract.getEmailNotification,
    (tx) => lockSettings(tx),
    (tx) => readMaskedMailServerSettings(tx.db),
  )
  routes.read(contract.getEmailNotification, (db) => readMaskedMailServerSettings(db))
  routes.write(
    contract.updateEmailNotification,
    (tx, { body }) => done(writeEmailNotification(tx, secrets, body)),
    mailServer,
  )
  routes.act(contract.testEmailNotification, async (_act, { db, actor, body: { to, ...values } }) => {
    // Otherwise the stored password could be sent to any server, with any level of security.
    if (!isStoredConfiguration(secrets, values, await readMailServerSettings(db)))
      assertSignInAuthority(actor, now())
    return hideDetailsFromNonAdmins(
      actor,
      await sendTestMail({ db, secrets, root_url, ehlo, now: now() }, { to, ...values }),
    )
  })
  routes.read(contract.listSystemMails, async (db, { actor }) => {
    const { mails, ...rest } = await listSystemMails(db)
    return {
      ...rest,
      mails: mails.map((mail) => (actor.is_admin ? mail : { ...mail, delivery_details: null })),
    }
  })
}
