import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createToken, verifyToken } from '@parley/mail/conversation-token'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { insertTombstone, isCopyOfErased } from '../features/email/ledger/tombstones.ts'
import { deriveAcceptedTokenKeys, deriveTokenKeys } from '../features/email/token-keys.ts'
import {
  parseUnsubscribeToken,
  unsubscribePath,
} from '../features/notifications/unsubscribe/unsubscribe-link.ts'
import { createSecrets, loadSecrets } from '../secrets.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { addKey, rotateKey, sealedColumns } from './rotate-key.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

// The test app's own is the earlier one.
const rotated = createSecrets('a new key, after the rotation, for tests only\na key for tests only')
const newOnly = createSecrets('a new key, after the rotation, for tests only')

const rotate = () => rotateKey({ act: t.act, operator: t.system, db: t.db }, rotated)

test('every file that seals a secret has its column in the list', () => {
  const src = join(import.meta.dirname, '..')
  const sealing = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        file.endsWith('.ts') &&
        !/(\.test|-suite|\.long)\.ts$/.test(file) &&
        !/^(testing|demo|operator)/.test(file),
    )
    .filter((file) => /secrets\.seal\(/.test(readFileSync(join(src, file), 'utf8')))
  const listed = sealedColumns.flatMap(({ sealed_by }) => sealed_by)
  // A cookie, which is not stored.
  expect(sealing.sort()).toEqual([...listed, 'features/oidc/flow-cookie.ts'].sort())
})

test('a rotation waits until every process seals under the new key', async () => {
  const refusal = /These processes don’t encrypt under the new key yet: .*Restart them/
  const key_ids = rotated.each.map(({ key_id }) => key_id)
  await expect(rotate()).rejects.toThrow(refusal)
  await t.db.updateTable('nodes').set({ key_ids: key_ids.toReversed() }).execute()
  await expect(rotate(), 'knows it, and uses the old one').rejects.toThrow(refusal)
  await t.db.updateTable('nodes').set({ key_ids }).execute()
  expect(await rotate()).toEqual({ resealed: 0, unreadable: 0 })
})

test('every stored secret is sealed under the new key, and nothing else changes', async () => {
  const inbox = await t.make.inbox('help@acme.test')
  const agent = await t.make.agent()
  const dates = { created_at: t.clock.now(), updated_at: t.clock.now() }
  const foreign = createSecrets('the key of some other workspace').seal('lost')
  const seal = t.secrets.seal
  const config = { imap: [{ password: seal('imap') }, { password: seal('second') }], note: 'v1.not a secret' }
  await sql`update inboxes set config = ${JSON.stringify(config)}::jsonb, oauth = ${JSON.stringify({ refresh_token: seal('oauth') })}::jsonb where id = ${inbox.id}`.execute(
    t.db,
  )
  await t.db
    .insertInto('settings')
    .values({
      key: 'notification.email.password',
      value: JSON.stringify(seal('smtp')),
      updated_at: t.clock.now(),
    })
    .execute()
  await t.db
    .insertInto('webhooks')
    .values({
      ...dates,
      name: 'A',
      url: 'https://hook.test',
      events: ['conversation.created'],
      secret: seal('hook'),
    } as never)
    .execute()
  await t.db
    .insertInto('webhooks')
    .values({
      ...dates,
      name: 'B',
      url: 'https://hook.test',
      events: ['conversation.created'],
      secret: foreign,
    } as never)
    .execute()
  await t.db
    .insertInto('totp_factors')
    .values({ agent_id: agent.id, created_at: t.clock.now(), secret: seal('totp') } as never)
    .execute()

  expect(await rotate()).toEqual({ resealed: 6, unreadable: 1 })
  const stored = await t.db
    .selectFrom('inboxes')
    .select(['config', 'oauth'])
    .where('id', '=', inbox.id)
    .executeTakeFirstOrThrow()
  const { imap, note } = stored.config as typeof config
  expect(imap.map(({ password }) => newOnly.open(password))).toEqual(['imap', 'second'])
  expect(note).toBe('v1.not a secret')
  expect(newOnly.open((stored.oauth as { refresh_token: string }).refresh_token)).toBe('oauth')
  const webhooks = await t.db.selectFrom('webhooks').select('secret').orderBy('name').execute()
  expect(webhooks[1]).toEqual({ secret: foreign })
  expect(newOnly.open(webhooks[0]?.secret ?? '')).toBe('hook')
  expect(await rotate()).toEqual({ resealed: 0, unreadable: 1 })
})

test('what was signed or hashed before a rotation is still recognised, and nothing of other keys', async () => {
  const [key] = deriveTokenKeys(t.secrets)
  const token = createToken({ conversation_id: 7, ...key })
  expect(verifyToken(token, deriveAcceptedTokenKeys(rotated))).toMatchObject({ conversation_id: 7 })
  expect(verifyToken(token, deriveAcceptedTokenKeys(newOnly))).toBeNull()
  const link = unsubscribePath(t.secrets, { agent_id: 3, kind: 'mention' }).replace('/unsubscribe/', '')
  expect(parseUnsubscribeToken(rotated, link)).toEqual({ agent_id: 3, kind: 'mention' })
  expect(parseUnsubscribeToken(newOnly, link)).toBeNull()

  const inbox = await t.make.inbox('erased@acme.test')
  const copy = { source_id: 'gone@customer.test', body_hash: Buffer.alloc(32, 1) }
  const erased = {
    inbox_id: inbox.id,
    position: null,
    message_id: copy.source_id,
    raw_hash: Buffer.alloc(32),
  }
  await t.act(t.system, (tx) => insertTombstone(tx, t.secrets, { ...erased, body_hash: copy.body_hash }))
  expect(await isCopyOfErased(t.db, rotated, inbox.id, copy)).toBe(true)
  expect(await isCopyOfErased(t.db, newOnly, inbox.id, copy)).toBe(false)
})

test('a new key comes first in the file, and the earlier ones stay', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'secret.key')
  writeFileSync(path, 'k'.repeat(44), { mode: 0o600 })
  const before = await loadSecrets(folder, undefined)
  await addKey(folder)
  const after = await loadSecrets(folder, undefined)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(after.each.map(({ key_id }) => key_id)).toEqual([after.key_id, before.key_id])
  expect(after.key_id).not.toBe(before.key_id)
  expect(after.open(before.seal('a'))).toBe('a')
  expect(() => before.open(after.seal('a'))).toThrow('sealed under another key')
})
