import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import {
  hourMs,
  listNames,
  type OpenStores,
  openFakeS3Stores,
  openLocalStores,
  openS3rverStores,
} from './file-store-suite.ts'

const storages: [string, () => OpenStores | Promise<OpenStores>][] = [
  ['a folder', openLocalStores],
  ['an S3-compatible server', () => openFakeS3Stores({ page_size: 3 })],
  ['s3rver', openS3rverStores],
]

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const missing = { code: 'ENOENT' }
/** More than an upload in one part. */
const manyBytes = randomBytes(17 * 1024 * 1024)

async function* inChunks(bytes: Buffer, size: number, failure?: Error) {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
  if (failure) throw failure
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a list of what every store does
describe.each(storages)('a file store in %s', (_, open) => {
  test('returns what was stored, on every node', async () => {
    const { store, other } = await open()
    const bytes = randomBytes(1000)
    const hash = await store.put(bytes)
    expect(hash).toEqual(hashOf(bytes))
    expect(await other.get(hash)).toEqual(bytes)
    expect(await buffer(await other.stream(hash))).toEqual(bytes)
    const empty = await store.put(new Uint8Array())
    expect(await store.get(empty)).toEqual(Buffer.alloc(0))
  })

  test('stores the same bytes once', async () => {
    const { store, other } = await open()
    const [first, second] = await Promise.all([
      store.put(Buffer.from('same')),
      other.put(Buffer.from('same')),
    ])
    await store.putStream(inChunks(Buffer.from('same'), 2), 10)
    expect(first).toEqual(second)
    expect(await listNames(store)).toEqual([`${first.toString('hex')} 4`])
  })

  test.each([
    ['in one part', randomBytes(100_000)],
    ['in several parts', manyBytes],
    ['of exactly one part', manyBytes.subarray(0, 8 * 1024 * 1024)],
    ['that is empty', Buffer.alloc(0)],
  ])('stores a stream %s', async (_, bytes) => {
    const { store, other } = await open()
    const stored = await store.putStream(inChunks(bytes, 65_537), manyBytes.length)
    expect(stored).toEqual({ hash: hashOf(bytes), size: bytes.length })
    expect((await other.get(hashOf(bytes))).equals(bytes)).toBe(true)
    expect(await listNames(store)).toEqual([`${hashOf(bytes).toString('hex')} ${bytes.length}`])
  })

  test.each([
    ['short', randomBytes(1000)],
    ['long', manyBytes],
  ])('keeps nothing of a %s stream over the limit, or whose source fails', async (_, bytes) => {
    const { store } = await open()
    let isClosed = false
    const watched = async function* () {
      try {
        yield* inChunks(bytes, 500_000)
      } finally {
        isClosed = true
      }
    }
    expect(await store.putStream(watched(), bytes.length - 1)).toBeNull()
    expect(isClosed).toBe(true)
    const failure = new Error('The browser went away')
    await expect(store.putStream(inChunks(bytes, 500_000, failure), bytes.length)).rejects.toBe(failure)
    expect(await listNames(store)).toEqual([])
    await expect(store.get(hashOf(bytes))).rejects.toMatchObject(missing)
  })

  test('reads ranges, inclusive at both ends', async () => {
    const { store } = await open()
    const bytes = randomBytes(200_000)
    const hash = await store.put(bytes)
    for (const [start, end] of [
      [0, 1],
      [5, 5],
      [100_000, 199_999],
    ] as const)
      expect(await buffer(await store.stream(hash, '', { start, end }))).toEqual(
        bytes.subarray(start, end + 1),
      )
  })

  test('keeps derived files beside, the last one if stored again', async () => {
    const { store, other } = await open()
    const hash = await store.put(Buffer.from('a picture'))
    await expect(store.get(hash, '.thumb.png')).rejects.toMatchObject(missing)
    await store.putBeside(hash, '.thumb.png', Buffer.from('smaller'))
    await other.putBeside(hash, '.thumb.png', Buffer.from('small'))
    expect(await buffer(await store.stream(hash, '.thumb.png'))).toEqual(Buffer.from('small'))
    expect(await store.get(hash)).toEqual(Buffer.from('a picture'))
    const name = hash.toString('hex')
    expect(await listNames(store)).toEqual([`${name} 9`, `${name}.thumb.png 5`])
  })

  test('a missing file is missing at once, however it is read', async () => {
    const { store } = await open()
    const hash = hashOf(Buffer.from('never stored'))
    await expect(store.get(hash)).rejects.toMatchObject(missing)
    await expect(store.stream(hash)).rejects.toMatchObject(missing)
    await expect(store.stream(hash, '.thumb.png', { start: 0, end: 1 })).rejects.toMatchObject(missing)
    await expect(store.withPath(hash, async () => 'used')).rejects.toMatchObject(missing)
    await store.remove(hash, '', 0)
  })

  test('a path is readable until its last user has finished', async () => {
    const { store } = await open()
    const hash = await store.put(Buffer.from('for another process'))
    const first = Promise.withResolvers<void>()
    const paths: string[] = []
    const read = async (path: string) => {
      paths.push(path)
      return readFileSync(path, 'utf8')
    }
    const slow = store.withPath(hash, async (path) => {
      await first.promise
      return read(path)
    })
    expect(await store.withPath(hash, read)).toBe('for another process')
    first.resolve()
    expect(await slow).toBe('for another process')
    await expect(store.withPath(hash, () => Promise.reject(new Error('unreadable')))).rejects.toThrow(
      'unreadable',
    )
    expect(await store.get(hash)).toEqual(Buffer.from('for another process'))
  })

  test('removes files, and only these', async () => {
    const { store, other } = await open()
    const hash = await store.put(Buffer.from('a picture'))
    const kept = await store.put(Buffer.from('another'))
    await store.putBeside(hash, '.thumb.png', Buffer.from('small'))
    await other.remove(hash, '', 0)
    await expect(store.get(hash)).rejects.toMatchObject(missing)
    expect(await store.get(hash, '.thumb.png')).toEqual(Buffer.from('small'))
    await other.remove(hash, '.thumb.png', 0)
    expect(await listNames(store)).toEqual([`${kept.toString('hex')} 7`])
    await store.put(Buffer.from('a picture'))
    expect(await other.get(hash)).toEqual(Buffer.from('a picture'))
  })

  test('a file that was stored again within the grace time stays', async () => {
    const { store, other, makeOlder } = await open()
    const hash = await store.put(Buffer.from('a picture'))
    await other.remove(hash, '', hourMs)
    expect(await store.get(hash)).toEqual(Buffer.from('a picture'))
    if (!makeOlder) return
    makeOlder()
    await store.put(Buffer.from('a picture'))
    await other.remove(hash, '', hourMs)
    expect(await store.get(hash)).toEqual(Buffer.from('a picture'))
    makeOlder()
    await other.remove(hash, '', hourMs)
    await expect(store.get(hash)).rejects.toMatchObject(missing)
    expect(await listNames(store)).toEqual([])
  })

  test('lists every file, or those of one folder', async () => {
    const { store } = await open()
    expect(await listNames(store)).toEqual([])
    const hashes = await Promise.all(
      Array.from({ length: 10 }, (_, n) => store.put(Buffer.from(`file ${n}`))),
    )
    const names = hashes.map((hash) => `${hash.toString('hex')} 6`).sort()
    expect(await listNames(store)).toEqual(names)
    const folder = names[0]?.slice(0, 2) ?? ''
    expect(await listNames(store, folder)).toEqual(names.filter((name) => name.startsWith(folder)))
  })
})

test('a copy for another process is deleted after use', async () => {
  const { store } = await openFakeS3Stores()
  const hash = await store.put(Buffer.from('for another process'))
  const path = await store.withPath(hash, async (path) => path)
  expect(existsSync(path)).toBe(false)
})
