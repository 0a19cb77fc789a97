import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { acquireClusterLock, DataFolderInUse, lockDataFolder } from './data-folder-lock.ts'
import { runAsOtherUser, runInUserNamespace } from './embedded/process-account.ts'
import { startEmbeddedPostgres } from './embedded.ts'

const log = { debug() {}, info() {}, warn() {} }
const asRoot = process.getuid?.() === 0 && process.platform === 'linux'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-lock-'))
  chmodSync(folder, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let count = 0
function newFolder(): string {
  const path = mkdtempSync(join(folder, `data-${++count}-`))
  return path
}

const modeOf = (path: string) => statSync(path).mode & 0o777

test('a lock excludes everyone else until it is released', async () => {
  const data_dir = newFolder()
  const lock = await lockDataFolder(data_dir, () => {})
  await expect(lockDataFolder(data_dir, () => {}, 0)).rejects.toThrow(DataFolderInUse)
  lock.release()
  lock.release()
  const next = await lockDataFolder(data_dir, () => {}, 0)
  next.release()
})

/** Runs a script in a child process until it prints a line. */
async function runScript(
  script: string,
  prefix: string[] = [],
): Promise<{ child: ChildProcess; line: string }> {
  const [program = '', ...args] = [...prefix, process.execPath, '--input-type=module', '-e', script]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return { child, line: String(line) }
}

const importLine = (file: string, names: string) =>
  `import { ${names} } from ${JSON.stringify(join(import.meta.dirname, file))}\n`

test('a killed process leaves no lock behind', async () => {
  const data_dir = newFolder()
  const { child } = await runScript(`
    ${importLine('data-folder-lock.ts', 'lockDataFolder')}
    await lockDataFolder(${JSON.stringify(data_dir)}, () => {})
    console.log('locked')
    setInterval(() => {}, 1000)`)
  await expect(lockDataFolder(data_dir, () => {}, 0)).rejects.toThrow(`(process ${child.pid} on `)
  child.kill('SIGKILL')
  const lock = await lockDataFolder(data_dir, () => {})
  lock.release()
})

describe.runIf(asRoot)('in another container', () => {
  /** Process ids mean nothing across the namespace, as between two containers that share a volume. */
  const container = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc', '--']
  const server = (data_dir: string) => `
    ${importLine('embedded.ts', 'startEmbeddedPostgres')}
    const log = { debug() {}, info() {}, warn() {} }
    await startEmbeddedPostgres({ data_dir: ${JSON.stringify(data_dir)}, log })
    console.log('running')`
  const pidFile = (data_dir: string) => join(data_dir, 'postgres', 'postmaster.pid')

  test('leaves a running Parley alone', async () => {
    const data_dir = newFolder()
    await runScript(server(data_dir), container)
    const before = readFileSync(pidFile(data_dir), 'utf8')
    await expect(startEmbeddedPostgres({ data_dir, log })).rejects.toThrow(DataFolderInUse)
    expect(readFileSync(pidFile(data_dir), 'utf8')).toBe(before)
  }, 60_000)

  test('leaves a PostgreSQL alone whose Parley was killed, and the folder is free once it has ended', async () => {
    const data_dir = newFolder()
    // The shell outlives the killed Parley, as does the container with PostgreSQL in it.
    const childArgs = ['sh', '-c', '"$@" & echo started; wait; sleep 600', 'sh']
    const { child } = await runScript('', [
      ...container,
      ...childArgs,
      process.execPath,
      '--input-type=module',
      '-e',
      server(data_dir),
    ])
    await expect.poll(() => existsSync(pidFile(data_dir)), { timeout: 30_000 }).toBe(true)
    await expect.poll(() => readFileSync(pidFile(data_dir), 'utf8'), { timeout: 30_000 }).toContain('ready')
    const parley = execFileSync('fuser', [join(data_dir, 'parley.lock')], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    process.kill(Number(parley.trim()), 'SIGKILL')
    const before = readFileSync(pidFile(data_dir), 'utf8')
    await expect(startEmbeddedPostgres({ data_dir, log })).rejects.toThrow(
      'A PostgreSQL server that this process can’t see, perhaps in another container, is still using the data folder',
    )
    expect(readFileSync(pidFile(data_dir), 'utf8')).toBe(before)

    child.kill('SIGKILL')
    await once(child, 'exit')
    const lock = await acquireClusterLock(data_dir)
    lock.release()
    const second = await startEmbeddedPostgres({ data_dir, log })
    await second.stop()
  }, 120_000)
})

describe('the folder is closed to other users', () => {
  test.runIf(asRoot).each([
    ['another user', runAsOtherUser, 0o710],
    ['a user namespace', runInUserNamespace, 0o700],
  ])(
    'when root starts PostgreSQL through %s',
    async (_, strategy, mode) => {
      const data_dir = join(newFolder(), 'data')
      chmodSync(join(data_dir, '..'), 0o755)
      const server = await startEmbeddedPostgres({ data_dir, log, strategies: [strategy] }).catch(() => null)
      if (server === null)
        return expect(strategy, 'programs that the other user cannot reach').toBe(runAsOtherUser)
      await server.stop()
      expect(modeOf(data_dir)).toBe(mode)
      for (const name of readdirSync(data_dir))
        expect([name, modeOf(join(data_dir, name)) & 0o077]).toEqual([name, 0])
    },
    60_000,
  )
})
