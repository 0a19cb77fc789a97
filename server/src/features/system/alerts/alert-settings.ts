import { SystemAlertSettings } from '@parley/contract/system/system-alerts'
import { json } from '../../../db/json.ts'
import type { Db } from '../../../db/pool.ts'
import type { Tx } from '../../../db/transaction.ts'
import { canSend, readMailServerSettings } from '../../../system-mail/mail-server.ts'
import { findSendingState } from '../../inboxes/sending-state.ts'
import { lockSettings } from '../../settings/lock-settings.ts'

const settingKey = 'system.alerts'
const defaults: SystemAlertSettings = { email_enabled: true, addresses: [] }

export async function readAlertSettings(db: Db): Promise<SystemAlertSettings> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', settingKey).executeTakeFirst()
  return SystemAlertSettings.safeParse(row?.value).data ?? defaults
}

export async function updateAlertSettings(tx: Tx, changes: Partial<SystemAlertSettings>): Promise<void> {
  await lockSettings(tx)
  const before = await readAlertSettings(tx.db)
  const next = { ...before, ...changes }
  if (JSON.stringify(before) === JSON.stringify(next)) return
  const value = json(next)
  await tx.db
    .insertInto('settings')
    .values({ key: settingKey, value, updated_at: tx.now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: tx.now }))
    .execute()
  await tx.record({
    type: 'settings.changed',
    object: { type: 'settings', id: null },
    changes: { [settingKey]: [before, next] },
  })
}

/** Why no alert can be emailed now, as a sentence; null if they can. Inboxes play no part in it. */
export async function findAlertMailProblem(db: Db): Promise<string | null> {
  if (!canSend(await readMailServerSettings(db)))
    return 'No mail server is set up for notifications, so alerts are shown here only'
  const state = await findSendingState(db, null)
  return state?.error ? `The mail server for notifications doesn’t accept email: ${state.error}` : null
}
