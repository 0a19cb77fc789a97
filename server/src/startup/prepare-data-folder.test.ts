import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from '../db/embedded.ts'
import { readEnv } from '../env.ts'
import { createLocalFileStore } from '../files/local-file-store.ts'
import { createLog } from '../log.ts'
import { freePorts } from '../testing/processes/free-ports.ts'
import { createEmptyDatabase } from '../testing/processes/server-process.ts'
import {
  preflightError,
  startupError,
  unprivilegedCommand,
  unusedPath,
} from '../testing/processes/startup-failures.ts'
import { preflight } from './preflight.ts'

// Some start the real program, which takes seconds on a busy machine.
const slow = 60_000
const log = createLog('silent')
const asRoot = process.getuid?.() === 0

describe('PARLEY_DATA_DIR', () => {
  /** A valid database, so that only the folder can be wrong. */
  const withDatabase = async (PARLEY_DATA_DIR: string) =>
    preflightError({ DATABASE_URL: await createEmptyDatabase(), PARLEY_DATA_DIR })

  test(
    'that is a file',
    async () => {
      const path = unusedPath()
      writeFileSync(path, '')
      expect(await withDatabase(path)).toMatch(/^PARLEY_DATA_DIR is .*a file, not a folder/)
    },
    slow,
  )

  test(
    'below a file',
    async () => {
      const path = unusedPath()
      writeFileSync(path, '')
      expect(await withDatabase(join(path, 'data'))).toMatch(/^PARLEY_DATA_DIR is .*a file, not a folder/)
    },
    slow,
  )

  test(
    'that links to nothing',
    async () => {
      const path = unusedPath()
      symlinkSync(`${path}-nothing`, path)
      expect(await withDatabase(path)).toMatch(/doesn’t exist: a folder or the target of a symlink/)
    },
    slow,
  )

  test.runIf(asRoot)(
    'in a folder that this user may not write to',
    async () => {
      const closed = unusedPath()
      mkdirSync(closed, { mode: 0o755 })
      const settings = { DATABASE_URL: await createEmptyDatabase(), PARLEY_DATA_DIR: join(closed, 'data') }
      expect(await startupError(settings, unprivilegedCommand)).toMatch(
        /but the user nobody has no access to/,
      )
      expect(readdirSync(closed)).toEqual([])
    },
    slow,
  )

  const canMount = asRoot && process.platform === 'linux' && canMountTmpfs()

  test.runIf(canMount).each([
    ['read-only', 'ro', 'is on a read-only file system'],
    [
      'too small for a new workspace',
      'size=8m',
      'its disk is full (8 MB are free, and a new workspace needs 200 MB)',
    ],
    ['full', 'size=512k', 'its disk is full'],
  ])(
    'on a disk that is %s',
    async (_, options, sentence) => {
      const disk = unusedPath()
      mkdirSync(disk)
      execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'parley-test', disk])
      onTestFinished(() => void execFileSync('umount', [disk]))
      // Only the embedded database needs the space.
      expect(await preflightError({ PARLEY_DATA_DIR: join(disk, 'deep', 'data') })).toContain(sentence)
      expect(readdirSync(disk)).toEqual([])
    },
    slow,
  )

  test.runIf(canMount)(
    'on a disk that fills up while the database is created',
    async () => {
      const disk = unusedPath()
      mkdirSync(disk)
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=30m', 'parley-test', disk])
      onTestFinished(() => void execFileSync('umount', [disk]))
      await expect(startEmbeddedPostgres({ data_dir: disk, log })).rejects.toThrow(
        `PARLEY_DATA_DIR is ${disk}, but its disk is full.`,
      )
      expect(readdirSync(disk).sort()).toEqual(['parley.lock', 'postgres.json', 'postgres.lock'])
    },
    slow,
  )

  test('is closed to other users, also if it was open before', async () => {
    const data_dir = unusedPath()
    mkdirSync(join(data_dir, 'files', 'mail'), { recursive: true, mode: 0o755 })
    writeFileSync(join(data_dir, 'secret.key'), 'k'.repeat(44), { mode: 0o644 })
    const settings = {
      ...(await freePorts()),
      DATABASE_URL: await createEmptyDatabase(),
      PARLEY_DATA_DIR: data_dir,
    }
    await preflight(readEnv(settings), log)
    const modes = ['', 'files', 'secret.key'].map((name) => statSync(join(data_dir, name)).mode & 0o777)
    expect(modes).toEqual([0o700, 0o700, 0o600])
    const fresh = unusedPath()
    await preflight(readEnv({ ...settings, PARLEY_DATA_DIR: fresh }), log)
    expect(statSync(fresh).mode & 0o777).toBe(0o700)
    const store = createLocalFileStore(join(fresh, 'files'), 'media')
    await store.put(Buffer.from('a picture'))
    for (const name of readdirSync(fresh, { recursive: true, encoding: 'utf8' }))
      expect([name, statSync(join(fresh, name)).mode & 0o077]).toEqual([name, 0])
  })
})

