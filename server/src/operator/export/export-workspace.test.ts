import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noProgress } from '../../backup/progress.ts'
import { startTestMail, type TestMail } from '../../testing/email/test-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { safeName } from './export-files.ts'
import { exportWorkspace } from './export-workspace.ts'
import { exportedTables, leftOut } from './exported-tables.ts'

let t: TestApp
let mail: TestMail
let folder: string
beforeAll(async () => {
  t = await startTestApp()
  mail = await startTestMail(t)
  folder = mkdtempSync(join(tmpdir(), 'parley-export-'))
})
afterAll(async () => {
  await mail.stop()
  await t.stop()
  rmSync(folder, { recursive: true })
})

const readLines = (table: string) =>
  readFileSync(join(folder, 'tables', `${table}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))

test('every table is exported, or left out for a reason', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(
    t.db,
  )
  const named = [...Object.keys(exportedTables), ...Object.values(leftOut).flat()]
  expect(named.toSorted()).toEqual(rows.map(({ name }) => name).sort())
})

test('an export has every row as JSON, every email and file, and no secret', async () => {
  const inbox = await t.make.inbox('help@acme.test')
  const secret = t.secrets.seal('the password of the mailbox')
  await t.db
    .updateTable('inboxes')
    .set({ config: JSON.stringify({ imap: [{ password: secret }], note: 'a "quote", a \\ and a\nbreak' }) })
    .where('id', '=', inbox.id)
    .execute()
  const raw = mail.compose({
    to: 'help@acme.test',
    subject: 'Grüße 👋',
    text: 'Line one\nand "two" \\ three',
  })
  await mail.send(raw, 'help@acme.test')
  await mail.readAll()
  const stored = await t.files.media.put(Buffer.from('attached'))
  const [file] = await t.db
    .insertInto('media')
    .values({
      ...{ created_at: t.clock.now(), updated_at: t.clock.now(), filename: '../../etc/pass:wd', size: 8 },
      ...{
        content_type: 'text/plain',
        content_hash: stored,
        disposition: 'attachment',
        model_type: 'messages',
      },
    } as never)
    .returning('uuid')
    .execute()

  const summary = await exportWorkspace(
    { connection_string: t.connectionString, files: t.files, version: '1.0.0', now: t.clock.now() },
    folder,
    noProgress,
  )
  expect(summary.files).toEqual({ written: 2, bytes: expect.any(Number), missing: [] })
  let total = 0
  for (const table of Object.keys(exportedTables)) {
    const { rows } = await sql<{
      count: number
    }>`select count(*)::int as count from ${sql.table(table)}`.execute(t.db)
    expect(readLines(table), table).toHaveLength(rows[0]?.count ?? -1)
    total += rows[0]?.count ?? 0
  }
  expect(summary.rows).toBe(total)
  expect(readLines('inboxes')[0].config).toEqual({
    imap: [{ password: null }],
    note: 'a "quote", a \\ and a\nbreak',
  })
  const [delivery] = readLines('mail_deliveries')
  const [conversation] = readLines('conversations')
  expect(conversation).toMatchObject({ subject: 'Grüße 👋', inbox_id: inbox.id })
  expect(readLines('messages').find(({ id }) => id === delivery.stored_message_id)).toMatchObject({
    conversation_id: conversation.id,
    text_content: expect.stringContaining('and "two" \\ three'),
  })
  const [month = ''] = readdirSync(join(folder, 'emails'))
  const eml = readFileSync(join(folder, 'emails', month, `${delivery.id}.eml`))
  expect(eml.toString()).toContain('Subject: ')
  expect(eml.toString()).toContain('Line one')
  const [name = ''] = readdirSync(join(folder, 'files', file?.uuid ?? ''))
  expect(name).toBe('__.._etc_pass_wd')
  expect(readFileSync(join(folder, 'files', file?.uuid ?? '', name), 'utf8')).toBe('attached')
  expect(statSync(join(folder, 'README.md')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain('| `conversations` |')
  const everything = readdirSync(join(folder, 'tables')).map((name) =>
    readFileSync(join(folder, 'tables', name), 'utf8'),
  )
  expect(everything.join('')).not.toContain(t.secrets.key_id)
  expect(readLines('agents')[0]).not.toHaveProperty('password_hash')
})

test.each([
  ['plan.pdf', 'plan.pdf'],
  ['..', '_'],
  ['a\u0000b/c\\d', 'a_b_c_d'],
  ['', 'file'],
  [`${'ä'.repeat(200)}.tar.gz`, `${'ä'.repeat(98)}.gz`],
])('a file called %j is written as %j', (filename, expected) => {
  expect(safeName(filename)).toBe(expected)
})
