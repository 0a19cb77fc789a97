import { tokenise } from '@parley/contract/search/search-tokens'
import type pg from 'pg'
import { keysOfWord, personKey, timeKeys } from '../../server/src/search-index/index-keys.ts'
import { pick, type Random, seeded } from '../seed/random.ts'
import { firstNames, languages, lastNames, tagNames } from '../seed/vocabulary.ts'
import type { Bounds } from './bounds.ts'
import type { Session } from './browser.ts'
import { callerBaseline, type Statement, timeStatements } from './db-baseline.ts'
import { percentilesOf, type Timed } from './metrics.ts'
import { repeat } from './repeat.ts'
import type { Target } from './target.ts'

/** One search: the query as typed, and its meaning in the index and on `conversations c`, for its baseline. */
type SearchCall = {
  section: 'messages' | 'conversations'
  query: string
  /** Matches at least one key of each group. */
  groups: number[][]
  condition: string
}
export type SearchClass = { name: string; calls: SearchCall[]; target: Timed['target'] }

const page = 20
const usual = { p95: 50, times_baseline: 3 }
const common = { p95: 150, times_baseline: 3 }

/**
 * The mix of searches. Words come from bench/seed/vocabulary.ts, ordered by rank for Zipf's law. In English (62 % of the messages), words of
 * rank 1 to 8 occur in nearly every message, rank 60 to 120 in a third of them, the last 25 in every tenth. Really rare are the tails of the
 * small languages and order numbers, each of which occurs in a few thousand messages or in none.
 */
export async function searchClasses(client: pg.Client, target: Target, each: number): Promise<SearchClass[]> {
  const random = seeded(4711)
  const vocabulary = {
    orders: await orderNumbers(client),
    pairs: await neighbouringWords(client, random, each),
    contacts: await addresses(client),
    tags: await tagIds(client),
  }
  const draws = [
    ...messageDraws(random, target, vocabulary),
    ...conversationDraws(random, target, vocabulary),
  ]
  return draws.map(({ draw, ...searchClass }) => ({
    ...searchClass,
    calls: times(each, draw).filter(({ query }) => new TextEncoder().encode(query).length >= 3),
  }))
}

type Vocabulary = {
  orders: string[]
  pairs: string[]
  contacts: { id: number; email: string }[]
  tags: Map<string, number>
}
type SearchDraw = { name: string; target: Timed['target']; draw: () => SearchCall }

const english = languages[0]?.words ?? []
const longEnglish = english.filter((word) => word.length >= 5)
const tails = languages
  .slice(1, 5)
  .flatMap(({ words }) => words.slice(-12))
  .filter((word) => word.length >= 5)
const [most, medium, last] = [english.slice(0, 8), longEnglish.slice(40, 90), longEnglish.slice(-25)]

/** Two kinds of search: for a word of each list, and with operators. */
function drawsOf(section: SearchCall['section'], random: Random) {
  const words = (name: string, target: Timed['target'], ...lists: (readonly string[])[]): SearchDraw => ({
    name: `search ${section} · ${name}`,
    target,
    draw: () => {
      const drawn = lists.map((list) => pick(random, list))
      return wordCall(section, drawn)
    },
  })
  const operators = (name: string, draw: () => SearchCall): SearchDraw => ({
    name: `search ${section} · ${name}`,
    target: usual,
    draw,
  })
  return { words, operators }
}

function messageDraws(random: Random, target: Target, { orders, pairs, contacts }: Vocabulary): SearchDraw[] {
  const { words, operators } = drawsOf('messages', random)
  const mediumWord = () => wordCall('messages', [pick(random, medium)])
  return [
    words('most common words', common, most),
    words('medium words', usual, medium),
    words('rare words', usual, last),
    words('rarest words of small languages', usual, tails),
    words('order numbers', usual, orders),
    operators('words without hits', () => wordCall('messages', [`zqx${Math.floor(random() * 1e9)}`])),
    words('two common words', common, most, most),
    words('common and rare word', usual, most, tails),
    words('medium and rare word', usual, medium, last),
    operators('phrases', () => phraseCall(pick(random, pairs))),
    operators('sender and a common word', () => {
      const { id, email } = pick(random, contacts)
      const call = wordCall('messages', [pick(random, most)])
      return withOperator(call, `from:${email}`, 'true', [personKey(id)])
    }),
    operators('medium words in open conversations', () =>
      withOperator(mediumWord(), 'status:open', `c.status_id = ${openStatusId(target)}`),
    ),
    operators('medium words, assigned to one agent', () =>
      withOperator(mediumWord(), 'assignee:me', `c.assigned_user_id = ${target.agent_id}`),
    ),
  ]
}

