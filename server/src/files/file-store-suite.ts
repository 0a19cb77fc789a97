import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type FakeS3, startFakeS3 } from '../testing/fake-services/s3/fake-s3.ts'
import type { S3Settings } from './file-settings.ts'
import type { FileArea, FileStore } from './file-store.ts'
import { createLocalFileStore } from './local-file-store.ts'
import { openS3Bucket, type S3Limits } from './s3/s3-bucket.ts'
import { createS3FileStore } from './s3/s3-file-store.ts'
import { createTemporaryCopies } from './s3/temporary-copies.ts'

export const hourMs = 3_600_000

/** The same store, opened on two nodes. */
export type OpenStores = {
  store: FileStore
  other: FileStore
  /** Makes everything stored so far two hours older, if the storage has a clock that tests can change. */
  makeOlder?: () => void
}

/** Removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function openLocalStores(): OpenStores & { folder: string } {
  const folder = temporaryFolder()
  return {
    folder,
    store: createLocalFileStore(folder, 'media'),
    other: createLocalFileStore(folder, 'media'),
    makeOlder() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        const path = join(folder, name)
        const time = (statSync(path).mtimeMs - 2 * hourMs) / 1000
        utimesSync(path, time, time)
      }
    },
  }
}

/** Repeats a request once, so that tests of an S3 that is down don't take long. It responds in this process, so the times are generous. */
const patience = { attempts: 2, connect_ms: 20_000, idle_ms: 20_000, response_ms: 60_000 }
/** For an S3 that never answers some requests. The others must be done in this time. */
export const impatience = { idle_ms: 2_000, response_ms: 4_000 }

export async function openS3Store(
  settings: S3Settings,
  { area = 'media', limits = {} }: { area?: FileArea; limits?: Partial<S3Limits> } = {},
): Promise<FileStore> {
  const bucket = await openS3Bucket(settings, { ...patience, ...limits })
  onTestFinished(() => bucket.stop())
  return createS3FileStore(bucket, area, createTemporaryCopies(temporaryFolder()))
}

export async function openFakeS3Stores(
  options: { page_size?: number; limits?: Partial<S3Limits> } = {},
): Promise<OpenStores & { s3: FakeS3 }> {
  const s3 = await startFakeS3(options)
  onTestFinished(() => s3.stop())
  return {
    s3,
    store: await openS3Store(s3.settings, options),
    other: await openS3Store(s3.settings, options),
    makeOlder: () => s3.advance(2 * hourMs),
  }
}

/** s3rver, a server of others that keeps objects in a folder. */
export async function openS3rverStores(): Promise<OpenStores> {
  const { default: S3rver } = await import('s3rver')
  const bucket = 'parley-files'
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true },
    ...{ directory: temporaryFolder(), configureBuckets: [{ name: bucket }] },
  })
  const { port } = await server.run()
  onTestFinished(() => server.close())
  const settings = {
    ...{ bucket, region: 'us-east-1', endpoint: `http://127.0.0.1:${port}` },
    ...{ credentials: { access_key_id: 'S3RVER', secret_access_key: 'S3RVER' } },
    ...{ prefix: '', force_path_style: true },
  }
  return { store: await openS3Store(settings), other: await openS3Store(settings) }
}

/** Everything in a store, sorted, such as "ab…ef.thumb.png 5". */
export async function listNames(store: FileStore, folder?: string): Promise<string[]> {
  const names: string[] = []
  for await (const { hash, suffix, size } of store.list(folder))
    names.push(`${hash.toString('hex')}${suffix} ${size}`)
  return names.sort()
}
