import { isDeepStrictEqual } from 'node:util'
import { pauseAfter } from '../email/deliver.ts'
import { canSend, readStored, serverOf } from '../system-mail/settings.ts'
import { checkSmtp } from './check-smtp.ts'
import { openConfig, storedConfig } from './config.ts'
import { explainCheck } from './explain-check.ts'
import { signedIn, type TokenDeps } from './oauth/access-token.ts'
import { queueSendingCheck, recordSendingOutcome } from './sending-state.ts'

export type CheckingDeps = TokenDeps & { ehlo: string; timeout_ms?: number }

/**
 * Job: signs in to the outgoing server of an inbox, or of the workspace (null), and notes how it answered. What fails is checked again after
 * longer and longer pauses. An answer about settings that were changed in the meantime is dropped: that change has queued its own check.
 */
export async function checkSending(
  deps: CheckingDeps,
  { inbox_id, attempt }: { inbox_id: number | null; attempt: number },
): Promise<void> {
  const before = await readServer(deps, inbox_id)
  if (!before) return
  const error = await before.check().then(
    () => null,
    (problem: unknown) => explainCheck(problem, before.host).message,
  )
  await deps.act(deps.system, async (tx) => {
    const now = await readServer({ ...deps, db: tx.db }, inbox_id)
    if (!now || !isDeepStrictEqual(now.settings, before.settings)) return
    await recordSendingOutcome(tx, inbox_id, error)
    const delay_ms = error === null ? null : pauseAfter(attempt)
    if (delay_ms !== null) await queueSendingCheck(tx, inbox_id, { attempt: attempt + 1, delay_ms })
  })
}

type Server = { host: string; settings: unknown; check(): Promise<unknown> }

/** Null where nothing is sent, so nothing can fail. */
async function readServer(deps: CheckingDeps, inbox_id: number | null): Promise<Server | null> {
  const { db, secrets, ehlo, timeout_ms = 20_000 } = deps
  if (inbox_id === null) {
    const settings = await readStored(db)
    if (!canSend(settings)) return null
    const check = async () => checkSmtp(serverOf(settings, secrets), { timeout_ms, ehlo })
    return { host: settings['notification.email.host'], settings, check }
  }
  const inbox = await db
    .selectFrom('inboxes')
    .select(['config', 'enabled'])
    .where('id', '=', inbox_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const [stored] = inbox?.enabled ? storedConfig(inbox.config).smtp : []
  if (!inbox || !stored) return null
  const check = async () => {
    const [server] = openConfig(secrets, inbox.config).smtp
    return server && checkSmtp(await signedIn(deps, inbox_id, server), { timeout_ms, ehlo })
  }
  return { host: stored.host, settings: inbox.config, check }
}
