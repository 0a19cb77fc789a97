import { randomBytes } from 'node:crypto'
import type { ConnectionCheck } from '@parley/contract/inboxes/inbox-writes'
import { composeMail } from '@parley/mail/compose/compose-mail'
import { plusAddress } from '@parley/mail/conversation-token'
import type { Actor } from '../../actor.ts'
import type { Tx } from '../../db/transaction.ts'
import { conflict } from '../../http/errors.ts'
import { toSendFailure } from '../../mail-servers/send-failure.ts'
import { sendWithoutPool } from '../../mail-servers/send-smtp.ts'
import { authservIdOf } from '../../sender-auth/authentication-results.ts'
import { decryptConfig } from './inbox-config.ts'
import { inboxEntity } from './inboxes.ts'
import { type TokenDeps, withAccessToken } from './oauth/access-token.ts'

const probePrefix = 'check-'
const timeoutMs = 10_000

/**
 * Sends a mail from the inbox to itself, at an unguessable plus-address. Success shows only when it arrives
 * (confirmPlusAddressProbe). Returns the outgoing server's response.
 */
export async function sendPlusAddressProbe(
  deps: TokenDeps & { ehlo: string },
  actor: Actor,
  id: number,
): Promise<ConnectionCheck> {
  const { db, act, secrets } = deps
  const inbox = await inboxEntity.get(db, id)
  const [server] = decryptConfig(secrets, inbox.config).smtp
  if (!server) throw conflict('Add an outgoing server to this inbox first')
  const probe = probePrefix + randomBytes(10).toString('hex')
  const to = plusAddress(inbox.address, probe)
  if (!to) throw conflict('The address of this inbox is too long for plus addressing')
  const date = await act(actor, (tx) => saveProbe(tx, id, probe))

  const host = server.host
  const startedAt = performance.now()
  const timing = () => ({ took_ms: Math.round(performance.now() - startedAt), greeting: null })
  try {
    await sendWithoutPool(
      await withAccessToken(deps, id, server),
      await composeProbe(inbox.address, to, date),
      {
        connect: timeoutMs,
        silence: timeoutMs,
        ehlo: deps.ehlo,
      },
    )
    return {
      server: 'smtp',
      host,
      ok: true,
      answer: `Sent to ${to}. Replies use plus addresses once it arrives`,
      ...timing(),
    }
  } catch (error) {
    const { words, details } = toSendFailure(error, host)
    return { server: 'smtp', host, ok: false, answer: words, details: details ?? null, ...timing() }
  }
}

/** Records that a mail to the inbox's latest test address arrived. False for any other mail. */
export async function confirmPlusAddressProbe(
  tx: Tx,
  id: number,
  recipients: string[],
  authentication_results: string | null,
): Promise<boolean> {
  if (!recipients.some((address) => address.includes(`+${probePrefix}`))) return false
  const inbox = await tx.db
    .selectFrom('inboxes')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const expected = inbox?.plus_addressing_probe && plusAddress(inbox.address, inbox.plus_addressing_probe)
  if (!inbox || !expected || !recipients.some((address) => address.toLowerCase() === expected)) return false
  await tx.db
    .updateTable('inboxes')
    .set({
      plus_addressing_proved_at: tx.now,
      plus_addressing_probe: null,
      updated_at: tx.now,
      // Our own mail to an address that nobody else knows, so its newest header is the server's.
      ...(authentication_results && { proposed_authserv_id: authservIdOf(authentication_results) }),
    })
    .where('id', '=', id)
    .execute()
  await tx.record({
    type: 'inbox.plus_addressing_proved',
    object: { type: 'inbox', id },
    changes: {
      plus_addressing_proved_at: [
        inbox.plus_addressing_proved_at?.toISOString() ?? null,
        tx.now.toISOString(),
      ],
    },
  })
  return true
}

async function saveProbe(tx: Tx, id: number, probe: string): Promise<Date> {
  await inboxEntity.lock(tx, id)
  await tx.db
    .updateTable('inboxes')
    .set({ plus_addressing_probe: probe, plus_addressing_tested_at: tx.now })
    .where('id', '=', id)
    .execute()
  // Not a change by anyone, but other browsers show it.
  await tx.record({ type: 'inbox.plus_addressing_tested', object: { type: 'inbox', id } })
  return tx.now
}

const composeProbe = (from: string, to: string, date: Date) =>
  composeMail({
    message_id: `${randomBytes(12).toString('hex')}.check@${from.slice(from.lastIndexOf('@') + 1)}`,
    in_reply_to: null,
    references: [],
    date,
    from: { name: '', address: from },
    reply_to: null,
    to: [to],
    cc: [],
    bcc: [],
    subject: 'Plus addressing test',
    answers: false,
    html: '<p>This email tests whether the mailbox accepts plus addresses. You don’t need to reply.</p>',
    files: [],
    history: [],
    history_files: [],
    time_zone: 'UTC',
    root_url: '',
    automatic: true,
  })
