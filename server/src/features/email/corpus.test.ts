import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestMail, type TestMail } from '../../testing/email/test-mail.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { readRawMail } from './ledger/raw-mail.ts'

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

/** Our own cases, and the large data set if the environment provides it. */
const folders = [join(import.meta.dirname, '../../../../mail/cases'), process.env.PARLEY_MAIL_CASES ?? '']

async function readCorpus(): Promise<Buffer[]> {
  const files = await Promise.all(
    folders.filter(Boolean).map(async (folder) => {
      const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.eml'))
      return Promise.all(names.map((name) => readFile(join(folder, name))))
    }),
  )
  return files.flat()
}

/** SMTP ends every line with CR LF, including the last one; nothing else may differ. */
const hashOf = (raw: Buffer) =>
  createHash('sha256')
    .update(
      raw
        .toString('latin1')
        .replace(/\r\n?|\n/g, '\n')
        .trimEnd(),
    )
    .digest('hex')

test('every mail in the corpus is stored byte for byte and gets exactly one outcome', async () => {
  const { id } = await t.make.inbox('corpus@acme.test')
  const raws = await readCorpus()
  await Promise.all(raws.map((raw) => mail.send(raw, 'corpus@acme.test', 'sender@customer.test')))
  const received = await mail.deliveries()
  const storedMails = await Promise.all(received.map(({ raw_hash }) => readRawMail(t.files.mail, raw_hash)))
  expect(storedMails.map(hashOf).sort()).toEqual(raws.map(hashOf).sort())

  await mail.readAllAtOnce()
  const all = await mail.deliveries()
  expect(all).toHaveLength(raws.length)
  const threaded = all.filter(({ state }) => state === 'threaded')
  const notThreaded = all.filter(({ state }) => state === 'quarantined' || state === 'ignored')
  expect(threaded.length + notThreaded.length).toBe(raws.length)
  expect(threaded.every((row) => row.conversation_id !== null && row.reason === null)).toBe(true)
  expect(notThreaded.every(({ reason }) => (reason ?? '').length > 10)).toBe(true)
  // A mail that is parsed within the limits must not be quarantined.
  expect(notThreaded.filter(({ state }) => state === 'quarantined').map(({ reason }) => reason)).toEqual([])
  const incoming = await t.db
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('inbox_id', '=', id)
    .where('type', '=', 'incoming')
    .executeTakeFirstOrThrow()
  expect(incoming.count).toBe(threaded.length)
}, 300_000)
