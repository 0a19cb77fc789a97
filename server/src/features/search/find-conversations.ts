import type { FoundConversation } from '@parley/contract/search'
import { referenceNumber } from '@parley/contract/search-query'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import { often } from '../../db/prepare.ts'
import { visibleTo } from '../conversations/access.ts'
import { byOperators } from './by-operators.ts'
import { contactCondition, groupsOf, textCondition, textOrContactCondition } from './conditions.ts'
import { areFew, type Frequencies, frequenciesOf } from './frequencies.ts'
import { keysOfWord } from './keys.ts'
import { newestFirst, type Place, type Search } from './newest-first.ts'
import { collect, type Page, type PageQuery } from './page.ts'
import { contactsAlike, mostPeople } from './people.ts'
import { type Criteria, type Person, readCriteria, type Wanted } from './read-query.ts'
import { holdsPhrases, isPhrase, marked } from './snippet.ts'

type Condition = RawBuilder<boolean>
export type ConversationRow = {
  id: number
  uuid: string
  reference_number: string
  created_at: Date
  last_message_at: Date
  subject: string | null
  status: string
  inbox_name: string
  contact_id: number
  first_name: string
  last_name: string
  email: string | null
  avatar_url: string | null
}
type Found = Page<ConversationRow> & { criteria: Criteria }

/**
 * Conversations by subject and contact, newest first: each word may be in either. A number alone finds the conversation of that number before
 * all others. Operators of messages ask for a conversation with at least one such message.
 */
export async function findConversations(db: Db, actor: Actor, query: PageQuery, now: Date): Promise<Found> {
  const criteria = await readCriteria(db, actor, query.query, now)
  const wanted = [...criteria.text, ...criteria.subject]
  const conversation = conditionsOf(criteria, actor)
  const read = async (places: Place[]) =>
    (await readConversations(db, places)).filter((row) => holdsPhrases(textOf(row), wanted))
  const numbered = query.cursor ? [] : await byNumber(db, actor, query.query)
  if (criteria.text.length + criteria.subject.length === 0) {
    const page = await byOperators(db, { criteria, conversation }, query, read)
    return { ...page, criteria }
  }
  const frequencies = await frequenciesOf(db, 'conversations')
  const find = (alike: ReadonlyMap<string, number[]>) => {
    const keys = [
      ...criteria.text.map((one) => textOrContactCondition(one, alike)),
      ...criteria.subject.map(textCondition),
    ].filter((condition) => condition !== null)
    const { before } = criteria
    const groups = [
      ...groupsOf(criteria.text, ['text', 'from'], alike),
      ...groupsOf(criteria.subject, ['text']),
    ]
    const few = areFew(frequencies, groups)
    const search: Search = { kind: 'conversations', keys, conversation, after: null, before, few }
    return collect(query, wanted.some(isPhrase), (from) => newestFirst(db, search, from, now), read)
  }
  let page = await find(new Map())
  // Only when nothing is what was typed, is something alike of use.
  if (page.rows.length + numbered.length === 0 && !page.next_cursor && !query.cursor) {
    const alike = await contactsAlike(db, perhapsMistyped(criteria.text, frequencies))
    if ([...alike.values()].some((ids) => ids.length > 0)) page = await find(alike)
  }
  const others = page.rows.filter(({ id }) => !numbered.some((one) => one.id === id))
  return { ...page, rows: [...numbered, ...others], criteria }
}

/** What stands in so many conversations is a word, and means nobody whose name is nearly so. */
const certain = 1000

const perhapsMistyped = (text: readonly Wanted[], { frequent }: Frequencies): string[] =>
  text
    .filter(({ phrase, not }) => !phrase && !not)
    .flatMap(({ words }) => words)
    .filter((word) => keysOfWord(word).every((key) => frequent(key) < certain))
    .map((word) => word.text)

