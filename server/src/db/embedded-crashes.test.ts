import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { killOrphanedBackends, ownerAccount } from './embedded/orphaned-backends.ts'
import type { EmbeddedPostgres } from './embedded.ts'
import {
  asRoot,
  copyOfTemplate,
  data_dir,
  isAlive,
  kill,
  postmasterPid,
  query,
  setUpClusters,
  start,
  startInAnotherProcess,
  template,
  useDataFolder,
} from './embedded-suite.ts'

setUpClusters()

const startSlowQuery = async (server: { connection_string: string }) => {
  const busyClient = new pg.Client(server.connection_string)
  busyClient.on('error', () => {})
  await busyClient.connect()
  // One minute of work that never checks the clock or its postmaster.
  const result = busyClient
    .query('select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b')
    .catch(() => 'cut off')
  await expect
    .poll(async () => query(server, `select from pg_stat_activity where query like 'select count%'`))
    .toHaveLength(1)
  return { result }
}

describe('crashes', () => {
  test('after SIGKILL of our process, the next start stops the orphaned server and finds every committed row', async () => {
    useDataFolder(copyOfTemplate())
    const victim = await startInAnotherProcess()
    await query(victim, `insert into letters values ('committed')`)
    const orphan = postmasterPid()
    await kill(victim.child)
    expect(isAlive(orphan)).toBe(true)
    const server = await start()
    expect(postmasterPid()).not.toBe(orphan)
    expect(await query(server, 'select * from letters')).toEqual([{ body: 'committed' }])
  })

  const canConnect = (server: EmbeddedPostgres) =>
    query(server, 'select 1').then(
      () => true,
      () => false,
    )

  test.each([
    ['SIGKILL', 'SIGKILL'],
    ['SIGTERM, which waits for sessions that never end', 'SIGTERM'],
    ['SIGQUIT', 'SIGQUIT'],
  ] as const)('after %s of the postmaster, the server is restarted on its port', async (_, signal) => {
    useDataFolder(copyOfTemplate())
    const server = await start()
    await query(server, `insert into letters values ('committed')`)
    const session = new pg.Client(server.connection_string)
    session.on('error', () => {})
    await session.connect()
    const before = postmasterPid()
    process.kill(before, signal)
    await expect.poll(() => server.status().restarts, { timeout: 20_000 }).toBe(1)
    expect(server.status().running).toBe(true)
    expect(postmasterPid()).not.toBe(before)
    expect(await query(server, 'select * from letters')).toEqual([{ body: 'committed' }])
  })

  test('a statement that outlives its killed postmaster does not block the restart', async () => {
    useDataFolder(copyOfTemplate())
    const server = await start()
    const { result } = await startSlowQuery(server)
    process.kill(postmasterPid(), 'SIGKILL')
    await expect.poll(() => canConnect(server), { timeout: 20_000 }).toBe(false)
    await expect.poll(() => canConnect(server), { timeout: 20_000 }).toBe(true)
    expect(await result).toBe('cut off')
  })

  test('a statement that outlives its killed postmaster and our killed process does not block the next start', async () => {
    useDataFolder(copyOfTemplate())
    const victim = await startInAnotherProcess()
    const { result } = await startSlowQuery(victim)
    process.kill(postmasterPid(), 'SIGKILL')
    await kill(victim.child)
    const server = await start()
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(await result).toBe('cut off')
  })

  test.runIf(process.platform === 'linux')(
    'backends of a running postmaster, and other programs in its folder, are not killed',
    async () => {
      useDataFolder(copyOfTemplate())
      const server = await start()
      const cluster = realpathSync(join(data_dir, 'postgres'))
      const shell = spawn('sleep', ['60'], { cwd: cluster })
      onTestFinished(() => void shell.kill())
      const session = new pg.Client(server.connection_string)
      await session.connect()
      await killOrphanedBackends(ownerAccount('', cluster), cluster)
      expect((await session.query('select 1 as one')).rows).toEqual([{ one: 1 }])
      await session.end()
      await server.stop()
      await killOrphanedBackends(ownerAccount('', cluster), cluster)
      expect(isAlive(shell.pid ?? 0)).toBe(true)
    },
  )

  test('after SIGKILL of a backend, PostgreSQL exits and is restarted', async () => {
    useDataFolder(copyOfTemplate())
    const server = await start()
    const victim = new pg.Client(server.connection_string)
    victim.on('error', () => {})
    await victim.connect()
    const { rows } = await victim.query('select pg_backend_pid() as pid')
    const before = postmasterPid()
    process.kill(rows[0].pid, 'SIGKILL')
    await expect.poll(() => server.status().restarts, { timeout: 20_000 }).toBe(1)
    expect(await canConnect(server)).toBe(true)
    // Recovery by the same postmaster can hang; see restart_after_crash.
    expect(postmasterPid()).not.toBe(before)
  })

  test('a server stopped while it is down is not restarted', async () => {
    useDataFolder(copyOfTemplate())
    const server = await start()
    process.kill(postmasterPid(), 'SIGKILL')
    await server.stop()
    expect(await canConnect(server)).toBe(false)
    expect(server.status().restarts).toBe(0)
  })

  test('a pid file whose process id now belongs to another program does not block the start', async () => {
    useDataFolder(copyOfTemplate())
    const cluster_folder = realpathSync(join(data_dir, 'postgres'))
    // PostgreSQL only mistakes processes of its own user for another server.
    const user = asRoot ? { uid: statSync(join(template, 'postgres')).uid } : {}
    const command = ['-e', 'setTimeout(() => {}, 60_000)', `${cluster_folder}-2`]
    const unrelated = spawn(process.execPath, command, user)
    onTestFinished(() => void unrelated.kill())
    writeFileSync(
      join(cluster_folder, 'postmaster.pid'),
      `${unrelated.pid}\n${cluster_folder}\n1\n5432\n\n127.0.0.1\n`,
    )
    const server = await start()
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(isAlive(unrelated.pid ?? 0)).toBe(true)
  })

  test('the server shuts down when our process exits without stopping it', async () => {
    useDataFolder(copyOfTemplate())
    const { child } = await startInAnotherProcess([], 'process.exit(0)')
    if (child.exitCode === null) await once(child, 'exit')
    await expect
      .poll(() => readdirSync(join(data_dir, 'postgres')), { timeout: 10_000 })
      .not.toContain('postmaster.pid')
  })
})
