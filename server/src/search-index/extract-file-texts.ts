import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/pool.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Log } from '../log.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { SandboxError } from '../sandbox/sandbox-error.ts'
import type { ExtractedText, TextFormat } from '../sandbox/text/extract-text.ts'
import { textFormatOf } from './file-text-format.ts'
import { searchMessagesBackfill } from './search-backfills.ts'

export type FileTextDeps = {
  db: Db
  clock: Clock
  log: Log
  /** Where the files are. */
  media: FileStore
  sandbox: Pick<Sandbox, 'run'>
}

type Attempt = { media_id: number; attempts: number }
type Outcome = { text: string; keys: number[] } | { failure: string }

/** Without an outcome, for example because the server was killed each time. */
const maxAttempts = 5
/** Until then an attempt that ended with the server is not repeated. Doubles with each. */
const leaseMs = 60_000
/** A PDF reader needs the whole file in memory. In bytes. */
const maxFileSize = 50 * 1024 * 1024
/** A row of the index with more would slow down every search that reads it. */
const maxKeysPerMessage = 40_000

/**
 * Extracts the text of files that were attached to messages, one after the other, the newest first, and adds it to the
 * index. When none is left, it continues with a few files from before text was extracted. Returns after `ms`, or when
 * nothing is due. A crash leaves the file queued.
 */
export async function extractFileTexts(
  deps: FileTextDeps,
  { ms, older_files }: { ms: number; older_files: number },
): Promise<'done' | 'more'> {
  const deadline = performance.now() + ms
  let older = older_files
  for (;;) {
    const attempt = await claimNext(deps)
    if (attempt && (await extractFile(deps, attempt)) === 'stopped') return 'done'
    if (!attempt) {
      if (older === 0 || !(await queueOlderFiles(deps, older))) return 'done'
      older = 0
    }
    if (performance.now() > deadline) return 'more'
  }
}

/** The attempt is counted before it starts: a file that takes the whole machine down is given up at some point. */
async function claimNext({ db, clock }: FileTextDeps): Promise<Attempt | undefined> {
  const now = clock.now()
  const { rows } = await sql<Attempt>`
    update file_text_queue set attempts = attempts + 1,
      due_at = ${now}::timestamptz + ${leaseMs} * power(2, attempts) * interval '1 millisecond'
    where media_id = (
      select media_id from file_text_queue where due_at <= ${now}
      order by due_at desc, media_id desc limit 1 for update skip locked)
    returning media_id, attempts`.execute(db)
  return rows[0]
}

async function extractFile(deps: FileTextDeps, attempt: Attempt): Promise<'finished' | 'stopped'> {
  const { db, log } = deps
  const file = await db
    .selectFrom('media')
    .select(['id', 'message_id', 'content_hash', 'filename', 'content_type', 'size'])
    .where('id', '=', attempt.media_id)
    .executeTakeFirst()
  const format = file && textFormatOf(file)
  if (file?.message_id == null || !format) {
    await db.deleteFrom('file_text_queue').where('media_id', '=', attempt.media_id).execute()
    return 'finished'
  }
  try {
    const outcome =
      (await findOutcome(db, file.content_hash)) ?? (await runExtraction(deps, file, format, attempt))
    await saveOutcome(deps, { ...file, message_id: file.message_id }, outcome)
  } catch (error) {
    if (error instanceof SandboxError && error.reason === 'stopping') {
      await release(deps, attempt)
      return 'stopped'
    }
    // Not the file's fault: it stays queued, and is due again when the lease ends.
    log.warn(
      { media: file.id, reason: (error as Error).message },
      'the text of a file could not be extracted',
    )
  }
  return 'finished'
}

async function findOutcome(db: Db, content_hash: Buffer): Promise<Outcome | undefined> {
  const row = await db
    .selectFrom('file_texts')
    .select(['text', 'keys', 'failure'])
    .where('content_hash', '=', content_hash)
    .executeTakeFirst()
  if (!row) return undefined
  return row.text === null ? { failure: row.failure ?? '' } : { text: row.text, keys: row.keys }
}

