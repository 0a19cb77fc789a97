import { composeMail } from '@parley/mail/compose/compose-mail'
import { UnsendableMailError } from '@parley/mail/compose/header-values'
import type { Selectable } from 'kysely'
import type { Actor } from '../../../actor.ts'
import type { Clock } from '../../../clock.ts'
import type { Db } from '../../../db/pool.ts'
import type { DB } from '../../../db/schema.ts'
import type { Act } from '../../../db/transaction.ts'
import type { FileStore } from '../../../files/file-store.ts'
import type { Log } from '../../../log.ts'
import { retryDelayMs } from '../../../mail-servers/retry-delay.ts'
import {
  isSendFailure,
  isSignInFailure,
  readRejectedRecipients,
  type SendFailure,
  toSendFailure,
} from '../../../mail-servers/send-failure.ts'
import type { SmtpPools } from '../../../mail-servers/send-smtp.ts'
import type { Node } from '../../../nodes/node.ts'
import { SealedWithOtherKey, type Secrets } from '../../../secrets.ts'
import { observe } from '../../../telemetry/operation.ts'
import { isTransient } from '../../../transient-error.ts'
import { decryptConfig } from '../../inboxes/inbox-config.ts'
import { MailSignInError, type TokenDeps, withAccessToken } from '../../inboxes/oauth/access-token.ts'
import { saveSendingOutcome } from '../../inboxes/sending-state.ts'
import { type ClaimedMessage, claimMessage, claimRenewIntervalMs, renewClaim } from './message-claim.ts'
import { markFailed, markSent, releaseClaim, scheduleRetry } from './message-outcome.ts'
import { buildOutgoingMail } from './outgoing-mail.ts'
import { retryUntilStored } from './retry-until-stored.ts'

export type SendingDeps = {
  db: Db
  act: Act
  system: Actor
  clock: Clock
  log: Log
  secrets: Secrets
  files: { media: FileStore }
  root_url: string
  pools: SmtpPools
  node: Pick<Node, 'id' | 'leases'>
} & Pick<TokenDeps, 'oauth_providers'>

/**
 * Sends one reply: claims it in one transaction, hands it to the inbox's server outside of any, and records the
 * outcome in another. Does nothing if the reply is not due, so running the job twice is safe. A crash leaves a claim
 * that expires; the mail is then sent again with the same Message-ID. Throws if the environment failed, and the reply
 * can be claimed again.
 */
export async function deliverMessage(deps: SendingDeps, id: number): Promise<void> {
  const claimed = await deps.act(deps.system, (tx) => claimMessage(tx, deps.secrets, id, deps.node.id))
  if (!claimed) return
  await observe({ kind: 'mail_sending', mail: 'reply' }, () => sendAndRecord(deps, claimed), {
    log_fields: { message_id: id },
  })
}

async function sendAndRecord(deps: SendingDeps, claimed: ClaimedMessage): Promise<void> {
  const renewing = setInterval(() => {
    renewClaim(deps.db, claimed, deps.clock.now()).catch((error: Error) =>
      deps.log.warn({ reason: error.message }, 'could not renew the claim on a message'),
    )
  }, claimRenewIntervalMs)
  try {
    const sent = await sendClaimed(deps, claimed).catch(async (error) => {
      // Otherwise the reply would wait until the claim expires.
      if (isTransient(error))
        await retryUntilStored(() => deps.act(deps.system, (tx) => releaseClaim(tx, claimed)))
      throw error
    })
    // A sent mail must be recorded, or it is sent twice. When the database is back, others leave us the time for it.
    if (sent)
      await retryUntilStored(() =>
        deps.act(deps.system, async (tx) => {
          await markSent(tx, claimed, sent)
          await saveSendingOutcome(tx, claimed.inbox_id, null)
        }),
      )
  } finally {
    clearInterval(renewing)
  }
}

type Sent = { refused: { address: string; reason: string }[]; by_person: boolean }

