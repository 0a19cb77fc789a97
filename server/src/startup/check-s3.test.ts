import { expect, onTestFinished, test } from 'vitest'
import type { S3Settings } from '../files/file-settings.ts'
import { type FakeS3, type Fault, startFakeS3 } from '../testing/fake-services/s3/fake-s3.ts'
import { freePorts } from '../testing/processes/free-ports.ts'
import { createEmptyDatabase } from '../testing/processes/server-process.ts'
import { listenOnLoopback, startupError } from '../testing/processes/startup-failures.ts'
import { checkS3 } from './check-s3.ts'

const secret = 'not the secret key'

async function start(): Promise<FakeS3> {
  const s3 = await startFakeS3()
  onTestFinished(() => s3.stop())
  return s3
}

const check = (settings: S3Settings, limits: Parameters<typeof checkS3>[1] = {}) =>
  checkS3(settings, limits).then(
    () => 'no error',
    ({ message }: Error) => message,
  )

test('a bucket that can be used', async () => {
  const s3 = await start()
  expect(await check(s3.settings)).toBe('no error')
  expect([...s3.objects.keys()]).toEqual([])
})

test.each([
  [{ bucket: 'files-of-others' }, /^S3_BUCKET is files-of-others, but there is no bucket.*correct S3_BUCKET/],
  [{ region: 'eu-central-1' }, /it isn’t in the region eu-central-1. Correct S3_REGION/],
  [
    { credentials: { access_key_id: 'AKIANOBODY', secret_access_key: secret } },
    /it doesn’t know the access key. Correct S3_ACCESS_KEY_ID/,
  ],
  [
    { credentials: { access_key_id: 'AKIAPARLEYTEST', secret_access_key: secret } },
    /the secret doesn’t belong to the access key. Correct S3_SECRET_ACCESS_KEY/,
  ],
  [
    { endpoint: 'http://no-such-host.invalid' },
    /the host of http:\/\/no-such-host.invalid doesn’t exist|DNS lookup/,
  ],
])('settings with %o', async (wrong, sentence) => {
  const s3 = await start()
  const message = await check({ ...s3.settings, ...wrong })
  expect(message).toMatch(sentence)
  expect(message).not.toContain(secret)
})

test.each([
  ['mute', /isn’t responding. Check S3_ENDPOINT/],
  ['slow_down', /it is receiving too many requests/],
  ['internal_error', /responded with 500/],
  ['full', /responded with 507 \(XMinioStorageFull\)/],
  ['denied', /access was denied \(Access Denied\). Check the credentials: they must allow s3:ListBucket/],
] satisfies [Fault, RegExp][])('a server that answers: %s', async (fault, sentence) => {
  const s3 = await start()
  s3.setFault(() => fault)
  const limits = fault === 'mute' ? { idle_ms: 200, response_ms: 300 } : {}
  expect(await check(s3.settings, limits)).toMatch(sentence)
})

test('a key that may not write', async () => {
  const s3 = await start()
  s3.setFault(({ method }) => (method === 'PUT' ? 'denied' : undefined))
  expect(await check(s3.settings)).toMatch(/access was denied/)
})

test('an endpoint that is no S3 service', async () => {
  const s3 = await start()
  const port = await listenOnLoopback((socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello')),
  )
  expect(await check({ ...s3.settings, endpoint: `http://127.0.0.1:${port}` })).toMatch(
    /doesn’t respond like an S3 service/,
  )
})

test('the real program says it in one line and leaves no folder', async () => {
  const { PORT } = await freePorts()
  const printed = await startupError({
    DATABASE_URL: await createEmptyDatabase(),
    S3_BUCKET: 'parley-files',
    S3_ENDPOINT: `http://127.0.0.1:${PORT}`,
    S3_ACCESS_KEY_ID: 'AKIANOBODY',
    S3_SECRET_ACCESS_KEY: secret,
  })
  expect(printed).toMatch(/^S3_BUCKET is parley-files, but nothing is listening at .*correct S3_ENDPOINT/)
  expect(printed).not.toContain(secret)
}, 60_000)
