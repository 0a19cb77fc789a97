import type { SendingStatus } from '@parley/contract/inboxes/inboxes'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { readStoredConfig } from './inbox-config.ts'
import { presentOAuth } from './oauth/stored-oauth.ts'

export type SendingState = Selectable<DB['sending_states']>
type InboxRow = Selectable<DB['inboxes']>

/** Often enough to show a recent success, rarely enough for a busy inbox. */
const refreshIntervalMs = 60_000

/**
 * Stores the outcome of the outgoing server of an inbox, or of the workspace (null): `error` is a message for
 * everyone, null on success. Only a change between success and failure records an event. Locks its row last, so
 * callers may hold other locks.
 */
export async function saveSendingOutcome(
  tx: Tx,
  inbox_id: number | null,
  error: string | null,
): Promise<void> {
  const before = await findSendingState(tx.db, inbox_id)
  const isFresh = before?.worked_at && tx.now.getTime() - before.worked_at.getTime() < refreshIntervalMs
  if (before && before.error === error && (error !== null || isFresh)) return
  const columns =
    error === null
      ? { worked_at: tx.now, failing_since: null, error: null }
      : { failing_since: before?.failing_since ?? tx.now, error }
  await tx.db
    .insertInto('sending_states')
    .values({ inbox_id, ...columns })
    .onConflict((conflict) => conflict.column('inbox_id').doUpdateSet(columns))
    .execute()
  const changed = !before || (before.error === null) !== (error === null)
  if (!changed) return
  await recordSendingChanged(tx, inbox_id)
  // Failing servers are checked again, so that a recovery is known before anyone sends.
  if (error !== null) await queueSendingCheck(tx, inbox_id, { attempt: 1, delay_ms: refreshIntervalMs })
}

export const queueSendingCheck = (
  tx: Tx,
  inbox_id: number | null,
  { attempt = 1, delay_ms = 0 }: { attempt?: number; delay_ms?: number } = {},
): Promise<void> =>
  tx.enqueue(
    'check_sending',
    { inbox_id, attempt },
    {
      key: `check_sending:${inbox_id ?? 'workspace'}`,
      run_at: new Date(tx.now.getTime() + delay_ms),
      max_attempts: 3,
    },
  )

/** A new server or sign-in has to prove that it works; it is checked immediately. */
export async function resetSendingState(tx: Tx, inbox_id: number | null): Promise<void> {
  await queueSendingCheck(tx, inbox_id)
  await tx.db.deleteFrom('sending_states').where('inbox_id', 'is not distinct from', inbox_id).execute()
}

export const findSendingState = (db: Db, inbox_id: number | null): Promise<SendingState | undefined> =>
  db
    .selectFrom('sending_states')
    .selectAll()
    .where('inbox_id', 'is not distinct from', inbox_id)
    .executeTakeFirst()

export async function listSendingStates(db: Db): Promise<Map<number | null, SendingState>> {
  const rows = await db.selectFrom('sending_states').selectAll().execute()
  return new Map(rows.map((row) => [row.inbox_id, row]))
}

/** Whether an inbox can send replies. */
export function sendingStatusOf(
  inbox: Pick<InboxRow, 'enabled' | 'config' | 'oauth'>,
  state: SendingState | undefined,
): SendingStatus {
  if (!inbox.enabled) return 'off'
  if (readStoredConfig(inbox.config).smtp.length === 0) return 'not_set_up'
  if (sendingErrorOf(inbox, state) !== null) return 'failing'
  return state?.worked_at ? 'working' : 'untested'
}

export function sendingErrorOf(
  { config, oauth }: Pick<InboxRow, 'config' | 'oauth'>,
  state: SendingState | undefined,
): string | null {
  const usesOAuth = readStoredConfig(config).smtp[0]?.auth_protocol === 'oauth'
  return (usesOAuth ? presentOAuth(oauth)?.error : null) ?? state?.error ?? null
}

/** Not a change by anyone, but every browser that shows the inbox is notified. */
async function recordSendingChanged(tx: Tx, inbox_id: number | null): Promise<void> {
  if (inbox_id !== null)
    await tx.record({ type: 'inbox.sending_changed', object: { type: 'inbox', id: inbox_id } })
}
