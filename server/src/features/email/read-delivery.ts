import type { TokenKey } from '@parley/mail/token'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import type { Act } from '../../db/transact.ts'
import type { FileStore } from '../../files/store.ts'
import type { Log } from '../../log.ts'
import { type MailParser, Unreadable } from '../../mail-parser/parser.ts'
import { fileMail } from './file-mail.ts'
import { keepParts } from './keep-parts.ts'
import type { Envelope } from './ledger.ts'
import { isPassing } from './passing-error.ts'
import { readRaw } from './raw-mail.ts'
import { lockUnread, quarantine } from './settle.ts'

export type ReadingDeps = {
  db: Db
  act: Act
  system: Actor
  log: Log
  files: { media: FileStore; mail: FileStore }
  parser: MailParser
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
    .select(['id', 'raw_hash', 'envelope', 'attempts'])
    .where('id', '=', id)
    .where('state', '=', 'received')
    .executeTakeFirst()
  if (!delivery) return
  const { recipients } = delivery.envelope as Envelope // written by recordDelivery
  try {
    const raw = await readRaw(files.mail, delivery.raw_hash)
    const mail = await deps.parser.read(raw, { keys: deps.keys, recipients })
    const parts = await keepParts(files.media, mail.parts)
    await act(system, async (tx) => {
      const unread = await lockUnread(tx, id)
      if (unread) await fileMail(tx, unread, mail, parts)
    })
  } catch (error) {
    await putAside(deps, id, delivery.attempts, error as Error)
  }
}

async function putAside(
  { act, system, log }: ReadingDeps,
  id: number,
  attempts: number,
  error: Error,
): Promise<void> {
  if (isPassing(error)) throw error
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
