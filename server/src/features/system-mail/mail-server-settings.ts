import { secretMask } from '@parley/contract/inboxes/inboxes'
import {
  type EmailNotification,
  type EmailNotificationUpdate,
  missingSendSettings,
} from '@parley/contract/notifications/system-mail'
import { json } from '../../db/json.ts'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transaction.ts'
import { invalid } from '../../http/errors.ts'
import { assertSignInAuthority } from '../../identity/sign-in-authority.ts'
import type { Secrets } from '../../secrets.ts'
import { canSend, readMailServerSettings } from '../../system-mail/mail-server.ts'
import { retryPendingMails } from '../../system-mail/queue-system-mail.ts'
import { notifyAdministrators } from '../../system-mail/security-notices.ts'
import { resetSendingState } from '../inboxes/sending-state.ts'
import { lockSettings } from '../settings/lock-settings.ts'

const passwordKey = 'notification.email.password'

/** For administrators: the stored password is masked. */
export async function readMaskedMailServerSettings(db: Db): Promise<EmailNotification> {
  const stored = await readMailServerSettings(db)
  return { ...stored, [passwordKey]: stored[passwordKey] === '' ? '' : secretMask }
}

/**
 * Seals the password of new settings. "" and the mask keep the stored password, but only for the same host: these settings must not allow
 * sending it to another server. Another host without authentication needs no password, so the stored one is dropped.
 */
export function withSealedPassword(
  secrets: Secrets,
  { 'notification.email.remove_password': remove, ...written }: EmailNotificationUpdate,
  stored: EmailNotification,
): EmailNotification {
  const password = written[passwordKey]
  if (password !== '' && password !== secretMask) {
    const isStored = stored[passwordKey] !== '' && secrets.open(stored[passwordKey]) === password
    return { ...written, [passwordKey]: isStored ? stored[passwordKey] : secrets.seal(password) }
  }
  const [host, before] = [written['notification.email.host'], stored['notification.email.host']]
  if (remove) return { ...written, [passwordKey]: '' }
  if (stored[passwordKey] !== '' && host !== '' && host.toLowerCase() !== before.toLowerCase()) {
    if (!signsInWithPassword(written)) return { ...written, [passwordKey]: '' }
    throw invalid(passwordKey, `Enter the password for ${host}. The stored one belongs to ${before}`)
  }
  return { ...written, [passwordKey]: stored[passwordKey] }
}

const signsInWithPassword = (values: EmailNotification) =>
  values['notification.email.auth_protocol'] !== 'none' && values['notification.email.username'] !== ''

/** Whether these settings, with a sealed or masked password, equal the stored ones. */
export function isStoredConfiguration(
  secrets: Secrets,
  written: EmailNotificationUpdate,
  stored: EmailNotification,
): boolean {
  const after = withSealedPassword(secrets, written, stored)
  return Object.entries(after).every(([key, value]) => stored[key as keyof EmailNotification] === value)
}

/** Saves the settings and sends emails that waited for a mail server. */
export async function writeEmailNotification(
  tx: Tx,
  secrets: Secrets,
  changes: Partial<EmailNotificationUpdate>,
): Promise<void> {
  await lockSettings(tx)
  const before = await readMailServerSettings(tx.db)
  const written = { ...before, [passwordKey]: '', ...changes }
  const [missing] = written['notification.email.enabled'] ? missingSendSettings(written) : []
  if (missing) throw invalid(missing.path, missing.message)
  const after = withSealedPassword(secrets, written, before)
  const changedValues: Record<string, [unknown, unknown]> = {}
  for (const [key, value] of Object.entries(after)) {
    const old = before[key as keyof EmailNotification] // both have the same keys
    if (old === value) continue
    // Records only that it changed.
    changedValues[key] = key === passwordKey ? [null, null] : [old, value]
    await tx.db
      .insertInto('settings')
      .values({ key, value: json(value), updated_at: tx.now })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({ value: json(value), updated_at: tx.now }),
      )
      .execute()
  }
  if (Object.keys(changedValues).length > 0) {
    assertSignInAuthority(tx.actor, tx.now)
    await resetSendingState(tx, null)
    await tx.record({
      type: 'settings.changed',
      object: { type: 'settings', id: null },
      changes: changedValues,
    })
    // Also sent through the previous server, because a malicious new one could suppress the notice.
    if (canSend(before)) await notifyAdministrators(tx, { kind: 'mail_server_changed' }, { server: before })
    await notifyAdministrators(tx, { kind: 'mail_server_changed' })
  }
  if (canSend(after)) await retryPendingMails(tx)
}