/** Null if it could not be sent, which is then recorded. Throws only if nothing was sent. */
async function sendClaimed(deps: SendingDeps, claimed: ClaimedMessage): Promise<Sent | null> {
  const inbox = await deps.db
    .selectFrom('inboxes')
    .selectAll()
    .where('id', '=', claimed.inbox_id)
    .executeTakeFirstOrThrow()
  const problem = findInboxProblem(inbox)
  if (problem) return handleFailure(deps, claimed, problem)

  const prepared = await prepareMail(deps, claimed, inbox).catch((error: Error) => preparationFailure(error))
  if (isSendFailure(prepared)) return handleFailure(deps, claimed, prepared)
  const { server, pool, mail, composed } = prepared
  const sent = await deps.pools
    .send(pool, server, composed)
    .catch(async (error) => {
      // Access tokens can expire early: retry once with a new one.
      if (!server.access_token || !isSignInFailure(error)) throw error
      return deps.pools.send(
        pool,
        await withAccessToken(deps, inbox.id, server, server.access_token),
        composed,
      )
    })
    .catch((error) => toSendFailure(error, server.host))
  if (isSendFailure(sent)) return handleFailure(deps, claimed, sent)
  return { refused: readRejectedRecipients(sent.rejectedErrors), by_person: !mail.automatic }
}

async function prepareMail(deps: SendingDeps, claimed: ClaimedMessage, inbox: Selectable<DB['inboxes']>) {
  const servers = decryptConfig(deps.secrets, inbox.config).smtp
  // If an inbox has several servers, each attempt uses the next one.
  const serverIndex = (claimed.attempts - 1) % servers.length
  const server = servers[serverIndex]
  if (!server) throw new UnsendableMailError('The inbox has no outgoing mail server')
  const mail = await buildOutgoingMail(deps, claimed, inbox)
  const mail_server = await withAccessToken(deps, inbox.id, server)
  return { server: mail_server, pool: `${inbox.id}.${serverIndex}`, mail, composed: await composeMail(mail) }
}

function preparationFailure(error: Error): SendFailure {
  if (error instanceof UnsendableMailError) return { kind: 'final', words: error.message }
  if (error instanceof MailSignInError || error instanceof SealedWithOtherKey)
    return { kind: 'later', words: error.message, is_server_problem: true }
  if (isTransient(error)) throw error
  return { kind: 'later', words: 'The email couldn’t be put together', details: error.message }
}

/** Why an inbox cannot send at the moment, regardless of its server. */
function findInboxProblem(inbox: Selectable<DB['inboxes']>): SendFailure | null {
  if (inbox.deleted_at)
    return {
      kind: 'final',
      words: 'The inbox of this conversation was deleted, so nothing can be sent from it',
    }
  if (!inbox.enabled)
    return {
      kind: 'later',
      words: 'The inbox is turned off. The reply is sent when an administrator turns it on',
    }
  if (!(inbox.config as { smtp?: unknown[] }).smtp?.length)
    // written by encryptConfig
    return {
      kind: 'final',
      words: 'The inbox has no outgoing mail server. An administrator can add one; then send the reply again',
    }
  return null
}

async function handleFailure(
  deps: SendingDeps,
  claimed: ClaimedMessage,
  failure: SendFailure,
): Promise<null> {
  const { act, system, log } = deps
  const retryInMs = failure.kind === 'later' ? retryDelayMs(claimed.attempts) : null
  log.warn(
    {
      attempts: claimed.attempts,
      retry_in_ms: retryInMs,
      reason: failure.words,
    },
    'could not send a reply',
  )
  await act(system, async (tx) => {
    if (retryInMs === null) await markFailed(tx, claimed, failure.words, failure.details)
    else
      await scheduleRetry(tx, claimed, {
        retry_at: new Date(tx.now.getTime() + retryInMs),
        error: failure.words,
        details: failure.details,
      })
    if (failure.is_server_problem) await saveSendingOutcome(tx, claimed.inbox_id, failure.words)
  })
  return null
}
