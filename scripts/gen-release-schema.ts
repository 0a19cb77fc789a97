import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { constants, zstdCompressSync } from 'node:zlib'
import pg from 'pg'
import { findFreePort } from '../server/src/db/embedded/access-file.ts'
import { schemaNumberOf } from '../server/src/db/schema-version.ts'
import { findPostgresFolder, startPostgres15 } from '../server/src/testing/processes/postgres15.ts'
import { releasedSecretKey } from '../server/src/testing/released-schemas.ts'
import { ensureInstalled } from './setup/system-packages.ts'

/**
 * `npm run schema:release`: writes server/migrations/releases/<schema>_<version>.sql.zst, a dump of the newest schema with rows in every table: the
 * sample workspace, and fill-empty-tables.sql for what that doesn't use. Tests upgrade each of them to the newest schema.
 * `-- --program FOLDER` makes the dump of another release, checked out there.
 */
const folder = 'server/migrations/releases'

ensureInstalled(['postgres'])
const { values: options } = parseArgs({ options: { program: { type: 'string', default: '.' } } })
const newest = readdirSync(join(options.program, 'server/migrations'))
  .filter((file) => file.endsWith('.sql'))
  .sort()
  .at(-1)
const { version } = JSON.parse(readFileSync(join(options.program, 'package.json'), 'utf8'))
const path = `${folder}/${schemaNumberOf(newest ?? '')}_${version}.sql.zst`
const server = await startPostgres15()
const workspace = mkdtempSync(join(tmpdir(), 'parley-release-schema-'))
const client = new pg.Client(server.url)
try {
  await client.connect()
  await createSampleWorkspace()
  await client.query(readFileSync(join(options.program, folder, 'fill-empty-tables.sql'), 'utf8'))
  const empty = await listEmptyTables()
  if (empty.length > 0)
    throw new Error(`No rows in ${empty.join(', ')}: add some to ${folder}/fill-empty-tables.sql`)
  const dump = zstdCompressSync(dumpDatabase(), {
    params: { [constants.ZSTD_c_compressionLevel]: 19 },
  })
  writeFileSync(path, dump)
  console.log(`${path}: ${Math.ceil(dump.length / 1000)} kB`)
} finally {
  await client.end()
  await server.stop()
  rmSync(workspace, { recursive: true, force: true })
}

/** The real program does it, so that the rows are what this release writes. */
async function createSampleWorkspace(): Promise<void> {
  const program = spawn(process.execPath, ['server/src/main.ts', '--demo'], {
    cwd: options.program,
    env: {
      PATH: process.env.PATH,
      PARLEY_DATA_DIR: workspace,
      PARLEY_SECRET_KEY: releasedSecretKey,
      DATABASE_URL: server.url,
      PORT: String(await findFreePort()),
      SMTP_RECEIVER_PORT: '0',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  program.stdout.setEncoding('utf8')
  for await (const text of program.stdout) {
    output += text
    if (output.includes('Parley is ready')) break
  }
  // A consumer that hasn't started yet has no position that could be behind.
  for (let looks = 0; looks < 5; looks++) {
    await wait(1_000)
    if (!(await haveConsumersCaughtUp())) looks = 0
  }
  const exited = once(program, 'exit')
  program.kill('SIGTERM')
  await exited
  if (!output.includes('Parley is ready')) throw new Error(`The sample workspace wasn’t created:\n${output}`)
}

/** Reports and the like count what is in the sample workspace after it was created. */
async function haveConsumersCaughtUp(): Promise<boolean> {
  const { rows } = await client.query<{ behind: boolean }>(
    `select exists (select from event_consumers c where exists (select from events e where (e.xid, e.id) > (c.xid, c.id))) as behind`,
  )
  return rows[0]?.behind === false
}

async function listEmptyTables(): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
     order by relname`,
  )
  const empty: string[] = []
  for (const { name } of rows) {
    const { rowCount } = await client.query(`select from ${client.escapeIdentifier(name)} limit 1`)
    if (rowCount === 0) empty.push(name)
  }
  return empty
}

/** As statements that any client can execute, unlike psql's own commands, on a PostgreSQL without LZ4, too. */
function dumpDatabase(): Buffer {
  const options = ['--no-owner', '--no-privileges', '--no-toast-compression', '--rows-per-insert=500']
  const { status, stdout, stderr } = spawnSync(
    join(findPostgresFolder() ?? '', 'pg_dump'),
    [...options, `--dbname=${server.url}`],
    { encoding: 'utf8', maxBuffer: 1e9 },
  )
  if (status !== 0) throw new Error(stderr)
  return Buffer.from(stdout.replaceAll(/^\\(?:un)?restrict .*\n/gm, ''))
}
