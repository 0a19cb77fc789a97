import { chownSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { sendSmtpLines } from '../email/test-mail.ts'
import { multipartForm } from '../multipart-form.ts'
import { freePorts } from '../processes/free-ports.ts'
import { createEmptyDatabase } from '../processes/server-process.ts'
import { removeTree } from './debian-root.ts'
import { type ReplayedImage, replayDockerfile } from './replay-dockerfile.ts'
import { type RunOptions, runInImage, startContainer } from './run-image.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-image-'))
let image: ReplayedImage
beforeAll(async () => {
  image = await replayDockerfile(folder, (line) => console.log(line))
}, 1_800_000)
afterAll(() => removeTree(folder), 600_000)

const password = 'Correct-horse-9'

async function prepare(env: Record<string, string> = {}) {
  const ports = await freePorts()
  const data = mkdtempSync(join(folder, 'data-'))
  chownSync(data, image.user.uid, image.user.gid)
  const secrets = join(folder, 'secrets')
  mkdirSync(secrets, { recursive: true })
  writeFileSync(join(secrets, 'admin-password'), `${password}\n`)
  const options: RunOptions = {
    env: {
      ...ports,
      HOST: '127.0.0.1',
      // Of a container without a web server. That of the image may be in use here.
      PARLEY_HEALTH_PORT: ports.PORT,
      PARLEY_ADMIN_PASSWORD_FILE: '/run/secrets/admin-password',
      ...env,
    },
    mounts: { '/data/': data, '/run/secrets/': secrets },
  }
  return { ...ports, options }
}

async function signIn(port: string) {
  const reply = await fetch(`http://127.0.0.1:${port}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@parley.local', password }),
  })
  expect(reply.status).toBe(200)
  const cookies = reply.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  const token = decodeURIComponent(cookies.find((one) => one.startsWith('csrf_token='))?.slice(11) ?? '')
  return { cookie: cookies.join('; '), 'x-csrftoken': token }
}

test('the image runs everything without root on a read-only file system, and stops when told', async () => {
  const { options, PORT, SMTP_RECEIVER_PORT } = await prepare()
  const container = startContainer(image, options)
  onTestFinished(() => void container.stop())
  await container.waitForOutput(/Parley is ready/)
  expect(runInImage(image, { ...options, command: image.health_check })).toEqual({ status: 0, output: '' })
  // Node.js, the embedded PostgreSQL and its processes.
  expect(new Set(container.users())).toEqual(new Set([image.user.uid]))
  expect(container.users().length).toBeGreaterThan(5)

  const page = await (await fetch(`http://127.0.0.1:${PORT}/`)).text()
  const [script] = /\/assets\/[\w.-]+\.js/.exec(page) ?? []
  expect((await fetch(`http://127.0.0.1:${PORT}${script}`)).status).toBe(200)
  const headers = await signIn(PORT)
  // Decoded in the sandboxed process.
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const form = await multipartForm({ name: 'me.png', type: 'image/png', bytes: picture })
  const upload = await fetch(`http://127.0.0.1:${PORT}/api/v1/agents/me`, {
    method: 'PUT',
    headers: { ...headers, ...form.headers },
    body: new Uint8Array(form.payload),
  })
  expect(await upload.json()).toMatchObject({ status: 'success' })
  expect((await sendSmtpLines(Number(SMTP_RECEIVER_PORT), ['EHLO there']))[1]).toMatch(/^250/)

  const started = performance.now()
  expect(await container.stop(), container.output()).toBe(0)
  expect(performance.now() - started).toBeLessThan(10_000)
  expect(runInImage(image, { ...options, command: image.health_check }).status, 'stopped').toBe(1)
}, 300_000)

test('what is in the volume is there after a restart', async () => {
  const { options, PORT } = await prepare()
  for (const attempt of ['new', 'again']) {
    const container = startContainer(image, options)
    await container.waitForOutput(/Parley is ready/)
    await signIn(PORT)
    expect(await container.stop(), attempt).toBe(0)
  }
}, 300_000)

test('a worker is healthy without a web server', async () => {
  const { options } = await prepare({ ROLES: 'worker', DATABASE_URL: await createEmptyDatabase() })
  const container = startContainer(image, options)
  await container.waitForOutput(/Parley is ready/)
  expect(runInImage(image, { ...options, command: image.health_check }).status).toBe(0)
  expect(await container.stop()).toBe(0)
}, 300_000)

test('the operator’s commands run in the image', async () => {
  const { options } = await prepare({ DATABASE_URL: await createEmptyDatabase() })
  const command = ['node', '--run', 'admin', '--', 'create-admin', 'ada@example.com']
  const container = startContainer(image, { ...options, env: { ...options.env, ROLES: 'worker' } })
  await container.waitForOutput(/Parley is ready/)
  const { status, output } = runInImage(image, { ...options, command })
  expect(status, output).toBe(0)
  expect(output).toContain('ada@example.com')
  await container.stop()
}, 300_000)

test('nothing outside the volume and /tmp can be written, and no test or development tool is included', async () => {
  const { options } = await prepare()
  const shell = (script: string) => runInImage(image, { ...options, command: ['sh', '-c', script] })
  for (const path of ['/app/x', '/app/node_modules/.cache/x', '/etc/x', '/usr/x'])
    expect(shell(`touch ${path}`).output).toContain('Read-only file system')
  expect(shell('touch /data/x /tmp/x && id -u').output.trim()).toBe(String(image.user.uid))
  expect(shell('ls node_modules').output).not.toMatch(/^(vitest|typescript|vite|react|playwright)/m)
  expect(shell('find . -name "*.test.*" -not -path "*/node_modules/*"').output).toBe('')
  expect(shell('ls node_modules/.cache/parley').output, 'a compiled server').not.toBe('')
})
