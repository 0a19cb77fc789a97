import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '../../server/src/testing/processes/free-ports.ts'
import { eventually } from '../../server/src/testing/web-sockets.ts'
import { startClientWorkspace } from './client-workspace.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
let w: Awaited<ReturnType<typeof startClientWorkspace>>
let folder: string
let env: Record<string, string>
let blocks: string[]

/** Like a new user: packs the client, installs it elsewhere, and follows the README. */
beforeAll(async () => {
  w = await startClientWorkspace()
  await w.t.make.inbox()
  folder = await mkdtemp(join(tmpdir(), 'parley-client-'))
  await run('npm', ['pack', '-w', 'client', '--silent', '--pack-destination', folder], root)
  const installed = join(folder, 'node_modules/@parley/client')
  await mkdir(installed, { recursive: true })
  const { version } = JSON.parse(await readFile(join(root, 'client/package.json'), 'utf8'))
  await run(
    'tar',
    ['-xzf', join(folder, `parley-client-${version}.tgz`), '--strip-components=1', '-C', installed],
    folder,
  )
  const { credentials } = await w.client()
  env = { PARLEY_URL: w.url, PARLEY_KEY: credentials.key, PARLEY_SECRET: credentials.secret }
  const readme = await readFile(join(installed, 'README.md'), 'utf8')
  blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code)
  await Promise.all(blocks.map((code, n) => writeFile(join(folder, `${n}.ts`), code)))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
}, 180_000)
afterAll(async () => {
  await w.stop()
  await rm(folder, { recursive: true, force: true })
})

const block = (containing: string): string => {
  const index = blocks.findIndex((code) => code.includes(containing))
  if (index === -1) throw new Error(`No block of the README holds ${containing}`)
  return `${index}.ts`
}

test('every README example compiles in strict mode', async () => {
  await mkdir(join(folder, 'node_modules/@types'), { recursive: true })
  await symlink(join(root, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'))
  await symlink(join(root, 'node_modules/undici-types'), join(folder, 'node_modules/undici-types'))
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'NodeNext',
    target: 'ES2022',
    types: ['node'],
    noUncheckedIndexedAccess: true,
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  expect(await run(join(root, 'node_modules/.bin/tsc'), ['-p', '.'], folder)).toBe('')
}, 180_000)

test('the first README example works', async () => {
  expect(await program(block('getMe'))).toMatch(/^Signed in as Agent/)
  expect(await program(block('createConversation'))).toMatch(/Conversation \d+/)
  expect(await program(block('each('))).toContain('Where is my parcel?')
  expect(await program(block('uploadMedia'))).toContain('Uploaded invoice.csv')
  expect(await program(block('ParleyRefusal'))).toMatch(/^400 InputException[\s\S]*name: /)
}, 120_000)

test('the event example receives events, and the webhook example accepts only signed requests', async () => {
  const listening = start(block('parley.events'))
  await eventually(() => listening.output().includes('Listening'), listening.output)
  const { uuid } = await w.t.make.conversation()
  const { parley } = await w.client()
  await parley.sendMessage({ uuid, body: { message: '<p>Heard?</p>', private: true } })
  await eventually(() => listening.output().includes('New message:'), listening.output)
  expect(await listening.ended).toContain('New message: Heard?')

  const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZg=='
  const port = await findFreePort()
  const receiver = start(block('verifyWebhook'), { WEBHOOK_SECRET: secret, PORT: String(port) })
  await eventually(() => receiver.output().includes('Waiting'), receiver.output)
  const body = '{"event":"conversation.created"}'
  const seconds = String(Math.floor(Date.now() / 1000))
  const mac = createHmac('sha256', '0123456789abcdef').update(`msg_1.${seconds}.${body}`).digest('base64')
  const call = (signature: string) =>
    fetch(`http://127.0.0.1:${port}`, {
      method: 'POST',
      body,
      headers: { 'webhook-id': 'msg_1', 'webhook-timestamp': seconds, 'webhook-signature': signature },
    })
  expect((await call(`v1,${mac}`)).status).toBe(204)
  expect((await call(`v1,${mac.replace(/^./, '_')}`)).status).toBe(401)
  expect(receiver.output()).toContain(`msg_1 ${body}`)
  receiver.stop()
  await receiver.ended
}, 60_000)

/** Runs a README example as a separate process. */
function start(file: string, extra_env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [file], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env, ...extra_env },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      text += data.toString()
    })
  const ended = new Promise<string>((resolve) => child.on('close', () => resolve(text)))
  return { output: () => text, ended, stop: () => child.kill() }
}
const program = (file: string) => start(file).ended

function run(command: string, args: string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => {
        text += data.toString()
      })
    child.on('close', (code) =>
      code === 0 ? resolve(text) : reject(new Error(`${command} ended with ${code}: ${text}`)),
    )
  })
}
