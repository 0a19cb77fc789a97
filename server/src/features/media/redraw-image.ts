import type { Actor } from '../../actor.ts'
import type { FileStore } from '../../files/file-store.ts'
import { AppError } from '../../http/errors.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { SandboxError } from '../../sandbox/sandbox-error.ts'
import { sniffImage } from './sniff-content-type.ts'

type SandboxContext = { sandbox: Sandbox; actor: Actor }

const ownerOf = ({ actor }: SandboxContext) => ({ owner: `agent ${actor.id}` })

/** A square PNG of a person, drawn from the pixels: nothing else that was in the file survives. Null when it is no picture. */
export const renderAvatar = (means: SandboxContext, bytes: Uint8Array): Promise<Uint8Array | null> =>
  nullIfRejected(means.sandbox.run('portrait', { bytes }, ownerOf(means)))

/** A PNG of at most these pixels with its proportions kept, drawn anew. Null when it is no raster picture. */
export async function renderFitted(
  means: SandboxContext,
  bytes: Uint8Array,
  box: { width: number; height: number },
): Promise<Uint8Array | null> {
  if (!sniffImage(bytes)) return null
  return nullIfRejected(means.sandbox.run('fit_image', { source: { bytes }, box }, ownerOf(means)))
}

/** An upload is not held up for longer than this by the files of others. */
const measureTimeoutMs = 5_000

/** Size and fitness of a stored image, from its header. Null when that cannot be told, or not soon enough: an upload goes without. */
export async function measureStoredImage(
  means: SandboxContext & { files: FileStore },
  content_hash: Buffer,
): Promise<{ width: number; height: number; is_decodable: boolean } | null> {
  const { promise: late, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), measureTimeoutMs)
  const path = await means.files.locate(content_hash)
  const measured = means.sandbox.run('measure_image', { path }, ownerOf(means)).catch(() => null)
  return Promise.race([measured, late]).finally(() => clearTimeout(timer))
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
      'Images cannot be read just now. Try again in a few seconds',
      {
        retry_after_s: 5,
      },
    )
  }
}
