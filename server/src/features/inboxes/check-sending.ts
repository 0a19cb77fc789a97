import { isDeepStrictEqual } from 'node:util'
import { retryDelayMs } from '../../mail-servers/retry-delay.ts'
import { canSend, readMailServerSettings, smtpConfigOf } from '../../system-mail/mail-server.ts'
import { checkSmtpServer } from './check-smtp.ts'
import { explainCheckError } from './explain-check.ts'
import { decryptConfig, readStoredConfig } from './inbox-config.ts'
import { type TokenDeps, withAccessToken } from './oauth/access-token.ts'
import { queueSendingCheck, saveSendingOutcome } from './sending-state.ts'

export type SendingCheckDeps = TokenDeps & { ehlo: string }

const timeout_ms = 20_000

/**
 * Job: signs in to the outgoing server of an inbox, or of the workspace (null), and stores the outcome. After a
 * failure it checks again with back-off. An outcome for settings that changed in the meantime is dropped, since that
 * change queued its own check.
 */
export async function checkSending(
  deps: SendingCheckDeps,
  { inbox_id, attempt }: { inbox_id: number | null; attempt: number },
): Promise<void> {
  const tested = await findOutgoingServer(deps, inbox_id)
  if (!tested) return
  const error = await tested.check().then(
    () => null,
    (problem: unknown) => explainCheckError(problem, tested.host).message,
  )
  await deps.act(deps.system, async (tx) => {
    const current = await findOutgoingServer({ ...deps, db: tx.db }, inbox_id)
    if (!current || !isDeepStrictEqual(current.settings, tested.settings)) return
    await saveSendingOutcome(tx, inbox_id, error)
    const delay_ms = error === null ? null : retryDelayMs(attempt)
    if (delay_ms !== null) await queueSendingCheck(tx, inbox_id, { attempt: attempt + 1, delay_ms })
  })
}

type OutgoingServer = { host: string; settings: unknown; check(): Promise<unknown> }

/** Null if nothing is sent, so nothing can fail. */
async function findOutgoingServer(
  deps: SendingCheckDeps,
  inbox_id: number | null,
): Promise<OutgoingServer | null> {
  const { db, secrets, ehlo } = deps
  if (inbox_id === null) {
    const settings = await readMailServerSettings(db)
    if (!canSend(settings)) return null
    const check = async () => checkSmtpServer(smtpConfigOf(settings, secrets), { timeout_ms, ehlo })
    return { host: settings['notification.email.host'], settings, check }
  }
  const inbox = await db
    .selectFrom('inboxes')
    .select(['config', 'enabled'])
    .where('id', '=', inbox_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const [stored] = inbox?.enabled ? readStoredConfig(inbox.config).smtp : []
  if (!inbox || !stored) return null
  const check = async () => {
    const [server] = decryptConfig(secrets, inbox.config).smtp
    return server && checkSmtpServer(await withAccessToken(deps, inbox_id, server), { timeout_ms, ehlo })
  }
  return { host: stored.host, settings: inbox.config, check }
}
