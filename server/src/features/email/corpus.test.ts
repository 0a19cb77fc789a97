import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { startTestMail, type TestMail } from '../../testing/mail.ts'
import { readRaw } from './raw-mail.ts'

let t: TestApp
let mail: TestMail
beforeAll(async () => {
  t = await startTestApp()
  mail = await startTestMail(t)
})
afterAll(async () => {
  await mail.stop()
  await t.stop()
})

/** Our own cases, and the large set where the environment names it. */
const folders = [join(import.meta.dirname, '../../../../mail/cases'), process.env.PARLEY_MAIL_CASES ?? '']

async function cases(): Promise<string[]> {
  const found = await Promise.all(
    folders.filter(Boolean).map(async (folder) => {
      const names = await readdir(folder, { recursive: true })
      return names.filter((name) => name.endsWith('.eml')).map((name) => join(folder, name))
    }),
  )
  return found.flat().sort()
}

test('every mail that was ever collected is received byte for byte and ends in exactly one place', async () => {
  const { id } = await t.make.inbox('corpus@acme.test')
  const files = await cases()
  for (const file of files) {
    const raw = await readFile(file)
    await mail.send(raw, 'corpus@acme.test', 'sender@customer.test')
    const delivery = (await mail.deliveries({ newest: 1 }))[0]
    const kept = await readRaw(t.files.mail, delivery?.raw_hash ?? Buffer.alloc(0))
    // SMTP ends lines with CR LF; nothing else may differ.
    expect({ file, same: bare(kept).equals(bare(raw)) }).toEqual({ file, same: true })
  }
  await mail.readAll()
  const all = await mail.deliveries()
  expect(all).toHaveLength(files.length)
  expect(all.filter(({ state }) => state === 'received')).toEqual([])
  const threaded = all.filter(({ state }) => state === 'threaded')
  expect(threaded.every((row) => row.conversation_id !== null && row.reason === null)).toBe(true)
  const rest = all.filter(({ state }) => state !== 'threaded')
  expect(rest.every(({ reason }) => (reason ?? '').length > 10)).toBe(true)
  const incoming = await t.db
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('inbox_id', '=', id)
    .where('type', '=', 'incoming')
    .executeTakeFirstOrThrow()
  expect(incoming.count).toBe(threaded.length)
  if (process.env.PARLEY_MAIL_CASES)
    console.log(
      JSON.stringify(
        Object.groupBy(
          rest.map(({ reason, state }) => `${state}: ${reason}`),
          (words) => words,
        ),
        (_, value) => (Array.isArray(value) ? value.length : value),
        1,
      ),
    )
}, 300_000)

const bare = (raw: Buffer) =>
  Buffer.from(
    raw
      .toString('latin1')
      .replace(/\r\n?|\n/g, '\n')
      .trimEnd(),
    'latin1',
  )
