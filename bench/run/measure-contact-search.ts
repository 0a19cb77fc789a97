import type pg from 'pg'
import type { Session } from './browser.ts'
import { callerBaseline, type Statement, timeStatements } from './db-baseline.ts'
import { percentilesOf, type Timed } from './metrics.ts'

export type ContactSearch = { name: string; queries: string[]; isMistyped: boolean }

type Contact = { first_name: string; last_name: string; email: string }

/** What agents type to find a contact, each of a different contact. */
export async function contactSearches(client: pg.Client, each: number): Promise<ContactSearch[]> {
  const { rows } = await client.query<Contact>(
    `select first_name, last_name, email from (
       select *, row_number() over (order by id) as n, count(*) over () as count from contacts where email like 'customer%') numbered
     where n % greatest(1, count / $1::int) = 0 order by id limit $1`,
    [each],
  )
  const search = (name: string, toQuery: (contact: Contact) => string, isMistyped = false) => ({
    name: `contact search, ${name}`,
    queries: rows.map(toQuery).filter((query) => query.length >= 3),
    isMistyped,
  })
  return [
    search('first name', ({ first_name }) => first_name),
    search('first and last name', ({ first_name, last_name }) => `${first_name} ${last_name}`),
    search('start of an address', ({ email }) => email.slice(0, 12)),
    search('address', ({ email }) => email),
    search('mistyped last name', ({ last_name }) => swapLetters(last_name), true),
  ]
}

const swapLetters = (name: string) => `${name.slice(0, 2)}${name[3] ?? 'x'}${name[2] ?? ''}${name.slice(4)}`

export const contactSearchPath = (query: string): string =>
  `/api/v1/contacts/search?query=${encodeURIComponent(query)}`

/** Alternates between the search and its baseline, after one request and one baseline that aren't counted. */
export async function measureContactSearch(
  browser: Session,
  client: pg.Client,
  reader: number,
  { name, queries, isMistyped }: ContactSearch,
  repetitions: number,
): Promise<Timed> {
  await client.query('set pg_trgm.word_similarity_threshold = 0.4')
  const server: number[] = []
  const baseline: number[] = []
  for (const query of queries) {
    const path = contactSearchPath(query)
    const statements = [callerBaseline(reader), contactsBaseline(query.toLowerCase(), isMistyped)]
    await browser.get(path)
    await timeStatements(client, statements)
    for (let n = 0; n < repetitions; n++) {
      server.push((await browser.get(path)).ms)
      baseline.push(await timeStatements(client, statements))
    }
  }
  return {
    name,
    server: percentilesOf(server),
    baseline: percentilesOf(baseline),
    queries: null,
    target: { p95: 50, times_baseline: 3 },
  }
}

const searchableText = `lower(first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || other_addresses)`

/** Knows in advance whether the words are mistyped, and orders by activity only. */
function contactsBaseline(query: string, isMistyped: boolean): Statement {
  const words = query.split(/\s+/)
  const conditions = words.map((_, index) =>
    isMistyped ? `$${index + 1} <% ${searchableText}` : `${searchableText} like '%' || $${index + 1} || '%'`,
  )
  return {
    name: '',
    text: `select id, created_at, first_name, last_name, email from (
        select * from contacts where deleted_at is null and ${conditions.join(' and ')} limit 500) found
      order by last_active_at desc nulls last, id desc limit 15`,
    values: words,
  }
}
