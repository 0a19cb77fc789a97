import { setTimeout as wait } from 'node:timers/promises'
import { composeMail } from '@parley/mail/compose'
import { UnsendableMail } from '@parley/mail/compose-header'
import type { Selectable } from 'kysely'
import type { Actor } from '../../actor.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import type { Act } from '../../db/transact.ts'
import type { FileStore } from '../../files/store.ts'
import type { Log } from '../../log.ts'
import { SealedElsewhere, type Secrets } from '../../secrets.ts'
import { isTransient } from '../../transient-error.ts'
import { openConfig } from '../inboxes/config.ts'
import { SignInError, signedIn, type TokenDeps } from '../inboxes/oauth/access-token.ts'
import { recordSendingOutcome } from '../inboxes/sending-state.ts'
import { type ClaimedMessage, claimMessage, renewClaim, renewEveryMs } from './deliver-claim.ts'
import { markFailed, markSent, tryLater } from './deliver-outcome.ts'
import { outgoingMail } from './outgoing-mail.ts'
import { type Failure, isFailure, isSignInFailure, readFailure, readRefusals } from './send-failure.ts'
import type { SmtpPools } from './send-smtp.ts'

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
  oauth_providers?: TokenDeps['oauth_providers']
}

/**
 * Sends one reply: claimed in one transaction, handed to the inbox's server outside of any, settled in another. What is not due is left
 * alone, so a job that comes twice does nothing. A crash in between leaves a claim that expires; the mail then goes out again under
 * the same Message-ID.
 */
export async function deliverMessage(deps: SendingDeps, id: number): Promise<void> {
  const claimed = await deps.act(deps.system, (tx) => claimMessage(tx, deps.secrets, id))
  if (!claimed) return
  const renewing = setInterval(() => {
    renewClaim(deps.db, claimed, deps.clock.now()).catch((error: Error) =>
      deps.log.warn({ message_id: id, reason: error.message }, 'could not renew the claim on a reply'),
    )
  }, renewEveryMs)
  try {
    await send(deps, claimed)
  } finally {
    clearInterval(renewing)
  }
}

async function send(deps: SendingDeps, claimed: ClaimedMessage): Promise<void> {
  const { act, system, pools } = deps
  const inbox = await deps.db
    .selectFrom('inboxes')
    .selectAll()
    .where('id', '=', claimed.inbox_id)
    .executeTakeFirstOrThrow()
  const refusal = inboxRefusal(inbox)
  if (refusal) return settleFailure(deps, claimed, refusal)

  const ready = await prepare(deps, claimed, inbox).catch((error: Error) => unprepared(error))
  if (isFailure(ready)) return settleFailure(deps, claimed, ready)
  const { server, pool, mail, composed } = ready
  const sent = await pools
    .send(pool, server, composed)
    .catch(async (error) => {
      // Tokens end before their time: once more with another.
      if (!server.access_token || !isSignInFailure(error)) throw error
      return pools.send(pool, await signedIn(deps, inbox.id, server, server.access_token), composed)
    })
    .catch((error) => readFailure(error, server.host))
  if (isFailure(sent)) return settleFailure(deps, claimed, sent)

  const refused = readRefusals(sent.rejectedErrors)
  await insistently(() =>
    act(system, async (tx) => {
      await markSent(tx, claimed, { refused, by_person: !mail.automatic })
      await recordSendingOutcome(tx, inbox.id, null)
    }),
  )
}

async function prepare(deps: SendingDeps, claimed: ClaimedMessage, inbox: Selectable<DB['inboxes']>) {
  const servers = openConfig(deps.secrets, inbox.config).smtp
  // Where an inbox has several, the next try asks the next one.
  const place = (claimed.attempts - 1) % servers.length
  const server = servers[place]
  if (!server) throw new UnsendableMail('The inbox has no outgoing server')
  const mail = await outgoingMail(deps, claimed, inbox)
  const mail_server = await signedIn(deps, inbox.id, server)
  return { server: mail_server, pool: `${inbox.id}.${place}`, mail, composed: await composeMail(mail) }
}

function unprepared(error: Error): Failure {
  if (error instanceof UnsendableMail) return { kind: 'final', words: error.message }
  if (error instanceof SignInError || error instanceof SealedElsewhere)
    return { kind: 'later', words: error.message, is_of_server: true }
  // The claim expires, and the reply is taken up again.
  if (isTransient(error)) throw error
  return { kind: 'later', words: 'The email couldn’t be put together', details: error.message }
}

const longestInsistenceMs = 10 * 60_000

/**
 * What was sent must be noted, or it is sent twice. While the database is away the note is tried again and again: nobody else can take over
 * the claim before it is back.
 */
async function insistently(work: () => Promise<void>): Promise<void> {
  const until = Date.now() + longestInsistenceMs
  for (let attempt = 1, pause = 250; ; attempt++, pause = Math.min(pause * 2, 2_000)) {
    try {
      return await work()
    } catch (error) {
      if ((!isTransient(error) && attempt > 5) || Date.now() > until) throw error
      await wait(pause)
    }
  }
}

/** Why an inbox cannot send now, whatever its server says. */
function inboxRefusal(inbox: Selectable<DB['inboxes']>): Failure | null {
  if (inbox.deleted_at)
    return {
      kind: 'final',
      words: 'The inbox of this conversation was deleted, so nothing can be sent from it',
    }
  if (!inbox.enabled)
    return {
      kind: 'later',
      words: 'The inbox is switched off. The reply goes out when an administrator switches it on',
    }
  if (!(inbox.config as { smtp?: unknown[] }).smtp?.length)
    // written by sealConfig
    return {
      kind: 'final',
      words: 'The inbox has no outgoing server. An administrator can add one; then send the reply again',
    }
  return null
}

async function settleFailure(deps: SendingDeps, claimed: ClaimedMessage, failure: Failure): Promise<void> {
  const { act, system, log } = deps
  const pause = failure.kind === 'later' ? pauseAfter(claimed.attempts) : null
  log.warn(
    {
      message_id: claimed.id,
      attempts: claimed.attempts,
      again_in_ms: pause,
      reason: failure.words,
      details: failure.details,
    },
    'a reply was not sent',
  )
  await act(system, async (tx) => {
    if (pause === null) await markFailed(tx, claimed, failure.words, failure.details)
    else
      await tryLater(tx, claimed, {
        at: new Date(tx.now.getTime() + pause),
        words: failure.words,
        details: failure.details,
      })
    if (failure.is_of_server) await recordSendingOutcome(tx, claimed.inbox_id, failure.words)
  })
}

const minutes = 60_000
const pauses = [0.5, 1, 2, 5, 10, 20, 40, 60, 120, 180].map((pause) => pause * minutes)
/** With four hours between the later ones, the tries span two days. */
const mostAttempts = 20

/** Milliseconds until the next try, a fifth more or less so that a server that comes back is not stormed; null after the last. */
export function pauseAfter(attempts: number): number | null {
  if (attempts >= mostAttempts) return null
  return Math.round((pauses[attempts - 1] ?? 240 * minutes) * (0.8 + 0.4 * Math.random()))
}
