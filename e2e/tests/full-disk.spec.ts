import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sendMessage } from '@parley/contract/messages/messages'
import { expect, test } from '@playwright/test'
import {
  conversations,
  type Desk,
  expectRecovered,
  ready,
  sendMail,
  startDesk,
} from '../fixtures/recovery-desk.ts'

// On a full disk, the server process stays alive, recovers automatically and loses nothing.

test.describe.configure({ mode: 'serial' })
test.setTimeout(120_000)

// A small separate disk needs a mount, which needs root.
test.describe('a full disk', () => {
  test.skip(process.getuid?.() !== 0 || process.platform !== 'linux', 'only root can mount a small disk')
  let desk: Desk
  let disk: string
  test.beforeAll(async () => {
    disk = mkdtempSync(join(tmpdir(), 'parley-small-disk-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=700m,mode=0755', 'tmpfs', disk])
    mkdirSync(join(disk, 'data'), { mode: 0o711 })
    desk = await startDesk({ data_dir: join(disk, 'data') })
    await sendMail(desk)
    await expect.poll(async () => (await conversations(desk)).length).toBe(1)
  })
  test.afterAll(async () => {
    await desk?.stop()
    execFileSync('umount', [disk])
    rmSync(disk, { recursive: true })
  })

  const ballast = () => join(disk, 'ballast')
  /** Fills the disk until only this much is left. */
  function fill(bytes_left: number): void {
    const { bavail, bsize } = statfsSync(disk)
    execFileSync('fallocate', ['-l', String(bavail * bsize - bytes_left), ballast()])
  }
  /** Fills the disk to its last page, whatever PostgreSQL writes or deletes in the meantime. */
  function fillCompletely(): void {
    const page = Buffer.alloc(64 * 1024)
    const file = openSync(ballast(), 'a')
    try {
      for (;;) writeSync(file, page)
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' })
    } finally {
      closeSync(file)
    }
  }
  const freeSpace = () => rmSync(ballast())
  const post = async ({ parley, api }: Desk) => {
    const [conversation] = await conversations(desk)
    return api
      .call(sendMessage, {
        params: { uuid: conversation?.uuid ?? '' },
        body: { message: '<p>Anybody there?</p>', private: true },
      })
      .then(
        () => parley.url,
        (error: Error) => error.message,
      )
  }

  test('with little space left, sending returns 507, mail servers are told to retry, and reading still works', async () => {
    fill(20 * 1024 ** 2)
    await expect.poll(() => ready(desk), { timeout: 60_000 }).toBe('degraded')
    // The server measures the free space at most once a second.
    await expect.poll(() => post(desk), { timeout: 30_000 }).toMatch(/507 .*out of disk space/)
    const waiting = sendMail(desk)
    await expect.poll(() => desk.mta.retries(), { timeout: 60_000 }).toBeGreaterThan(1)
    expect(desk.mta.lastResponse()).toMatch(/^452 /)
    expect(await conversations(desk)).toHaveLength(1)
    const startedAt = Date.now()
    freeSpace()
    await waiting
    await expectRecovered(desk, startedAt)
  })

  test('without any space, PostgreSQL may stop; with space again, everything continues', async () => {
    fillCompletely()
    // Writes WAL: PostgreSQL stops itself if there is no space for it.
    await desk.parley.query('select pg_switch_wal()').catch(() => {})
    await desk.parley
      .query(
        'create table ballast as select repeat(md5(n::text), 100) as text from generate_series(1, 300000) n',
      )
      .catch(() => {})
    const waiting = sendMail(desk)
    await new Promise((resolve) => setTimeout(resolve, 5_000))
    expect(desk.parley.isRunning()).toBe(true)
    const startedAt = Date.now()
    freeSpace()
    await waiting
    await desk.parley.query('drop table if exists ballast').catch(() => {})
    await expectRecovered(desk, startedAt)
  })
})