async function runExtraction(
  { media, sandbox }: FileTextDeps,
  { content_hash, size }: { content_hash: Buffer; size: number },
  format: TextFormat,
  { attempts }: Attempt,
): Promise<Outcome> {
  if (attempts > maxAttempts) return { failure: `crashed: ${maxAttempts} attempts did not end` }
  if (size > maxFileSize) return { failure: 'rejected: The file is too large' }
  try {
    const extracted: ExtractedText = await media.withPath(content_hash, (path) =>
      sandbox.run('extract_text', { path, format }, { owner: 'file texts' }),
    )
    return extracted
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      return { failure: 'missing: There is no such file' }
    if (error instanceof SandboxError && error.isFinal)
      return { failure: `${error.reason}: ${error.message}`.slice(0, 300) }
    throw error
  }
}

/**
 * Everything that an outcome changes, together. The lock on the file makes a removal wait, which then removes the text
 * as well.
 */
const saveOutcome = (
  { db, clock }: FileTextDeps,
  file: { id: number; message_id: number; content_hash: Buffer },
  outcome: Outcome,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const attached = await trx
      .selectFrom('media')
      .select('id')
      .where('id', '=', file.id)
      .where('message_id', '=', file.message_id)
      .forShare()
      .executeTakeFirst()
    if (attached) {
      await trx
        .insertInto('file_texts')
        .values({ content_hash: file.content_hash, extracted_at: clock.now(), ...outcome })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      if ('keys' in outcome) await addKeys(trx, file.message_id, outcome.keys)
    }
    await trx.deleteFrom('file_text_queue').where('media_id', '=', file.id).execute()
  })

async function addKeys(db: Db, message_id: number, keys: number[]): Promise<void> {
  await sql`update search_messages set keys = array(select unnest(keys) union select unnest(${keys}::integer[]))
    where message_id = ${message_id} and cardinality(keys) < ${maxKeysPerMessage}`.execute(db)
}

/** The server is stopping: the next one starts with this file, and no attempt is counted. */
async function release({ db, clock }: FileTextDeps, { media_id }: Attempt): Promise<void> {
  await db
    .updateTable('file_text_queue')
    .set((eb) => ({ due_at: clock.now(), attempts: eb('attempts', '-', 1) }))
    .where('media_id', '=', media_id)
    .execute()
}

/** Queues the next files from before text was extracted, newest first. False if there are no more, or not yet. */
const queueOlderFiles = ({ db, clock }: FileTextDeps, count: number): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const checkpoint = await trx
      .selectFrom('search_progress')
      .select('below')
      .where('kind', '=', 'file_texts')
      .where('below', '>', 0)
      .forNoKeyUpdate()
      .executeTakeFirst()
    // Their messages come first: the words are added to those rows.
    const unindexed = await trx
      .selectFrom('backfills')
      .select('name')
      .where('name', '=', searchMessagesBackfill.name)
      .where('finished_at', 'is', null)
      .executeTakeFirst()
    if (!checkpoint || unindexed) return false
    const files = await trx
      .selectFrom('media')
      .select(['id', 'message_id', 'filename', 'content_type'])
      .where('id', '<', checkpoint.below)
      .orderBy('id', 'desc')
      .limit(count)
      .execute()
    const due = files.filter((file) => file.message_id !== null && textFormatOf(file) !== null)
    if (due.length > 0)
      await trx
        .insertInto('file_text_queue')
        .values(due.map(({ id }) => ({ media_id: id, due_at: clock.now() })))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    await trx
      .updateTable('search_progress')
      .set({ below: files.at(-1)?.id ?? 0 })
      .where('kind', '=', 'file_texts')
      .execute()
    return files.length > 0
  })
