import { randomBytes } from 'node:crypto'
import type { S3Bucket, S3Object } from './s3-bucket.ts'

/*
 * S3 cannot rename, and cannot delete an object on the condition that nobody has just decided to keep it. Nevertheless a
 * node must never delete what another node is storing again. Beside an object "…/abcd" there may be:
 *
 *   …/abcd-copy-RANDOM       the same bytes, stored while a removal of the first had begun
 *   …/abcd-kept              written to say: stored again at the time of this object
 *   …/abcd-removing-RANDOM   a removal has begun, and may delete what it has seen
 *
 * Who stores writes first (the object, or -kept if it exists) and then looks for removals. Who removes announces it first
 * and then looks how old everything is. Whichever order the four steps have, one of them sees the other: the removal finds
 * something new and gives up, or the other finds the removal and stores a copy under a name that the removal cannot know.
 * This needs nothing but listings that are consistent after writes, and compares only times of S3's own clock.
 * Why: docs/decisions/0068-file-storage.md.
 */

/** A removal that has not ended by then never will. */
const abandonedAfterMs = 86_400_000

const keptKey = (key: string) => `${key}-kept`
const isRemoval = (key: string, object: S3Object) => object.key.startsWith(`${key}-removing-`)

/** Whether this object has the bytes of `key`. */
export const isCopyOf = (key: string, object_key: string) =>
  object_key === key || object_key.startsWith(`${key}-copy-`)

/** Everything that belongs to the object `key`, without derived files such as thumbnails. */
export async function listName(bucket: S3Bucket, key: string): Promise<S3Object[]> {
  const objects: S3Object[] = []
  for await (const object of bucket.list(key))
    if (object.key === key || object.key.startsWith(`${key}-`)) objects.push(object)
  return objects
}

/**
 * Stores an object so that it outlives every removal that has begun. If the bytes under this key are always the same, an
 * existing object isn't written again.
 */
export async function storeSafely(
  bucket: S3Bucket,
  key: string,
  { write, is_same_content }: { write: (key: string) => Promise<void>; is_same_content: boolean },
): Promise<void> {
  if (is_same_content && (await bucket.findSize(key)) !== null)
    await bucket.put(keptKey(key), new Uint8Array())
  else await write(key)
  const objects = await listName(bucket, key)
  const isThere = objects.some((object) => object.key === key)
  const now = newest(objects)
  const isBeingRemoved = objects.some(
    (object) => isRemoval(key, object) && now - object.modified_at < abandonedAfterMs,
  )
  if (!isThere || isBeingRemoved) await write(`${key}-copy-${randomBytes(6).toString('hex')}`)
}

/** Removes an object, unless it was stored, or stored again, within the last `grace_ms`. */
export async function removeUnlessRenewed(bucket: S3Bucket, key: string, grace_ms: number): Promise<void> {
  if ((await listName(bucket, key)).length === 0) return
  const removal = `${key}-removing-${randomBytes(6).toString('hex')}`
  await bucket.put(removal, new Uint8Array())
  const objects = await listName(bucket, key)
  const now = newest(objects.filter((object) => object.key === removal))
  const contents = objects.filter((object) => !isRemoval(key, object))
  const outdated = objects.filter(
    (object) => isRemoval(key, object) && now - object.modified_at >= abandonedAfterMs,
  )
  const isRenewed = contents.length > 0 && now - newest(contents) < grace_ms
  let isCertain = true
  for (const object of isRenewed ? outdated : [...contents, ...outdated])
    isCertain = (await bucket.remove(object.key)) && isCertain
  // An attempt that S3 has not answered may still take effect. Until none can, new bytes get a name of their own.
  if (isCertain) await bucket.remove(removal)
}

const newest = (objects: S3Object[]) => Math.max(0, ...objects.map(({ modified_at }) => modified_at))
