import type { Readable } from 'node:stream'

/** Files addressed by the SHA-256 of their content, never by a user-supplied name. */
export type FileStore = {
  /** Durable when it returns. Returns the hash. */
  put(bytes: Uint8Array): Promise<Buffer>
  /**
   * The same without buffering the file in memory. If it exceeds `limit` bytes or the source fails, nothing is kept;
   * the result is then null or the source's error.
   */
  putStream(source: AsyncIterable<Uint8Array>, limit: number): Promise<{ hash: Buffer; size: number } | null>
  /**
   * Stores a file derived from another (a thumbnail), or its compressed form, under the hash plus a suffix. Durable
   * when it returns.
   */
  putBeside(hash: Buffer, suffix: string, bytes: Uint8Array): Promise<void>
  /** @throws ENOENT if there is no such file */
  get(hash: Buffer, suffix?: string): Promise<Buffer>
  /**
   * Calls `use` with a path at which another process on this machine can read the file until `use` has settled.
   * @throws ENOENT if there is no such file
   */
  withPath<T>(hash: Buffer, use: (path: string) => Promise<T>): Promise<T>
  /**
   * `range` is in bytes from 0, inclusive at both ends.
   * @throws ENOENT if there is no such file, before anything is read
   */
  stream(hash: Buffer, suffix?: string, range?: ByteRange): Promise<Readable>
  /** Removes an unreferenced file, unless the same bytes were stored again within the last `grace_ms`. */
  remove(hash: Buffer, suffix: string, grace_ms: number): Promise<void>
  /**
   * Every stored file, in no particular order, or those whose hash begins with these two digits. A file that is
   * stored or removed during the listing may be missing.
   */
  list(folder?: string): AsyncIterable<StoredFile>
  /** Removes what uploads and removals left behind that ended with their process. To be called now and then. */
  removeLeftovers(): Promise<void>
}

/** `size` is in bytes, as stored; `modified_at` in milliseconds, by the clock of the storage. */
export type StoredFile = { hash: Buffer; suffix: string; size: number; modified_at: number }

export type ByteRange = { start: number; end: number }

/** Kinds of files, which are stored apart. */
export type FileArea = 'media' | 'mail'

/** The path of a file below its area, in folders by the first two bytes of its hash. */
export function storedPath(hash: Buffer, suffix = ''): string {
  const name = hash.toString('hex')
  return `${name.slice(0, 2)}/${name.slice(2, 4)}/${name}${suffix}`
}

/** A SHA-256 and a suffix such as ".thumb.png". Earlier releases left files that end in .tmp and .gone after a crash. */
const storedName = /^([0-9a-f]{64})((?:\.[a-z0-9]+)*)(?<!\.(?:tmp|gone))$/

/** Reads the name of a stored file. Null for anything else. */
export function parseStoredName(name: string): { hash: Buffer; suffix: string } | null {
  const [, hash, suffix = ''] = storedName.exec(name) ?? []
  return hash ? { hash: Buffer.from(hash, 'hex'), suffix } : null
}

/** Has the code of a missing file on a disk, so that all stores are handled alike. */
export const missingFileError = (): Error =>
  Object.assign(new Error('There is no such file in the file storage'), { code: 'ENOENT' })

/** Of all areas. */
export async function removeLeftovers(stores: Record<FileArea, FileStore>): Promise<void> {
  await stores.media.removeLeftovers()
  await stores.mail.removeLeftovers()
}
