import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { Fault } from '../../testing/fake-services/s3/fake-s3.ts'
import type { S3Request } from '../../testing/fake-services/s3/s3-protocol.ts'
import { transientKind } from '../../transient-error.ts'
import { storedPath } from '../file-store.ts'
import { hourMs, impatience, listNames, openFakeS3Stores, openS3Store } from '../file-store-suite.ts'

const manyBytes = randomBytes(20 * 1024 * 1024)
const dayMs = 24 * hourMs

async function* inChunks(bytes: Buffer) {
  for (let start = 0; start < bytes.length; start += 1_000_000) yield bytes.subarray(start, start + 1_000_000)
}

/** This fault for the first requests that match, or for all of them. */
const faultOf = (
  fault: Fault,
  matches: (request: S3Request) => boolean,
  times = Number.POSITIVE_INFINITY,
) => {
  let left = times
  return (request: S3Request) => (matches(request) && left-- > 0 ? fault : undefined)
}

const kindOf = (work: Promise<unknown>) => work.then(() => 'no error', transientKind)
const isPut = ({ method }: S3Request) => method === 'PUT'
const isGet = ({ method, key }: S3Request) => method === 'GET' && key !== ''

test.each(['slow_down', 'internal_error', 'cut_request', 'lost_response'] satisfies Fault[])(
  'a request that fails once is repeated: %s',
  async (fault) => {
    const { s3, store } = await openFakeS3Stores()
    s3.setFault(faultOf(fault, isPut, 1))
    const hash = await store.put(Buffer.from('a picture'))
    s3.setFault(faultOf(fault, isPut, 1))
    const stored = await store.putStream(inChunks(manyBytes), manyBytes.length)
    expect(stored?.size).toBe(manyBytes.length)
    expect(await store.get(hash)).toEqual(Buffer.from('a picture'))
    expect((await store.get(stored?.hash ?? hash)).equals(manyBytes)).toBe(true)
  },
)

test.each(['slow_down', 'internal_error', 'cut_request', 'mute'] satisfies Fault[])(
  'what keeps failing is a transient error of the storage, and leaves nothing: %s',
  async (fault) => {
    const { s3, other } = await openFakeS3Stores()
    const store = fault === 'mute' ? await openS3Store(s3.settings, { limits: impatience }) : other
    s3.setFault(faultOf(fault, isPut))
    expect(await kindOf(store.put(Buffer.from('a picture')))).toBe('storage')
    // Also when the second part fails.
    s3.setFault(faultOf(fault, ({ query }) => query.get('partNumber') === '2'))
    expect(await kindOf(store.putStream(inChunks(manyBytes), manyBytes.length))).toBe('storage')
    expect(s3.uploads.size).toBe(0)
    s3.setFault(null)
    expect(await listNames(other)).toEqual([])
    expect(s3.objects.size).toBe(0)
  },
)

test('a source is closed even if its upload could not begin', async () => {
  const { s3, store } = await openFakeS3Stores()
  s3.setFault(faultOf('internal_error', ({ query }) => query.has('uploads')))
  let isClosed = false
  const source = async function* () {
    try {
      yield* inChunks(manyBytes)
    } finally {
      isClosed = true
    }
  }
  expect(await kindOf(store.putStream(source(), manyBytes.length))).toBe('storage')
  expect(isClosed).toBe(true)
})

test('a server that is down is a transient error, and works again as soon as it is up', async () => {
  const { s3, store } = await openFakeS3Stores()
  const hash = await store.put(Buffer.from('a picture'))
  await s3.stop()
  const works = [store.put(Buffer.from('another')), store.get(hash), store.remove(hash, '', 0)]
  expect(await Promise.all(works.map(kindOf))).toEqual(['storage', 'storage', 'storage'])
  await s3.start()
  expect(await store.get(hash)).toEqual(Buffer.from('a picture'))
})

test('a full storage is like a full disk', async () => {
  const { s3, store } = await openFakeS3Stores()
  s3.setFault(faultOf('full', isPut))
  expect(await kindOf(store.put(Buffer.from('a picture')))).toBe('disk_full')
})

