import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { upsertContact } from '../../contacts/upsert-contact.ts'
import { findLookalikeDomain, isLookalike } from './lookalike-domain.ts'

test.each<[string, string, boolean]>([
  ['examp1e.com', 'example.com', true],
  ['exarnple.com', 'example.com', true],
  ['exmaple.com', 'example.com', true],
  ['examples.com', 'example.com', true],
  ['xn--exmple-4nf.com', 'example.com', true],
  ['mail.exampIe.com'.toLowerCase(), 'example.com', true],
  ['paypa1.co.uk', 'paypal.co.uk', true],
  ['example.com', 'example.com', false],
  ['mail.example.com', 'example.com', false],
  ['example.org', 'example.com', false],
  ['abc.com', 'abd.com', false],
  ['sample.com', 'simple.com', true],
  ['temple.com', 'simple.com', false],
])('%s can be mistaken for %s: %s', (one, other, expected) => {
  expect(isLookalike(one, other)).toBe(expected)
})

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await t.make.inbox('help@lumenoak.test')
})
afterAll(() => t.stop())
const contact = (email: string) =>
  t.act(t.system, (tx) => upsertContact(tx, { email, first_name: 'A', last_name: 'B' }))

test('a domain is compared with our own, also under another suffix', async () => {
  expect(await findLookalikeDomain(t.db, 'lumen0ak.test')).toBe('lumenoak.test')
  expect(await findLookalikeDomain(t.db, 'lumenoak.com')).toBe('lumenoak.test')
  expect(await findLookalikeDomain(t.db, 'shop.lumenoak.test')).toBeNull()
})

test('a domain is compared with domains of earlier contacts, not of later ones', async () => {
  await contact('grace@northwind.example')
  t.clock.advance(60_000)
  expect(await findLookalikeDomain(t.db, 'northwlnd.example')).toBe('northwind.example')
  await contact('mallory@northwlnd.example')
  expect(await findLookalikeDomain(t.db, 'northwlnd.example')).toBe('northwind.example')
  expect(await findLookalikeDomain(t.db, 'northwind.example')).toBeNull()
  expect(await findLookalikeDomain(t.db, 'somewhere%_else.example')).toBeNull()
})
