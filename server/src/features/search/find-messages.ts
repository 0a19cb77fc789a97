import type { FoundMessage, Piece } from '@parley/contract/search/search'
import { sql } from 'kysely'
import type { Actor } from '../../actor.ts'
import { visibleTo } from '../../conversation-access.ts'
import type { Db } from '../../db/pool.ts'
import { prepared } from '../../db/prepared-statements.ts'
import { isListedFile } from '../../search-index/index-files.ts'
import { collectPage, type Page, type PageQuery } from './collect-page.ts'
import {
  attachmentCondition,
  keyGroupsOf,
  recipientCondition,
  senderCondition,
  textCondition,
} from './criteria/index-conditions.ts'
import { type Criteria, resolveCriteria } from './criteria/resolve-criteria.ts'
import { subjectCondition } from './criteria/subject-condition.ts'
import { findFileMatches, findTermsInFiles } from './file-texts.ts'
import { areHitsRare, getFrequencies } from './key-frequencies.ts'
import { type HitPosition, type Search, searchNewestFirst } from './newest-first-search.ts'
import { makeSnippet, markHits, matchesPhrases, needsTextCheck } from './snippet.ts'

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

/**
 * Finds messages that contain the words, in their text or files, newest first, in conversations the actor may see. Conversation operators alone
 * find no messages.
 */
export async function findMessages(
  db: Db,
  actor: Actor,
  query: PageQuery,
  now: Date,
): Promise<Page<MessageRow> & { criteria: Criteria }> {
  const criteria = await resolveCriteria(db, actor, query.query, now)
  const search = await buildSearch(db, criteria, actor)
  if (!search) return { rows: [], next_cursor: null, searched_back_to: null, criteria }
  const needsCheck = criteria.text.some(needsTextCheck)
  const page = await collectPage(
    query,
    needsCheck,
    (from) => searchNewestFirst(db, search, from, now),
    async (positions) =>
      readMessages(db, actor, needsCheck ? await filterByPhrases(db, positions, criteria.text) : positions),
  )
  return { ...page, criteria }
}

async function buildSearch(db: Db, criteria: Criteria, actor: Actor): Promise<Search | null> {
  const { text, from, to, attachments, after, before } = criteria
  if (text.length + from.length + to.length + attachments.length === 0 && !after && !before) return null
  const keyConditions = [
    ...text.map(textCondition),
    ...from.map(senderCondition),
    ...to.map(recipientCondition),
    ...attachments.map(attachmentCondition),
  ].filter((condition) => condition !== null)
  const conversationConditions = [
    sql<boolean>`c.deleted_at is null`,
    visibleTo(actor),
    ...criteria.conditions,
    ...(criteria.statuses ? [sql<boolean>`c.status_id = any(${criteria.statuses})`] : []),
    ...criteria.subject.map(subjectCondition),
  ]
  const isRare = areHitsRare(await getFrequencies(db, 'messages'), keyGroupsOf(text, ['text']))
  return { kind: 'messages', keyConditions, conversationConditions, after, before, isRare }
}

/** Keeps the messages whose text or files contain the phrases. Most do not, so only the texts are read here. */
async function filterByPhrases(
  db: Db,
  positions: readonly HitPosition[],
  text: Criteria['text'],
): Promise<HitPosition[]> {
  const ids = positions.map(({ id }) => id)
  const { rows } = await sql<Pick<MessageRow, 'id' | 'text_content' | 'file_names'>>`
    select m.id, m.text_content, ${fileNames} as file_names from messages m where m.id = any(${ids})`.execute(
    db,
  )
  const inFiles = await findTermsInFiles(db, ids, text.filter(needsTextCheck))
  const matching = new Set(
    rows.filter((row) => matchesPhrases(searchedTextOf(row), text, inFiles.get(row.id))).map(({ id }) => id),
  )
  return positions.filter(({ id }) => matching.has(id))
}

const fileNames = sql<string[]>`array(
  select f.filename from media f where f.message_id = m.id and ${isListedFile} order by f.filename, f.id)`

/** A phrase may match a file name or the text, but not span both. */
const searchedTextOf = ({ text_content, file_names }: Pick<MessageRow, 'text_content' | 'file_names'>) =>
  [...file_names, text_content].join('\n')

/** In the order of the positions. A held message is visible to its author only. */
async function readMessages(db: Db, actor: Actor, positions: readonly HitPosition[]): Promise<MessageRow[]> {
  if (positions.length === 0) return []
  const { rows } = await sql<MessageRow>`${prepared}
    select m.id, m.uuid, m.created_at, m.type, m.private, m.has_attachments, m.text_content, ${fileNames} as file_names, m.sender_id, c.uuid as conversation_uuid,
      c.created_at as conversation_created_at, c.reference_number, c.subject, coalesce(a.first_name, k.first_name, '') as first_name,
      coalesce(a.last_name, k.last_name, '') as last_name, coalesce(a.avatar_url, k.avatar_url) as avatar_url
    from unnest(${positions.map(({ id }) => id)}::bigint[]) with ordinality as wanted (id, ord)
    join messages m on m.id = wanted.id
    join conversations own on own.id = m.conversation_id
    join conversations c on c.id = coalesce(own.merge_root_id, own.id)
    left join agents a on m.sender_type = 'agent' and a.id = m.sender_id
    left join contacts k on m.sender_type = 'contact' and k.id = m.sender_id
    where m.held_until is null or m.sender_id = ${actor.id}
    order by wanted.ord`.execute(db)
  return rows
}

/** The file names with the most hits; otherwise the extension alone would match many. */
function bestFileNames(names: Piece[][]): Piece[][] {
  const hitsOf = (name: Piece[]) => name.filter(({ hit }) => hit).length
  const maxHits = Math.max(0, ...names.map(hitsOf))
  return maxHits === 0 ? [] : names.filter((name) => hitsOf(name) === maxHits)
}

/** As they appear in search results, with their files. */
export async function presentMessages(
  db: Db,
  rows: readonly MessageRow[],
  criteria: Criteria,
): Promise<FoundMessage[]> {
  const fileMatches = await findFileMatches(db, rows, criteria.text)
  return rows.map((row) => presentMessage(row, criteria, fileMatches.get(row.id) ?? []))
}

const presentMessage = (
  row: MessageRow,
  { text }: Criteria,
  file_matches: FoundMessage['file_matches'],
): FoundMessage => ({
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
  snippet: makeSnippet(row.text_content, text),
  files: bestFileNames(row.file_names.map((name) => markHits(name, text))),
  file_matches,
})
