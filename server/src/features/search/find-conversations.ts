import type { FoundConversation } from '@parley/contract/search/search'
import { parseReferenceNumber } from '@parley/contract/search/search-query'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../actor.ts'
import { visibleTo } from '../../conversation-access.ts'
import type { Db } from '../../db/pool.ts'
import { prepared } from '../../db/prepared-statements.ts'
import { keysOfWord } from '../../search-index/index-keys.ts'
import { collectPage, type Page, type PageQuery } from './collect-page.ts'
import { findSimilarContacts, maxPeople } from './criteria/find-people.ts'
import {
  contactCondition,
  keyGroupsOf,
  textCondition,
  textOrContactCondition,
} from './criteria/index-conditions.ts'
import {
  type Criteria,
  type PersonTerm,
  resolveCriteria,
  type TextTerm,
} from './criteria/resolve-criteria.ts'
import { areHitsRare, type Frequencies, getFrequencies } from './key-frequencies.ts'
import { listByOperators } from './list-by-operators.ts'
import { type HitPosition, type Search, searchNewestFirst } from './newest-first-search.ts'
import { markHits, matchesPhrases, needsTextCheck } from './snippet.ts'

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
type ConversationPage = Page<ConversationRow> & { criteria: Criteria }

/**
 * Finds conversations by subject and contact, newest first; each word may be in either. A query that is only a number
 * puts the conversation with that number first. Message operators require at least one such message in the
 * conversation.
 */
export async function findConversations(
  db: Db,
  actor: Actor,
  query: PageQuery,
  now: Date,
): Promise<ConversationPage> {
  const criteria = await resolveCriteria(db, actor, query.query, now)
  const terms = [...criteria.text, ...criteria.subject]
  const conversationConditions = conversationConditionsOf(criteria, actor)
  const read = async (positions: HitPosition[]) =>
    (await readConversations(db, positions)).filter((row) => matchesPhrases(searchedTextOf(row), terms))
  const numberMatches = query.cursor ? [] : await findByNumber(db, actor, query.query)
  if (criteria.text.length + criteria.subject.length === 0) {
    const page = await listByOperators(db, { criteria, conversation: conversationConditions }, query, read)
    return { ...page, criteria }
  }
  const frequencies = await getFrequencies(db, 'conversations')
  const find = (similarContacts: ReadonlyMap<string, number[]>) => {
    const keyConditions = [
      ...criteria.text.map((one) => textOrContactCondition(one, similarContacts)),
      ...criteria.subject.map(textCondition),
    ].filter((condition) => condition !== null)
    const { before } = criteria
    const groups = [
      ...keyGroupsOf(criteria.text, ['text', 'from'], similarContacts),
      ...keyGroupsOf(criteria.subject, ['text']),
    ]
    const isRare = areHitsRare(frequencies, groups)
    const search: Search = {
      kind: 'conversations',
      keyConditions,
      conversationConditions,
      after: null,
      before,
      isRare,
    }
    return collectPage(
      query,
      terms.some(needsTextCheck),
      (from) => searchNewestFirst(db, search, from, now),
      read,
    )
  }
  let page = await find(new Map())
  // Similar names are searched only if the exact query finds nothing.
  if (page.rows.length + numberMatches.length === 0 && !page.next_cursor && !query.cursor) {
    const similarContacts = await findSimilarContacts(db, possiblyMistyped(criteria.text, frequencies))
    if ([...similarContacts.values()].some((ids) => ids.length > 0)) page = await find(similarContacts)
  }
  const others = page.rows.filter(({ id }) => !numberMatches.some((one) => one.id === id))
  return { ...page, rows: [...numberMatches, ...others], criteria }
}

/** A word found in this many conversations is a real word, not a mistyped name. */
const realWordThreshold = 1000

const possiblyMistyped = (text: readonly TextTerm[], { atLeast }: Frequencies): string[] =>
  text
    .filter(({ phrase, not }) => !phrase && !not)
    .flatMap(({ words }) => words)
    .filter((word) => keysOfWord(word).every((key) => atLeast(key) < realWordThreshold))
    .map((word) => word.text)

