type StoredObject = { bytes: Buffer; modified_at: number }
type Upload = { key: string; initiated_at: number; parts: Map<number, Buffer> }

export type S3Contents = {
  bucket: string
  /** By key. */
  objects: Map<string, StoredObject>
  /** Uploads in parts that are neither completed nor aborted, by id. */
  uploads: Map<string, Upload>
  page_size: number
  /** S3's clock, in milliseconds, in whole seconds. */
  now(): number
  /** Makes everything in the bucket older. */
  advance(ms: number): void
}

export function createS3Contents(page_size: number): S3Contents {
  let offset = 0
  return {
    bucket: 'parley-files',
    objects: new Map(),
    uploads: new Map(),
    page_size,
    now: () => Math.floor((Date.now() + offset) / 1000) * 1000,
    advance(ms) {
      offset += ms
    },
  }
}
