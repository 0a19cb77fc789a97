import type { ContactHit } from '@parley/contract/contacts/contacts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import {
  containsAllWords,
  hasAddress,
  isSimilarToWords,
  searchableText,
  toSearchWords,
  withSimilarityThreshold,
} from './contact-filters.ts'

const maxHits = 15
/** Maximum number of rows ranked. A search for "com" must not sort all contacts. */
const maxCandidates = 500

type HitRow = Omit<ContactHit, 'created_at'> & { created_at: Date }

/** Contacts whose name or address contains every word, best match first. If there are none, similar ones. */
export async function searchContacts(db: Db, query: string): Promise<ContactHit[]> {
  const text = query.trim().toLowerCase()
  const words = toSearchWords(text)
  const exact = text.includes('@') ? await findMatches(db, hasAddress(text), nearestToStart(text)) : []
  const containing = await findMatches(db, containsAllWords(words), nearestToStart(text))
  const matches = uniqueById([...exact, ...containing]).slice(0, maxHits)
  const hits = matches.length > 0 ? matches : await findSimilar(db, text, words)
  return hits.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

async function findSimilar(db: Db, text: string, words: string[]): Promise<HitRow[]> {
  const longWords = words.filter((word) => word.length >= 3)
  return longWords.length === 0
    ? []
    : withSimilarityThreshold(db, (trx) => findMatches(trx, isSimilarToWords(longWords), mostSimilar(text)))
}

/**
 * Names that start with the text, then those with it as a whole word, then as the start of a word. Ranking by similarity
 * instead takes longer than finding the contacts.
 */
const nearestToStart = (text: string) =>
  sql`strpos(searched, ${text}) = 1 desc, strpos(' ' || searched || ' ', ${` ${text} `}) > 0 desc, strpos(searched, ${` ${text}`}) > 0 desc`

const mostSimilar = (text: string) => sql`word_similarity(${text}, searched) desc`

async function findMatches(
  db: Db,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<HitRow[]> {
  const { rows } = await sql<HitRow>`
    select id, created_at, first_name, last_name, email from (
      select *, ${searchableText} as searched from contacts where deleted_at is null and ${condition} limit ${maxCandidates}
    ) found
    order by ${order}, last_active_at desc nulls last, id desc
    limit ${maxHits}`.execute(db)
  return rows
}

const uniqueById = (rows: HitRow[]): HitRow[] => [...new Map(rows.map((row) => [row.id, row])).values()]
