import { setTimeout as wait } from 'node:timers/promises'
import type { Actor } from '../../actor.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import type { FileStore } from '../../files/file-store.ts'
import { AppError, notFound } from '../../http/errors.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { SandboxError } from '../../sandbox/sandbox-error.ts'

export const thumbnailSuffix = '.thumb.png'

export type ThumbnailDeps = { db: Db; clock: Clock; files: FileStore; sandbox: Sandbox }

/** Larger files are shown without a preview. In bytes. */
const maxBytes = 25 * 1024 * 1024
const decodableTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']

/** Whether a preview may be asked for. Only asking tells whether there will be one: nothing is decoded when a file arrives. */
export const canHaveThumbnail = (content_type: string, size: number): boolean =>
  decodableTypes.includes(content_type) && size <= maxBytes

/** How long a request waits for a preview that others are ahead of. Making it goes on, and the next request finds it. */
const maxWaitMs = 10_000

/** Makes the preview of a file and stores it. @throws AppError: 404 when there can be none, 503 when it takes longer */
export async function makeThumbnail(deps: ThumbnailDeps, content_hash: Buffer, actor: Actor): Promise<void> {
  if (await hasFailed(deps.db, content_hash)) throw notFound('File')
  const done = new AbortController()
  const made = renderThumbnail(deps, content_hash, actor).finally(() => done.abort())
  const late = wait(maxWaitMs, undefined, { signal: done.signal, ref: false }).then(
    () => {
      throw notReadyError()
    },
    () => {},
  )
  // What comes of it after the answer is in the store or in the log.
  made.catch(() => {})
  await Promise.race([made, late.then(() => made)])
}

async function renderThumbnail(
  { db, clock, files, sandbox }: ThumbnailDeps,
  content_hash: Buffer,
  actor: Actor,
) {
  try {
    const png = await sandbox.run(
      'thumbnail',
      { path: await files.locate(content_hash) },
      { owner: `agent ${actor.id}`, key: content_hash.toString('hex') },
    )
    await files.putBeside(content_hash, thumbnailSuffix, png)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw notFound('File')
    if (!(error instanceof SandboxError)) throw error
    if (!error.isFinal) throw notReadyError()
    await saveFailure(db, content_hash, error, clock.now())
    throw notFound('File')
  }
}

const notReadyError = () =>
  new AppError(503, 'GeneralException', 'This preview is not ready yet. Try again in a few seconds', {
    retry_after_s: 5,
  })

async function hasFailed(db: Db, content_hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('sandbox_failures')
    .select('task')
    .where('task', '=', 'thumbnail')
    .where('content_hash', '=', content_hash)
    .executeTakeFirst()
  return row !== undefined
}

/** The same bytes are not tried again, and every message that has them stops offering a preview. */
async function saveFailure(db: Db, content_hash: Buffer, error: SandboxError, failed_at: Date) {
  await db
    .insertInto('sandbox_failures')
    .values({
      task: 'thumbnail',
      content_hash,
      reason: `${error.reason}: ${error.message}`.slice(0, 300),
      failed_at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .updateTable('media')
    .set({ has_thumbnail: false })
    .where('content_hash', '=', content_hash)
    .where('has_thumbnail', '=', true)
    .execute()
}
