import { knownAuthservId } from '@parley/contract/inboxes'
import type { TokenKey } from '@parley/mail/token'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import type { Act } from '../../db/transact.ts'
import type { FileStore } from '../../files/store.ts'
import type { Log } from '../../log.ts'
import { type MailParser, Unreadable } from '../../mail-parser/parser.ts'
import type { ReadMail } from '../../mail-parser/read-mail.ts'
import { checksByServer } from '../../sender-auth/authentication-results.ts'
import { type SenderChecks, unchecked } from '../../sender-auth/checks.ts'
import type { SenderVerifier } from '../../sender-auth/verifier.ts'
import { isTransient } from '../../transient-error.ts'
import { storedConfig } from '../inboxes/config.ts'
import { fileMail } from './file-mail.ts'
import { keepParts } from './keep-parts.ts'
import type { Envelope } from './ledger.ts'
import { readRaw } from './raw-mail.ts'
import { type DeliveryRow, lockUnread, quarantine } from './settle.ts'

export type ReadingDeps = {
  db: Db
  act: Act
  system: Actor
  log: Log
  files: { media: FileStore; mail: FileStore }
  parser: MailParser
  verifier: SenderVerifier
  keys: TokenKey[]
}

/** A mail that our own code cannot cope with is tried this often before it is put aside. */
const mostAttempts = 3

/**
 * Job: reads one delivery of the ledger and files it, or puts it into quarantine with the reason. Safe to run twice and to be killed
 * anywhere: all that it changes is one transaction, which finds the delivery still unread or does nothing.
 */
export async function readDelivery(deps: ReadingDeps, id: number): Promise<void> {
  const { db, act, system, files } = deps
  const delivery = await db
    .selectFrom('mail_deliveries')
    .select(['id', 'raw_hash', 'envelope', 'attempts', 'source', 'inbox_id'])
    .where('id', '=', id)
    .where('state', '=', 'received')
    .executeTakeFirst()
  if (!delivery) return
  const envelope = delivery.envelope as Envelope // written by recordDelivery
  try {
    const raw = await readRaw(files.mail, delivery.raw_hash)
    const mail = await deps.parser.read(raw, { keys: deps.keys, recipients: envelope.recipients })
    const checks = await checkSender(deps, delivery, raw, mail)
    const parts = await keepParts(files.media, mail.parts)
    await act(system, async (tx) => {
      const unread = await lockUnread(tx, id)
      if (unread) await fileMail(tx, unread, mail, parts, checks)
    })
  } catch (error) {
    await putAside(deps, id, delivery.attempts, error as Error)
  }
}

/** Mail that we received is checked here; of a mailbox, its server has checked. */
async function checkSender(
  { db, verifier }: ReadingDeps,
  { source, envelope, inbox_id }: Pick<DeliveryRow, 'source' | 'envelope' | 'inbox_id'>,
  raw: Buffer,
  { from, authentication_results }: ReadMail,
): Promise<SenderChecks> {
  const { peer, helo, from: mail_from } = envelope as Envelope // written by recordDelivery
  if (source === 'smtp') return verifier.verify({ raw, peer, helo, mail_from })
  if (source === 'api') return unchecked('not_received_here')
  const inbox = await db.selectFrom('inboxes').select('config').where('id', '=', inbox_id).executeTakeFirst()
  const authserv_ids = storedConfig(inbox?.config ?? {}).imap.flatMap(
    ({ host, authserv_id }) => (authserv_id ?? knownAuthservId(host)) || [],
  )
  return checksByServer(authentication_results, { authserv_ids, authors: from.map(({ address }) => address) })
}

async function putAside(
  { act, system, log }: ReadingDeps,
  id: number,
  attempts: number,
  error: Error,
): Promise<void> {
  if (isTransient(error)) throw error
  const isFinal = error instanceof Unreadable || attempts + 1 >= mostAttempts
  log.warn({ delivery: id, reason: error.message, final: isFinal }, 'a mail could not be read')
  await act(system, async (tx) => {
    if (!(await lockUnread(tx, id))) return
    await tx.db
      .updateTable('mail_deliveries')
      .set({ attempts: attempts + 1 })
      .where('id', '=', id)
      .execute()
    if (isFinal) await quarantine(tx, id, sentenceFor(error))
  })
  if (!isFinal) throw error
}

const sentenceFor = (error: Error) =>
  error instanceof Unreadable ? error.message : `The mail could not be filed (${error.message})`