const textOf = ({ subject, first_name, last_name, email }: ConversationRow) =>
  [subject ?? '', `${first_name} ${last_name}`, email ?? ''].join('\n')

/** On `conversations c`. */
function conditionsOf(criteria: Criteria, actor: Actor): Condition[] {
  const { statuses, from, to, attachments, after, before } = criteria
  return [
    sql`c.deleted_at is null`,
    visibleTo(actor),
    ...criteria.conditions,
    ...(statuses ? [sql<boolean>`c.status_id = any(${statuses})`] : []),
    ...(after ? [sql<boolean>`c.last_message_at >= ${after}`] : []),
    ...(before ? [sql<boolean>`c.created_at < ${before}`] : []),
    ...from.map((one) => unless(one.not, hasPart(one))),
    ...to.map((one) => unless(one.not, wroteTo(one))),
    ...attachments.map(({ not }) => unless(not, hasAttachment)),
  ]
}

const unless = (not: boolean, condition: Condition): Condition => (not ? sql`not (${condition})` : condition)

/** The contact themselves, or an agent who wrote in it. Of a name that many have, the index knows the conversations. */
function hasPart({ words, people: { agents, contacts } }: Person): Condition {
  const byContact =
    contacts.length < mostPeople
      ? sql<boolean>`c.contact_id = any(${contacts})`
      : sql<boolean>`exists (select from search_conversations s where s.conversation_id = c.id and ${contactCondition(words)})`
  if (agents.length === 0) return byContact
  return sql`(${byContact} or exists (
    select from conversation_participants p where p.conversation_id = c.id and p.person_id = any(${agents})))`
}

/** Written to the contact, or to an inbox. Who else was in copy, the messages tell. */
const wroteTo = ({
  people,
  words,
}: Person): Condition => sql`(c.contact_id = any(${people.contacts}) or c.inbox_id = any(array(
  select i.id from inboxes i where lower(i.address) like ${`${words.map(({ text }) => text).join('%')}%`})))`

const hasAttachment = sql<boolean>`exists (select from messages m where m.conversation_id = c.id and m.has_attachments)`

async function byNumber(db: Db, actor: Actor, query: string): Promise<ConversationRow[]> {
  const number = referenceNumber(query)
  if (!number) return []
  const { rows } = await sql<{ id: number; at: Date }>`
    select c.id, c.created_at as at from conversations c
    where c.reference_number = ${number} and c.deleted_at is null and ${visibleTo(actor)}`.execute(db)
  return readConversations(db, rows)
}

/** In the order of the places. */
export async function readConversations(db: Db, places: readonly Place[]): Promise<ConversationRow[]> {
  if (places.length === 0) return []
  const { rows } = await sql<ConversationRow>`${often}
    select c.id, c.uuid, c.reference_number, c.created_at, c.last_message_at, c.subject, c.contact_id, k.first_name, k.last_name, k.email,
      k.avatar_url, (select s.name from statuses s where s.id = c.status_id) as status,
      (select i.name from inboxes i where i.id = c.inbox_id) as inbox_name
    from unnest(${places.map(({ id }) => id)}::bigint[]) with ordinality as wanted (id, place)
    join conversations c on c.id = wanted.id
    join contacts k on k.id = c.contact_id
    order by wanted.place`.execute(db)
  return rows
}

export function presentConversation(row: ConversationRow, { text, subject }: Criteria): FoundConversation {
  const { uuid, reference_number, status, inbox_name, first_name, last_name, avatar_url, email } = row
  return {
    ...{ uuid, reference_number, status, inbox_name },
    created_at: row.created_at.toISOString(),
    last_message_at: row.last_message_at.toISOString(),
    subject: marked(row.subject ?? '', [...text, ...subject]),
    contact: {
      ...{ id: row.contact_id, first_name, last_name, avatar_url, email },
      marked: marked([`${first_name} ${last_name}`.trim(), email ?? ''].filter(Boolean).join(' · '), text),
    },
  }
}