describe('PARLEY_FILES_DIR', () => {
  const withFiles = async (PARLEY_FILES_DIR: string) =>
    preflightError({ DATABASE_URL: await createEmptyDatabase(), PARLEY_FILES_DIR })

  test(
    'that is a file',
    async () => {
      const path = unusedPath()
      writeFileSync(path, '')
      expect(await withFiles(path)).toMatch(
        /^PARLEY_FILES_DIR is .*a file, not a folder.*set PARLEY_FILES_DIR/,
      )
    },
    slow,
  )

  test.runIf(asRoot)(
    'in a folder that this user may not write to',
    async () => {
      const closed = unusedPath()
      mkdirSync(closed, { mode: 0o755 })
      const open = unusedPath()
      mkdirSync(open)
      chmodSync(open, 0o777)
      const settings = {
        DATABASE_URL: await createEmptyDatabase(),
        PARLEY_DATA_DIR: join(open, 'data'),
        PARLEY_FILES_DIR: join(closed, 'files'),
      }
      expect(await startupError(settings, unprivilegedCommand)).toMatch(
        /^PARLEY_FILES_DIR is .* the user nobody has no access to/,
      )
      expect(readdirSync(closed)).toEqual([])
    },
    slow,
  )

  test.runIf(asRoot && process.platform === 'linux' && canMountTmpfs())(
    'on a disk that is full',
    async () => {
      const disk = unusedPath()
      mkdirSync(disk)
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512k', 'parley-test', disk])
      onTestFinished(() => void execFileSync('umount', [disk]))
      expect(await withFiles(join(disk, 'files'))).toContain('but its disk is full')
      expect(readdirSync(disk)).toEqual([])
    },
    slow,
  )

  test('is created', async () => {
    const files = unusedPath()
    const settings = { DATABASE_URL: await createEmptyDatabase(), PARLEY_DATA_DIR: unusedPath() }
    await preflight(readEnv({ ...settings, ...(await freePorts()), PARLEY_FILES_DIR: files }), log)
    expect(readdirSync(files)).toEqual([])
    expect(statSync(files).mode & 0o777).toBe(0o700)
  })
})

describe('the receiver’s certificate', () => {
  test(
    'that is missing',
    async () => {
      const path = unusedPath()
      const printed = await preflightError({ SMTP_RECEIVER_TLS_CERT: path, SMTP_RECEIVER_TLS_KEY: path })
      expect(printed).toContain(`SMTP_RECEIVER_TLS_CERT is ${path}, which can’t be read`)
    },
    slow,
  )
})

// Opening a pipe without a writer hangs like a file on a dead network mount.
test.runIf(process.platform !== 'win32')(
  'unresponsive files end the start in bounded time, in the data folder and for the receiver’s certificate',
  async () => {
    const [data_dir, certificate] = [unusedPath(), unusedPath()]
    mkdirSync(data_dir)
    execFileSync('mkfifo', [join(data_dir, 'secret.key'), certificate])
    const before = Date.now()
    const [folderOutput, receiverOutput] = await Promise.all([
      startupError({ DATABASE_URL: await createEmptyDatabase(), PARLEY_DATA_DIR: data_dir }),
      preflightError({ SMTP_RECEIVER_TLS_CERT: certificate, SMTP_RECEIVER_TLS_KEY: certificate }),
    ])
    expect(folderOutput).toMatch(/^PARLEY_DATA_DIR is .*secret\.key didn’t respond within 10 seconds/)
    expect(receiverOutput).toMatch(/^SMTP_RECEIVER_TLS_CERT is .* didn’t respond within 10 seconds/)
    expect(Date.now() - before).toBeLessThan(40_000)
  },
  slow,
)

function canMountTmpfs(): boolean {
  const probe = mkdtempSync(join(tmpdir(), 'parley-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'parley-test', probe], { stdio: 'ignore' })
    execFileSync('umount', [probe])
    return true
  } catch {
    return false
  } finally {
    rmSync(probe, { recursive: true, force: true })
  }
}
