import { findKnownAuthservId } from '@parley/contract/inboxes/authserv-ids'
import type { TokenKey } from '@parley/mail/conversation-token'
import type { Actor } from '../../../actor.ts'
import type { Db } from '../../../db/pool.ts'
import { prepared } from '../../../db/prepared-statements.ts'
import type { Act, Tx } from '../../../db/transaction.ts'
import type { FileStore } from '../../../files/file-store.ts'
import type { Log } from '../../../log.ts'
import { type MailParser, UnreadableMailError } from '../../../mail-parser/mail-parser.ts'
import type { IncomingMail } from '../../../mail-parser/read-incoming-mail.ts'
import type { Secrets } from '../../../secrets.ts'
import { checksFromServerHeader } from '../../../sender-auth/authentication-results.ts'
import { type SenderChecks, unchecked } from '../../../sender-auth/sender-checks.ts'
import type { SenderVerifier } from '../../../sender-auth/sender-verifier.ts'
import { observe } from '../../../telemetry/operation.ts'
import { isTransient } from '../../../transient-error.ts'
import { readStoredConfig } from '../../inboxes/inbox-config.ts'
import {
  type DeliveryRow,
  lockUnprocessed,
  quarantineDelivery,
  setDeliveryOutcome,
} from '../ledger/delivery-outcome.ts'
import { readRawMail } from '../ledger/raw-mail.ts'
import type { Envelope } from '../ledger/record-delivery.ts'
import { isCopyOfErased } from '../ledger/tombstones.ts'
import { fileMail } from './file-mail.ts'
import { storeParts } from './store-attachments.ts'

export type ProcessingDeps = {
  db: Db
  act: Act
  system: Actor
  log: Log
  files: { media: FileStore; mail: FileStore }
  parser: MailParser
  verifier: SenderVerifier
  keys: TokenKey[]
  secrets: Secrets
}

/** How often a mail that our code cannot handle is retried before it is quarantined. */
const maxAttempts = 3

/**
 * Job: parses one delivery of the ledger and files it, or quarantines it with the reason. Idempotent and crash-safe:
 * all changes are in one transaction, which does nothing if the delivery was already processed.
 */
export async function processDelivery(deps: ProcessingDeps, id: number): Promise<void> {
  const delivery = await deps.db
    .selectFrom('mail_deliveries')
    .select(['id', 'raw_hash', 'envelope', 'attempts', 'source', 'inbox_id'])
    .where('id', '=', id)
    .where('state', '=', 'received')
    .modifyEnd(prepared)
    .executeTakeFirst()
  if (!delivery) return
  await observe({ kind: 'mail_processing', source: delivery.source }, () => readAndFile(deps, delivery), {
    log_fields: { delivery_id: id },
  })
}

type StoredDelivery = Pick<DeliveryRow, 'id' | 'raw_hash' | 'envelope' | 'attempts' | 'source' | 'inbox_id'>

async function readAndFile(deps: ProcessingDeps, delivery: StoredDelivery): Promise<void> {
  const { act, system, files } = deps
  const { id } = delivery
  const envelope = delivery.envelope as Envelope // written by insertDelivery
  try {
    const raw = await readRawMail(files.mail, delivery.raw_hash)
    const mail = await deps.parser.read(raw, { keys: deps.keys, recipients: envelope.recipients })
    const checks = await checkSender(deps, delivery, raw, mail)
    const parts = await storeParts(files.media, mail.parts)
    await act(system, async (tx) => {
      const unread = await lockUnprocessed(tx, id)
      if (!unread) return
      if (await isCopyOfErased(tx.db, deps.secrets, unread.inbox_id, mail)) await ignoreCopyOfErased(tx, id)
      else await fileMail(tx, unread, mail, parts, checks)
    })
  } catch (error) {
    await handleProcessingError(deps, id, delivery.attempts, error as Error)
  }
}

const ignoreCopyOfErased = (tx: Tx, id: number): Promise<void> =>
  setDeliveryOutcome(tx, id, {
    state: 'ignored',
    reason: 'Duplicate: the same email was received before and deleted permanently',
  })

/** Mail received by SMTP is checked here; for a mailbox, its server has checked it. */
async function checkSender(
  { db, verifier }: ProcessingDeps,
  { source, envelope, inbox_id }: Pick<DeliveryRow, 'source' | 'envelope' | 'inbox_id'>,
  raw: Buffer,
  { from, authentication_results }: IncomingMail,
): Promise<SenderChecks> {
  const { peer, helo, from: mail_from } = envelope as Envelope // written by insertDelivery
  if (source === 'smtp') return verifier.verify({ raw, peer, helo, mail_from })
  if (source === 'api') return unchecked('not_received_here')
  const inbox = await db.selectFrom('inboxes').select('config').where('id', '=', inbox_id).executeTakeFirst()
  const authserv_ids = readStoredConfig(inbox?.config ?? {}).imap.flatMap(
    ({ host, authserv_id }) => (authserv_id ?? findKnownAuthservId(host)) || [],
  )
  return checksFromServerHeader(authentication_results, {
    authserv_ids,
    authors: from.map(({ address }) => address),
  })
}

async function handleProcessingError(
  { act, system, log }: ProcessingDeps,
  id: number,
  attempts: number,
  error: Error,
): Promise<void> {
  if (isTransient(error)) throw error
  const isFinal = error instanceof UnreadableMailError || attempts + 1 >= maxAttempts
  log.warn({ reason: error.message, final: isFinal }, 'could not process a mail')
  await act(system, async (tx) => {
    if (!(await lockUnprocessed(tx, id))) return
    await tx.db
      .updateTable('mail_deliveries')
      .set({ attempts: attempts + 1 })
      .where('id', '=', id)
      .execute()
    if (isFinal) await quarantineDelivery(tx, id, quarantineReason(error))
  })
  if (!isFinal) throw error
}

const quarantineReason = (error: Error) =>
  error instanceof UnreadableMailError ? error.message : `The email couldn’t be processed (${error.message})`