function conversationDraws(random: Random, target: Target, { contacts, tags }: Vocabulary): SearchDraw[] {
  const { words, operators } = drawsOf('conversations', random)
  const emptySearch: SearchCall = { section: 'conversations', query: '', groups: [], condition: 'true' }
  return [
    words('most common words', common, most),
    words('medium words', usual, medium),
    words('rare words', usual, last),
    words('two medium words', usual, medium, medium),
    words('first and last name', usual, firstNames, lastNames),
    operators('status and assignee', () =>
      withOperator(
        emptySearch,
        'status:open assignee:me',
        `c.status_id = ${openStatusId(target)} and c.assigned_user_id = ${target.agent_id}`,
      ),
    ),
    operators('tag', () => {
      const name = pick(random, tagNames)
      return withOperator(
        emptySearch,
        `tag:${name}`,
        `exists (select from conversation_tags ct where ct.conversation_id = c.id and ct.tag_id = ${tags.get(name) ?? 0})`,
      )
    }),
    operators('sender', () => {
      const { id, email } = pick(random, contacts)
      return withOperator(emptySearch, `from:${email}`, `c.contact_id = ${id}`)
    }),
    operators('medium words before a date', () =>
      withOperator(
        wordCall('conversations', [pick(random, medium)]),
        `before:1y`,
        `c.created_at < now() - interval '1 year'`,
      ),
    ),
  ]
}

const openStatusId = ({ statuses }: Target) => statuses.find(({ name }) => name === 'Open')?.id ?? 1

function withOperator(call: SearchCall, operator: string, condition: string, group?: number[]): SearchCall {
  return {
    ...call,
    query: `${call.query} ${operator}`.trim(),
    condition: `${call.condition} and ${condition}`,
    groups: group ? [...call.groups, group] : call.groups,
  }
}

const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)

function wordCall(section: SearchCall['section'], words: string[]): SearchCall {
  const query = words.join(' ')
  const groups = [...tokenise(query)].flatMap((word) => {
    const keys = keysOfWord(word)
    if (section === 'messages' || keys.length > 1) return keys.map((key) => [key])
    return [[...keys, ...keysOfWord(word, 'from')]]
  })
  return { section, query, groups, condition: 'true' }
}

/** Only the text shows whether the words are adjacent, so the baseline checks the text too. */
function phraseCall(phrase: string): SearchCall {
  const call = wordCall('messages', [phrase])
  const pattern = phrase.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '[^[:alnum:]]+')
  return {
    ...call,
    query: `"${phrase}"`,
    condition: `(select lower(left(m.text_content, 100000)) ~ '${pattern}' from messages m where m.id = s.message_id)`,
  }
}

async function orderNumbers(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ number: string }>(
    `select distinct substring(text_content from 'orders/([0-9]{6,})') as number from (
       select text_content from messages where type = 'incoming' order by id desc limit 2000) newest
     where text_content like '%orders/%' limit 40`,
  )
  return rows.map(({ number }) => number).filter(Boolean)
}

/** Two adjacent words from each of a sample of messages. */
async function neighbouringWords(client: pg.Client, random: Random, count: number): Promise<string[]> {
  const { rows } = await client.query<{ text_content: string }>(
    `select m.text_content from generate_series(1, (select max(id) from messages), (select max(id) / ${4 * count} + 1 from messages)) id
     join messages m using (id) where m.type = 'incoming' limit ${2 * count}`,
  )
  return rows.flatMap(({ text_content }) => {
    const words = [...tokenise(text_content)].filter(({ unsegmented: unspaced }) => !unspaced)
    const at = Math.floor(random() * (words.length - 1))
    const [a, b] = [words[at], words[at + 1]]
    const between = a && b ? text_content.slice(a.start + a.length, b.start) : ''
    return a && b && between === ' ' ? [text_content.slice(a.start, b.start + b.length)] : []
  })
}

