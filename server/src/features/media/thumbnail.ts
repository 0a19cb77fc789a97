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

/** Larger files get no preview. In bytes. */
const maxBytes = 25 * 1024 * 1024
const decodableTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']

/**
 * Whether a preview can be requested. Only requesting it shows whether there is one: nothing is decoded on arrival.
 */
export const canHaveThumbnail = (content_type: string, size: number): boolean =>
  decodableTypes.includes(content_type) && size <= maxBytes

/**
 * How long a request waits for a preview queued behind others. Rendering continues, and the next request finds it.
 */
const maxWaitMs = 10_000

/**
 * Generates and stores the preview of a file.
 * @throws AppError: 404 if there can be none, 503 if it takes longer
 */
export async function makeThumbnail(deps: ThumbnailDeps, content_hash: Buffer, actor: Actor): Promise<void> {
  if (await hasFailed(deps.db, content_hash)) throw notFound('File')
  const finished = new AbortController()
  const rendering = renderThumbnail(deps, content_hash, actor).finally(() => finished.abort())
  const timeout = wait(maxWaitMs, undefined, { signal: finished.signal, ref: false }).then(
    () => {
      throw notReadyError()
    },
    () => {},
  )
  // A later result ends up in the store or the log.
  rendering.catch(() => {})
  await Promise.race([rendering, timeout.then(() => rendering)])
}

async function renderThumbnail(
  { db, clock, files, sandbox }: ThumbnailDeps,
  content_hash: Buffer,
  actor: Actor,
) {
  try {
    const caller = { owner: `agent ${actor.id}`, key: content_hash.toString('hex') }
    const png = await files.withPath(content_hash, (path) => sandbox.run('thumbnail', { path }, caller))
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
  new AppError(503, 'GeneralException', 'This preview isn’t ready yet. Try again in a few seconds', {
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

/** The same bytes are not tried again, and no message with them offers a preview any more. */
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
