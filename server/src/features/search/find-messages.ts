import type { FoundMessage, Piece } from '@parley/contract/search'
import { sql } from 'kysely'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import { often } from '../../db/prepare.ts'
import { visibleTo } from '../conversations/access.ts'
import {
  attachmentCondition,
  groupsOf,
  recipientCondition,
  senderCondition,
  textCondition,
} from './conditions.ts'
import { areFew, frequenciesOf } from './frequencies.ts'
import { isListed } from './index-files.ts'
import { newestFirst, type Place, type Search } from './newest-first.ts'
import { collect, type Page, type PageQuery } from './page.ts'
import { type Criteria, readCriteria } from './read-query.ts'
import { holdsPhrases, isPhrase, marked, snippet } from './snippet.ts'
import { subjectCondition } from './subject.ts'

export type MessageRow = {
  id: number
  uuid: string
  created_at: Date
  type: 'incoming' | 'outgoing'
  private: boolean
  has_attachments: boolean
  text_content: string
  file_names: string[]
  conversation_uuid: string
  conversation_created_at: Date
  reference_number: string
  subject: string | null
  sender_id: number
  first_name: string
  last_name: string
  avatar_url: string | null
}

/** Messages that hold the words, newest first, of conversations that the actor may see. Operators of conversations alone find none. */
export async function findMessages(
  db: Db,
  actor: Actor,
  query: PageQuery,
  now: Date,
): Promise<Page<MessageRow> & { criteria: Criteria }> {
  const criteria = await readCriteria(db, actor, query.query, now)
  const search = await searchOf(db, criteria, actor)
  if (!search) return { rows: [], next_cursor: null, searched_back_to: null, criteria }
  const check = criteria.text.some(isPhrase)
  const page = await collect(
    query,
    check,
    (from) => newestFirst(db, search, from, now),
    async (places) => readMessages(db, actor, check ? await withPhrases(db, places, criteria.text) : places),
  )
  return { ...page, criteria }
}

async function searchOf(db: Db, criteria: Criteria, actor: Actor): Promise<Search | null> {
  const { text, from, to, attachments, after, before } = criteria
  if (text.length + from.length + to.length + attachments.length === 0 && !after && !before) return null
  const keys = [
    ...text.map(textCondition),
    ...from.map(senderCondition),
    ...to.map(recipientCondition),
    ...attachments.map(attachmentCondition),
  ].filter((condition) => condition !== null)
  const conversation = [
    sql<boolean>`c.deleted_at is null`,
    visibleTo(actor),
    ...criteria.conditions,
    ...(criteria.statuses ? [sql<boolean>`c.status_id = any(${criteria.statuses})`] : []),
    ...criteria.subject.map(subjectCondition),
  ]
  const few = areFew(await frequenciesOf(db, 'messages'), groupsOf(text, ['text']))
  return { kind: 'messages', keys, conversation, after, before, few }
}

/** Those whose text holds the phrases; most do not, so nothing else of them is read. */
async function withPhrases(db: Db, places: readonly Place[], text: Criteria['text']): Promise<Place[]> {
  const ids = places.map(({ id }) => id)
  const { rows } = await sql<Pick<MessageRow, 'id' | 'text_content' | 'file_names'>>`
    select m.id, m.text_content, ${fileNames} as file_names from messages m where m.id = any(${ids})`.execute(
    db,
  )
  const fitting = new Set(rows.filter((row) => holdsPhrases(wholeText(row), text)).map(({ id }) => id))
  return places.filter(({ id }) => fitting.has(id))
}

const fileNames = sql<string[]>`array(
  select f.filename from media f where f.message_id = m.id and ${isListed} order by f.filename, f.id)`

/** A phrase may be in the name of a file, but not begin in the text and end there. */
const wholeText = ({ text_content, file_names }: Pick<MessageRow, 'text_content' | 'file_names'>) =>
  [...file_names, text_content].join('\n')

/** In the order of the places. What is held back for undoing is its author's alone. */
async function readMessages(db: Db, actor: Actor, places: readonly Place[]): Promise<MessageRow[]> {
  if (places.length === 0) return []
  const { rows } = await sql<MessageRow>`${often}
    select m.id, m.uuid, m.created_at, m.type, m.private, m.has_attachments, m.text_content, ${fileNames} as file_names, m.sender_id, c.uuid as conversation_uuid,
      c.created_at as conversation_created_at, c.reference_number, c.subject, coalesce(a.first_name, k.first_name, '') as first_name,
      coalesce(a.last_name, k.last_name, '') as last_name, coalesce(a.avatar_url, k.avatar_url) as avatar_url
    from unnest(${places.map(({ id }) => id)}::bigint[]) with ordinality as wanted (id, place)
    join messages m on m.id = wanted.id
    join conversations c on c.id = m.conversation_id
    left join agents a on m.sender_type = 'agent' and a.id = m.sender_id
    left join contacts k on m.sender_type = 'contact' and k.id = m.sender_id
    where m.held_until is null or m.sender_id = ${actor.id}
    order by wanted.place`.execute(db)
  return rows
}

/** Those that hold the most of what was asked: the ending alone is in many. */
function bestNames(names: Piece[][]): Piece[][] {
  const hitsOf = (name: Piece[]) => name.filter(({ hit }) => hit).length
  const most = Math.max(0, ...names.map(hitsOf))
  return most === 0 ? [] : names.filter((name) => hitsOf(name) === most)
}

export const presentMessage = (row: MessageRow, { text }: Criteria): FoundMessage => ({
  uuid: row.uuid,
  created_at: row.created_at.toISOString(),
  conversation_uuid: row.conversation_uuid,
  conversation_reference_number: row.reference_number,
  conversation_subject: row.subject,
  type: row.type,
  private: row.private,
  has_attachments: row.has_attachments,
  sender: {
    id: row.sender_id,
    first_name: row.first_name,
    last_name: row.last_name,
    avatar_url: row.avatar_url,
  },
  snippet: snippet(row.text_content, text),
  files: bestNames(row.file_names.map((name) => marked(name, text))),
})