const searchedTextOf = ({ subject, first_name, last_name, email }: ConversationRow) =>
  [subject ?? '', `${first_name} ${last_name}`, email ?? ''].join('\n')

/** Conditions on `conversations c`. */
function conversationConditionsOf(criteria: Criteria, actor: Actor): Condition[] {
  const { statuses, from, to, attachments, after, before } = criteria
  return [
    sql`c.deleted_at is null`,
    visibleTo(actor),
    ...criteria.conditions,
    ...(statuses ? [sql<boolean>`c.status_id = any(${statuses})`] : []),
    ...(after ? [sql<boolean>`c.last_message_at >= ${after}`] : []),
    ...(before ? [sql<boolean>`c.created_at < ${before}`] : []),
    ...from.map((one) => negateIf(one.not, participantCondition(one))),
    ...to.map((one) => negateIf(one.not, addresseeCondition(one))),
    ...attachments.map(({ not }) => negateIf(not, attachmentCondition)),
  ]
}

const negateIf = (not: boolean, condition: Condition): Condition =>
  not ? sql`not (${condition})` : condition

/**
 * The contact, or an agent who wrote in the conversation. If many contacts have the name, the index is searched
 * instead.
 */
function participantCondition({ words, people: { agents, contacts } }: PersonTerm): Condition {
  const byContact =
    contacts.length < maxPeople
      ? sql<boolean>`c.contact_id = any(${contacts})`
      : sql<boolean>`exists (select from search_conversations s where s.conversation_id = c.id and ${contactCondition(words)})`
  if (agents.length === 0) return byContact
  return sql`(${byContact} or exists (
    select from conversation_participants p where p.conversation_id = c.id and p.person_id = any(${agents})))`
}

/** Written to the contact or to an inbox. Copied recipients are found through messages only. */
const addresseeCondition = ({
  people,
  words,
}: PersonTerm): Condition => sql`(c.contact_id = any(${people.contacts}) or c.inbox_id = any(array(
  select i.id from inboxes i where lower(i.address) like ${`${words.map(({ text }) => text).join('%')}%`})))`

const attachmentCondition = sql<boolean>`exists (select from messages m where m.conversation_id = c.id and m.has_attachments)`

/** The number of a merged conversation leads to the one that it was merged into. */
async function findByNumber(db: Db, actor: Actor, query: string): Promise<ConversationRow[]> {
  const number = parseReferenceNumber(query)
  if (!number) return []
  const { rows } = await sql<{ id: number; at: Date }>`
    select c.id, c.created_at as at
    from conversations own join conversations c on c.id = coalesce(own.merge_root_id, own.id)
    where own.reference_number = ${number} and c.deleted_at is null and ${visibleTo(actor)}`.execute(db)
  return readConversations(db, rows)
}

/** In the order of the positions. */
async function readConversations(db: Db, positions: readonly HitPosition[]): Promise<ConversationRow[]> {
  if (positions.length === 0) return []
  const { rows } = await sql<ConversationRow>`${prepared}
    select c.id, c.uuid, c.reference_number, c.created_at, c.last_message_at, c.subject, c.contact_id, k.first_name, k.last_name, k.email,
      k.avatar_url, (select s.name from statuses s where s.id = c.status_id) as status,
      (select i.name from inboxes i where i.id = c.inbox_id) as inbox_name
    from unnest(${positions.map(({ id }) => id)}::bigint[]) with ordinality as wanted (id, ord)
    join conversations c on c.id = wanted.id
    join contacts k on k.id = c.contact_id
    order by wanted.ord`.execute(db)
  return rows
}

export function presentConversation(row: ConversationRow, { text, subject }: Criteria): FoundConversation {
  const { uuid, reference_number, status, inbox_name, first_name, last_name, avatar_url, email } = row
  return {
    ...{ uuid, reference_number, status, inbox_name },
    created_at: row.created_at.toISOString(),
    last_message_at: row.last_message_at.toISOString(),
    subject: markHits(row.subject ?? '', [...text, ...subject]),
    contact: {
      ...{ id: row.contact_id, first_name, last_name, avatar_url, email },
      marked: markHits([`${first_name} ${last_name}`.trim(), email ?? ''].filter(Boolean).join(' · '), text),
    },
  }
}
