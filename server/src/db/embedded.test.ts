import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  type RunAsStrategy,
  runAsOtherUser,
  runFromCopies,
  runInUserNamespace,
} from './embedded/process-account.ts'
import { startEmbeddedPostgres } from './embedded.ts'
import {
  asRoot,
  copyOfTemplate,
  data_dir,
  emptyFolder,
  folder,
  kill,
  query,
  setUpClusters,
  start,
  startInAnotherProcess,
  template,
  useDataFolder,
} from './embedded-suite.ts'

setUpClusters()

test('a new folder becomes a UTF-8 database with checksums and a collation that system upgrades do not change', async () => {
  useDataFolder(emptyFolder())
  const server = await start()
  expect(
    await query(
      server,
      `select current_database() as name, pg_encoding_to_char(encoding) as encoding, datlocprovider as provider,
       datlocale as locale, current_setting('data_checksums') as checksums, current_setting('server_version_num')::int / 10000 as major
       from pg_database where datname = current_database()`,
    ),
  ).toEqual([
    { name: 'parley', encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8', checksums: 'on', major: 18 },
  ])
})

describe('an existing cluster', () => {
  test('keeps its data, password and port across a restart', async () => {
    useDataFolder(copyOfTemplate())
    const first = await start()
    await query(first, `insert into letters values ('kept')`)
    await first.stop()
    const second = await start()
    expect(second.connection_string).toBe(first.connection_string)
    expect(await query(second, 'select * from letters')).toEqual([{ body: 'kept' }])
  })

  test('listens on loopback only, and requires the password, which only our user can read', async () => {
    useDataFolder(copyOfTemplate())
    const server = await start()
    const [{ listen_addresses }] = await query(server, 'show listen_addresses')
    expect(listen_addresses).toBe('127.0.0.1')
    const wrong_url = server.connection_string.replace(/:[^:@]+@/, ':wrong@')
    await expect(query({ connection_string: wrong_url }, 'select 1')).rejects.toThrow(
      'password authentication failed',
    )
    expect(statSync(join(data_dir, 'postgres.json')).mode & 0o777).toBe(0o600)
  })

  test('moves to another port if its own is taken', async () => {
    useDataFolder(copyOfTemplate())
    const first = await start()
    await first.stop()
    const { port } = new URL(first.connection_string)
    const blocker = createServer().listen(Number(port), '127.0.0.1')
    onTestFinished(() => void blocker.close())
    await once(blocker, 'listening')
    const second = await start()
    expect(new URL(second.connection_string).port).not.toBe(port)
    expect(await query(second, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('recovers when the access file is lost', async () => {
    useDataFolder(copyOfTemplate())
    rmSync(join(data_dir, 'postgres.json'))
    const server = await start()
    expect(await query(server, 'select * from letters')).toEqual([])
  })

  test('is rejected and left unchanged if another major version wrote it', async () => {
    useDataFolder(copyOfTemplate())
    writeFileSync(join(data_dir, 'postgres/PG_VERSION'), '17\n')
    await expect(start()).rejects.toThrow(
      /written by PostgreSQL 17; this Parley includes PostgreSQL 18.*DATABASE_URL/,
    )
    expect(readFileSync(join(data_dir, 'postgres/PG_VERSION'), 'utf8')).toBe('17\n')
  })
})

test('statements and rows in errors of PostgreSQL are not logged, not even at debug level', async () => {
  useDataFolder(copyOfTemplate())
  const lines: string[] = []
  const push = (line: string) => void lines.push(line)
  const server = await startEmbeddedPostgres({ data_dir, log: { debug: push, info: push, warn: push } })
  onTestFinished(() => server.stop())
  await query(server, 'create table addresses (address text primary key)')
  await query(server, `insert into addresses values ('grace@customer.test')`)
  await expect(query(server, `insert into addresses values ('grace@customer.test')`)).rejects.toThrow()
  await expect.poll(() => lines.join('\n')).toContain('duplicate key value')
  await server.stop()
  expect(lines.join('\n')).not.toContain('customer.test')
})

test('ignores the remains of a killed initdb', async () => {
  useDataFolder(emptyFolder())
  mkdirSync(join(data_dir, 'postgres.new'), { recursive: true })
  writeFileSync(join(data_dir, 'postgres.new/PG_VERSION'), '18\n')
  const server = await start()
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('rejects a folder with unrelated files and leaves it unchanged', async () => {
  useDataFolder(emptyFolder())
  mkdirSync(join(data_dir, 'postgres'), { recursive: true })
  writeFileSync(join(data_dir, 'postgres/diary.txt'), 'dear diary')
  await expect(start()).rejects.toThrow('contains files, but no PostgreSQL data')
  expect(readdirSync(join(data_dir, 'postgres'))).toEqual(['diary.txt'])
})

test('a second Parley on the same folder is refused, and the first keeps running', async () => {
  useDataFolder(copyOfTemplate())
  const first = await startInAnotherProcess()
  await expect(start()).rejects.toThrow(
    `Another Parley (process ${first.child.pid} on ${hostname()}) is already using the data folder ${data_dir}.`,
  )
  expect(await query(first, 'select 1 as one')).toEqual([{ one: 1 }])
  await kill(first.child)
  await start()
})

describe.runIf(asRoot)('started by root', () => {
  const owner = () => statSync(join(data_dir, 'postgres')).uid

  test.each([
    ['another user', runAsOtherUser],
    ['a user namespace', runInUserNamespace],
    ['copies elsewhere', (native, cluster) => runFromCopies(join(folder, 'elsewhere'))(native, cluster)],
  ] satisfies [string, RunAsStrategy][])(
    'the data survives and can be taken over through %s',
    async (_, strategy) => {
      useDataFolder(copyOfTemplate())
      const first = await start([strategy])
      await query(first, `insert into letters values ('kept')`)
      await first.stop()
      const restarted = await start([strategy])
      expect(await query(restarted, 'select * from letters')).toEqual([{ body: 'kept' }])
      await restarted.stop()
      const third = await start([runInUserNamespace])
      expect(await query(third, 'select * from letters')).toEqual([{ body: 'kept' }])
    },
  )

  test('another user is not used for a folder that only its owner may enter', async () => {
    useDataFolder(join(emptyFolder(), 'closed', 'data'))
    mkdirSync(join(data_dir, '..'), { recursive: true, mode: 0o700 })
    await expect(start([runAsOtherUser])).rejects.toThrow('refuses to run as root')
    await start([runAsOtherUser, runInUserNamespace])
    expect(owner()).toBe(0)
  })

  test('copies work for a closed folder, and a move interrupted before the symlink is completed', async () => {
    useDataFolder(join(emptyFolder(), 'closed', 'data'))
    const home = join(folder, 'copies')
    cpSync(template, data_dir, { recursive: true })
    chmodSync(join(data_dir, '..'), 0o700)
    const first = await start([runFromCopies(home)])
    await query(first, `insert into letters values ('moved')`)
    await first.stop()
    expect(realpathSync(join(data_dir, 'postgres'))).toMatch(`${home}/cluster-`)
    expect(owner()).not.toBe(0)
    rmSync(join(data_dir, 'postgres'))
    const second = await start([runFromCopies(home)])
    expect(await query(second, 'select * from letters')).toEqual([{ body: 'moved' }])
  })

  test('an ordinary user needs none of this', async () => {
    useDataFolder(emptyFolder())
    mkdirSync(data_dir, { mode: 0o777 })
    chmodSync(data_dir, 0o777)
    const asUnprivilegedUser = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--']
    const server = await startInAnotherProcess(asUnprivilegedUser)
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(owner()).toBe(65534)
    await kill(server.child)
    const second = await startInAnotherProcess(asUnprivilegedUser, 'await server.stop(); process.exit()')
    if (second.child.exitCode === null) await once(second.child, 'exit')
    expect(second.connection_string).toBe(server.connection_string)
  })
})