async function addresses(client: pg.Client): Promise<{ id: number; email: string }[]> {
  const { rows } = await client.query<{ id: string; email: string }>(
    `select k.id, k.email from contacts k where exists (select from conversations c where c.contact_id = k.id) order by md5(k.id::text) limit 50`,
  )
  return rows.map(({ id, email }) => ({ id: Number(id), email }))
}

async function tagIds(client: pg.Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ id: string; name: string }>('select id, name from tags')
  return new Map(rows.map(({ id, name }) => [name, Number(id)]))
}

type Answer = {
  data: { results: { created_at: string }[]; next_cursor: string | null; searched_back_to: string | null }
}

/** Runs each search once as a warm-up, then alternates with its baseline. */
export async function measureSearch(
  browser: Session,
  client: pg.Client,
  reader: number,
  { name, calls, target }: SearchClass,
  { search_repetitions, seconds_per_call }: Bounds,
): Promise<Timed> {
  const [server, baseline]: number[][] = [[], []]
  await repeat(calls.length, seconds_per_call, async (index) => {
    const call = calls[index]
    if (!call) return
    const path = `/api/v1/search/${call.section}?query=${encodeURIComponent(call.query)}`
    const { text } = await browser.get(path)
    // The response follows the contract.
    const baselineStatements = [callerBaseline(reader), ...searchBaseline(call, JSON.parse(text) as Answer)]
    await timeStatements(client, baselineStatements)
    for (let n = 0; n < search_repetitions; n++) {
      server?.push((await browser.get(path)).ms)
      baseline?.push(await timeStatements(client, baselineStatements))
    }
  })
  return {
    name,
    server: percentilesOf(server ?? []),
    baseline: percentilesOf(baseline ?? []),
    queries: null,
    target,
  }
}

/** One statement that knows in advance how far back the page reaches, and uses the index when the query contains words. */
function searchBaseline({ section, groups, condition }: SearchCall, { data }: Answer): Statement[] {
  const oldest = data.next_cursor ? (data.searched_back_to ?? data.results.at(-1)?.created_at) : undefined
  const from = oldest ? new Date(oldest) : null
  // If the page is not full, the index by time would be read to its end. Adding a zero interval keeps the planner from using it.
  const keyConditions = groups.map((group) => `s.keys && '{${group}}'::integer[]`)
  const timeConditions = from
    ? [
        ...(groups.length > 0
          ? [`s.keys && '{${timeKeys(from, new Date(Date.now() + 3_600_000))}}'::integer[]`]
          : []),
        `s.created_at >= '${from.toISOString()}'`,
      ]
    : []
  const [table, id] =
    section === 'messages' ? ['search_messages', 'message_id'] : ['search_conversations', 'conversation_id']
  const hits =
    groups.length > 0
      ? `select s.${id} as id, s.created_at from ${table} s cross join lateral (
           select from conversations c where c.id = s.conversation_id and c.deleted_at is null and ${condition} offset 0) seen
         where ${[...keyConditions, ...timeConditions].join(' and ')} order by ${from ? 's.created_at' : "s.created_at + interval '0'"} desc limit ${page + 1}`
      : `select c.id, c.created_at from conversations c where c.deleted_at is null and ${condition}
         order by c.created_at desc limit ${page + 1}`
  const resultSql =
    section === 'messages'
      ? `select m.id, m.uuid, m.created_at, m.type, m.private, m.has_attachments, m.text_content, m.sender_id, c.uuid, c.reference_number,
           c.subject, coalesce(a.first_name, k.first_name) as first_name, coalesce(a.last_name, k.last_name) as last_name
         from hits join messages m on m.id = hits.id join conversations c on c.id = m.conversation_id
         left join agents a on m.sender_type = 'agent' and a.id = m.sender_id
         left join contacts k on m.sender_type = 'contact' and k.id = m.sender_id`
      : `select c.*, k.first_name, k.last_name, k.email, i.name, st.name as status from hits join conversations c on c.id = hits.id
         join contacts k on k.id = c.contact_id join inboxes i on i.id = c.inbox_id join statuses st on st.id = c.status_id`
  // Not prepared under a name, since each text is different.
  return [
    {
      name: '',
      text: `with hits as materialized (${hits}) ${resultSql} order by hits.created_at desc`,
      values: [],
    },
  ]
}
