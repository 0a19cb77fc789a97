import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { upsertContact } from '../../contacts/upsert-contact.ts'
import { findLookalikeDomain, isLookalike, similarDomains } from './lookalike-domain.ts'
import { listOwnAddresses } from './own-addresses.ts'

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
const findLookalike = async (domain: string) =>
  findLookalikeDomain(t.db, domain, (await listOwnAddresses(t.db)).domains)
const contact = (email: string) =>
  t.act(t.system, (tx) => upsertContact(tx, { email, first_name: 'A', last_name: 'B' }))

test('a domain is compared with our own, also under another suffix', async () => {
  expect(await findLookalike('lumen0ak.test')).toBe('lumenoak.test')
  expect(await findLookalike('lumenoak.com')).toBe('lumenoak.test')
  expect(await findLookalike('shop.lumenoak.test')).toBeNull()
})

test('a domain is compared with domains of earlier contacts, not of later ones', async () => {
  await contact('grace@northwind.example')
  t.clock.advance(60_000)
  expect(await findLookalike('northwlnd.example')).toBe('northwind.example')
  await contact('mallory@northwlnd.example')
  expect(await findLookalike('northwlnd.example')).toBe('northwind.example')
  expect(await findLookalike('northwind.example')).toBeNull()
  expect(await findLookalike('somewhere%_else.example')).toBeNull()
})

test('however many addresses a domain has, few of them are read', async () => {
  await contact('ada@bigmail.example')
  await sql`
    insert into contact_addresses (address, contact_id, created_at)
    select n || '@' || d, (select max(id) from contacts), ${t.clock.now()}
    from generate_series(1, 3000) as n, unnest(array['bigmail.example', 'bigmaid.example']) as d`.execute(
    t.db,
  )
  await sql`analyze contact_addresses`.execute(t.db)
  for (const [domain, expected] of [
    ['bigmall.example', ['bigmail.example', 'bigmaid.example']],
    ['bigmail.example', []],
  ] as const) {
    const { rows } = await sql<{
      'QUERY PLAN': PlanOfStatement
    }>`explain (analyze, format json) ${similarDomains(domain)}`.execute(t.db)
    expect(sumRowsRead(rows[0]?.['QUERY PLAN'][0].Plan)).toBeLessThan(60)
    const similar = (await similarDomains(domain).execute(t.db)).rows.map((row) => row.domain)
    expect(similar.filter((one) => one.startsWith('bigmai')).toSorted()).toEqual([...expected].toSorted())
  }
})

type Plan = {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}
type PlanOfStatement = [{ Plan: Plan }]

/** How many rows its scans read, including those that they filtered. */
const sumRowsRead = (plan: Plan | undefined): number =>
  plan
    ? (plan['Node Type'].includes('Scan')
        ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
        : 0) + (plan.Plans ?? []).reduce((sum, child) => sum + sumRowsRead(child), 0)
    : 0