test('keys that S3 no longer accepts are a transient error that names the setting', async () => {
  const { s3 } = await openFakeS3Stores()
  const store = await openS3Store({
    ...s3.settings,
    credentials: { access_key_id: 'AKIAPARLEYTEST', secret_access_key: 'a former secret' },
  })
  const hash = Buffer.alloc(32)
  const error = await store.putBeside(hash, '.zst', Buffer.from('mail')).catch((error: Error) => error)
  expect(transientKind(error)).toBe('storage')
  expect(String(error)).toContain('Correct S3_SECRET_ACCESS_KEY')
  expect(String(error)).not.toContain('a former secret')
  expect(await kindOf(store.put(Buffer.from('a picture')))).toBe('storage')
})

test('a download continues where the connection broke', async () => {
  const { s3, store } = await openFakeS3Stores()
  const stored = await store.putStream(inChunks(manyBytes), manyBytes.length)
  const hash = stored?.hash ?? Buffer.alloc(0)
  expect([...s3.objects.keys()]).toEqual([`desk/media/${storedPath(hash)}`])
  s3.setFault(faultOf('cut_response', isGet, 3))
  expect((await store.get(hash)).equals(manyBytes)).toBe(true)
  s3.setFault(faultOf('cut_response', isGet, 1))
  const range = { start: 1_000_001, end: 9_000_000 }
  expect(
    (await buffer(await store.stream(hash, '', range))).equals(manyBytes.subarray(1_000_001, 9_000_001)),
  ).toBe(true)
})

test('a download that makes no progress fails', async () => {
  const { s3, store } = await openFakeS3Stores()
  const hash = await store.put(Buffer.from('1'))
  s3.setFault(faultOf('cut_response', isGet))
  expect(await kindOf(store.get(hash))).toBe('storage')
})

test('bytes that are stored already are not uploaded again', async () => {
  const { s3, store, other } = await openFakeS3Stores()
  const hash = await store.put(Buffer.from('a picture'))
  s3.requests.length = 0
  await other.put(Buffer.from('a picture'))
  const key = `desk/media/${storedPath(hash)}`
  expect(s3.requests.filter((request) => request.startsWith('PUT'))).toEqual([`PUT ${key}-kept`])
  expect([...s3.objects.keys()].sort()).toEqual([key, `${key}-kept`])
})

test('a removal whose outcome S3 did not confirm cannot delete what is stored after it', async () => {
  const { s3, store, other } = await openFakeS3Stores()
  const hash = await store.put(Buffer.from('a picture'))
  const key = `desk/media/${storedPath(hash)}`
  s3.setFault(faultOf('lost_response', ({ method }) => method === 'DELETE', 1))
  await other.remove(hash, '', 0)
  s3.setFault(null)
  await store.put(Buffer.from('a picture'))
  // The first attempt takes effect late.
  s3.objects.delete(key)
  expect(await store.get(hash)).toEqual(Buffer.from('a picture'))
  expect(await store.withPath(hash, async () => 'used')).toBe('used')
  expect(await listNames(store)).toEqual([`${hash.toString('hex')} 9`])
  // After a day, it no longer counts.
  s3.advance(dayMs)
  await store.put(Buffer.from('a picture'))
  s3.advance(dayMs)
  await other.remove(hash, '', hourMs)
  expect([...s3.objects.keys()]).toEqual([])
})

test('leftovers of interrupted uploads are removed after a day', async () => {
  const { s3, store } = await openFakeS3Stores()
  const hash = await store.put(Buffer.from('a picture'))
  const age = (ms: number) => Date.now() - ms
  for (const [name, initiated_at] of [
    ['old', age(2 * dayMs)],
    ['new', age(hourMs)],
  ] as const) {
    s3.uploads.set(name, { key: `desk/media/arriving/${name}`, initiated_at, parts: new Map() })
    s3.objects.set(`desk/media/arriving/${name}`, { bytes: Buffer.from('half'), modified_at: initiated_at })
  }
  await store.removeLeftovers()
  expect([...s3.uploads.keys()]).toEqual(['new'])
  expect([...s3.objects.keys()].sort()).toEqual(
    [`desk/media/${storedPath(hash)}`, 'desk/media/arriving/new'].sort(),
  )
  expect(await listNames(store)).toEqual([`${hash.toString('hex')} 9`])
})

test('areas and prefixes are separate', async () => {
  const { s3, store } = await openFakeS3Stores()
  const mail = await openS3Store(s3.settings, { area: 'mail' })
  const elsewhere = await openS3Store({ ...s3.settings, prefix: '' })
  const hash = await store.put(Buffer.from('a picture'))
  await expect(mail.get(hash)).rejects.toMatchObject({ code: 'ENOENT' })
  await expect(elsewhere.get(hash)).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await listNames(mail)).toEqual([])
})
