import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrate, migrationFiles } from '../db/migrate.ts'
import { newestSchemaOf } from '../db/schema-version.ts'
import { prepareWorkspace } from '../testing/cluster/prepare-workspace.ts'
import { startSmtpSink } from '../testing/email/smtp-sink.ts'
import { freePorts } from '../testing/processes/free-ports.ts'
import { createNewerProgram } from '../testing/processes/newer-program.ts'
import { createEmptyDatabase, startProgram } from '../testing/processes/server-process.ts'
import { eventually } from '../testing/web-sockets.ts'

const ownSchema = newestSchemaOf(await migrationFiles())

/** Old servers can read and write as before. */
const expand = {
  '9001_expand.sql': `-- Adds a column.
-- oldest-compatible-schema: ${ownSchema}
alter table messages add column note text;
alter table conversations add column note text not null default 'none';`,
}
/** Old servers can't. */
const contract = {
  '9002_contract.sql': `-- Renames what servers of the schema before 9001 read.
-- oldest-compatible-schema: 9001
alter table conversations rename column subject to title;
alter table conversations add column subject text generated always as (title) stored;`,
}

type Node = { base: string; smtp_port: number; cookie: string }

async function get({ base, cookie }: Node, path: string) {
  const response = await fetch(`${base}/api/v1${path}`, { headers: { cookie } })
  expect(response.status, await response.clone().text()).toBe(200)
  return ((await response.json()) as { data: { results: { uuid: string; subject: string }[] } }).data
}

async function sendMail({ smtp_port }: Node, subject: string) {
  const transport = createTransport({ host: '127.0.0.1', port: smtp_port, ignoreTLS: true })
  await transport.sendMail({
    ...{ from: 'Grace <grace@customer.test>', to: 'help@parley.test', subject, text: 'How does this work?' },
    messageId: `<${subject.replaceAll(' ', '-')}@customer.test>`,
  })
  transport.close()
}

/** The conversation of an email, as soon as this node lists it. */
async function findConversation(node: Node, subject: string): Promise<string> {
  let uuid: string | undefined
  await eventually(async () => {
    const { results } = await get(node, '/conversations/all?page_size=100')
    uuid = results.find((row) => row.subject === subject)?.uuid
    return uuid !== undefined
  })
  return uuid ?? ''
}

async function reply({ base, cookie }: Node, uuid: string, text: string) {
  const response = await fetch(`${base}/api/v1/conversations/${uuid}/messages`, {
    method: 'POST',
    headers: { cookie, 'x-csrftoken': 'test', 'content-type': 'application/json' },
    body: JSON.stringify({ message: `<p>${text}</p>`, to: ['grace@customer.test'] }),
  })
  expect(response.status, await response.text()).toBe(200)
}

test('old and new nodes work side by side, until a migration needs the new ones: then the old ones stop', {
  timeout: 240_000,
}, async () => {
  const DATABASE_URL = await createEmptyDatabase()
  const sink = await startSmtpSink()
  const data_dir = mkdtempSync(join(tmpdir(), 'parley-rolling-'))
  onTestFinished(async () => {
    await sink.stop()
    rmSync(data_dir, { recursive: true, force: true })
  })
  let cookie = ''
  const start = async (folder?: string) => {
    const ports = await freePorts()
    const env = { ...ports, DATABASE_URL, PARLEY_DATA_DIR: data_dir }
    const program = startProgram('main.ts', env, [], [], onTestFinished, folder)
    const node = (): Node => ({
      base: `http://127.0.0.1:${ports.PORT}`,
      smtp_port: Number(ports.SMTP_RECEIVER_PORT),
      cookie,
    })
    return { program, node, ready: program.waitForOutput(/Parley is ready/) }
  }

  const old = await start()
  await old.ready
  const prepared = await prepareWorkspace({ database_url: DATABASE_URL }, { agents: 1, smtp_port: sink.port })
  cookie = prepared.cookies[0] ?? ''
  await sendMail(old.node(), 'before the upgrade')
  const first = await findConversation(old.node(), 'before the upgrade')

  // The old node serves while the new one starts and migrates.
  const expanded = await start(createNewerProgram('1.1.0', expand))
  let isSettled = false
  const ready = expanded.ready.finally(() => {
    isSettled = true
  })
  ready.catch(() => {})
  let during = 0
  while (!isSettled || during < 2) {
    await sendMail(old.node(), `during the upgrade ${++during}`)
    await reply(old.node(), first, `Reply during the upgrade ${during}`)
    await get(old.node(), '/conversations/all')
  }
  await ready
  for (const node of [old.node(), expanded.node()]) {
    await findConversation(node, `during the upgrade ${during}`)
    const name = node.base === old.node().base ? 'old' : 'new'
    await sendMail(node, `to the ${name} node`)
    // Whichever node has processed it.
    const uuid = await findConversation(old.node(), `to the ${name} node`)
    await findConversation(expanded.node(), `to the ${name} node`)
    await reply(node, uuid, `Reply through the ${name} node`)
    await sink.waitForMail(({ raw }) => raw.includes(`Reply through the ${name} node`))
  }
  for (let n = 1; n <= during; n++) {
    await findConversation(expanded.node(), `during the upgrade ${n}`)
    await sink.waitForMail(({ raw }) => raw.includes(`Reply during the upgrade ${n}`))
  }
  expect(old.program.child.exitCode).toBeNull()

  const contracted = await start(createNewerProgram('2.0.0', { ...expand, ...contract }))
  await contracted.ready
  expect(await old.program.exited).toBe(1)
  const conflict = `This is Parley 0.1.0 (schema ${ownSchema}), but the database was upgraded by Parley 2.0.0 to schema 9002, which requires a Parley version with schema 9001 or newer.`
  expect(old.program.output()).toContain(
    `${conflict} This process stops, because it no longer understands the database. Start Parley 2.0.0 or newer instead.\n`,
  )
  await findConversation(expanded.node(), 'before the upgrade')
  await findConversation(contracted.node(), 'before the upgrade')
  const again = await start()
  again.ready.catch(() => {})
  expect(await again.program.exited).toBe(1)
  expect(again.program.output()).toContain(
    `${conflict} Start Parley 2.0.0 or newer, or restore the backup from before the upgrade. Nothing was changed.\n`,
  )
})

