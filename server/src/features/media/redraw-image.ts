import type { Actor } from '../../actor.ts'
import type { FileStore } from '../../files/file-store.ts'
import { AppError } from '../../http/errors.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { SandboxError } from '../../sandbox/sandbox-error.ts'
import { sniffImage } from './sniff-content-type.ts'

type SandboxContext = { sandbox: Sandbox; actor: Actor }

const ownerOf = ({ actor }: SandboxContext) => ({ owner: `agent ${actor.id}` })

/**
 * A square PNG avatar drawn from the pixels, so that nothing else in the file survives. Null if it is not an image.
 */
export const renderAvatar = (context: SandboxContext, bytes: Uint8Array): Promise<Uint8Array | null> =>
  nullIfRejected(context.sandbox.run('portrait', { bytes }, ownerOf(context)))

/** A redrawn PNG that fits into the box, keeping proportions. Null if it is not a raster image. */
export async function renderFitted(
  context: SandboxContext,
  bytes: Uint8Array,
  box: { width: number; height: number },
): Promise<Uint8Array | null> {
  if (!sniffImage(bytes)) return null
  return nullIfRejected(context.sandbox.run('fit_image', { source: { bytes }, box }, ownerOf(context)))
}

/** An upload waits no longer than this for files of others. */
const measureTimeoutMs = 5_000

/**
 * Dimensions of a stored image, from its header, and whether it can be decoded. Null if that cannot be determined in
 * time; then the upload goes without.
 */
export async function measureStoredImage(
  context: SandboxContext & { files: FileStore },
  content_hash: Buffer,
): Promise<{ width: number; height: number; is_decodable: boolean } | null> {
  const { promise: timeout, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), measureTimeoutMs)
  const measured = context.files.withPath(content_hash, (path) =>
    context.sandbox.run('measure_image', { path }, ownerOf(context)).catch(() => null),
  )
  return Promise.race([measured, timeout]).finally(() => clearTimeout(timer))
}

async function nullIfRejected<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error
    if (error.isFinal) return null
    throw new AppError(
      503,
      'GeneralException',
      'Images can’t be processed right now. Try again in a few seconds',
      {
        retry_after_s: 5,
      },
    )
  }
}