/** Applies migrations of a newer program. `waits` are the lines about what it waits for, so far. */
function startMigration(url: string, migrations: Record<string, string>) {
  const folder = createNewerProgram('1.1.0', migrations)
  const waits: string[] = []
  const migrated = migrate(url, {
    folder: new URL(`file://${folder}/server/migrations/`),
    onWait: (line) => waits.push(line),
  })
  return { migrated, waits }
}

test('a migration that waits for a long transaction doesn’t hold up others, and is applied after it', {
  timeout: 60_000,
}, async () => {
  const url = await createEmptyDatabase()
  await migrate(url)
  const [long, other] = [new pg.Client(url), new pg.Client(url)]
  await long.connect()
  await other.connect()
  await long.query('begin; select from messages')
  const { migrated, waits } = startMigration(url, expand)
  await eventually(async () => waits.length > 0)
  await other.query('select from messages')
  await other.query('select from conversations')
  await long.query('rollback')
  expect(await migrated).toEqual(['9001_expand.sql'])
  expect(new Set(waits)).toEqual(
    new Set(['Migration 9001_expand.sql waits for a long transaction on its tables, such as a backup']),
  )
  await long.end()
  await other.end()
})

/** Locks messages, waits for someone else to wait for them, and then needs the table that these have locked. */
const deadlocking = {
  '9001_deadlocking.sql': `-- Adds columns.
-- oldest-compatible-schema: ${ownSchema}
alter table messages add column note text;
do $$ declare own oid := (select oid from pg_database where datname = current_database()); begin
  while exists (select from pg_locks where relation = 'conversations'::regclass and database = own)
    and not exists (select from pg_locks where relation = 'messages'::regclass and not granted and database = own)
  loop perform pg_sleep(0.01);
  end loop;
end $$;
alter table conversations add column note text;`,
}

test('a migration gives way to a transaction that it deadlocks with, and is applied after it', {
  timeout: 60_000,
}, async () => {
  const url = await createEmptyDatabase()
  await migrate(url)
  const [other, observer] = [new pg.Client(url), new pg.Client(url)]
  await other.connect()
  await observer.connect()
  // So that only the migration notices the deadlock.
  await other.query("set deadlock_timeout = '1h'; begin; select from conversations")
  const { migrated, waits } = startMigration(url, deadlocking)
  await eventually(async () => {
    const { rows } = await observer.query(
      `select from pg_locks where relation = 'messages'::regclass and mode = 'AccessExclusiveLock' and granted`,
    )
    return rows.length > 0
  })
  await other.query('select from messages')
  await other.query('commit')
  expect(await migrated).toEqual(['9001_deadlocking.sql'])
  expect(waits).toContain('Migration 9001_deadlocking.sql gave way to a transaction that was waiting for it')
  await other.end()
  await observer.end()
})
