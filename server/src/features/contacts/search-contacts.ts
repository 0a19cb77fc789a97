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

/**
 * Contacts whose name or address contains every word, best match first. If there are too few, similar ones are added.
 */
export async function searchContacts(db: Db, query: string): Promise<ContactHit[]> {
  const text = query.toLowerCase()
  const words = toSearchWords(text)
  const exact = await findMatches(db, text, hasAddress(text))
  const containing = await findMatches(db, text, containsAllWords(words))
  const matches = uniqueById([...exact, ...containing])
  const hits =
    matches.length < maxHits ? uniqueById([...matches, ...(await findSimilar(db, text, words))]) : matches
  return hits.slice(0, maxHits).map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

async function findSimilar(db: Db, text: string, words: string[]): Promise<HitRow[]> {
  const longWords = words.filter((word) => word.length >= 3)
  return longWords.length === 0
    ? []
    : withSimilarityThreshold(db, (trx) => findMatches(trx, text, isSimilarToWords(longWords)))
}

async function findMatches(db: Db, text: string, condition: RawBuilder<unknown>): Promise<HitRow[]> {
  const { rows } = await sql<HitRow>`
    select id, created_at, first_name, last_name, email from (
      select *, ${searchableText} as searched from contacts where deleted_at is null and ${condition} limit ${maxCandidates}
    ) found
    order by searched like ${`${text.replace(/[\\%_]/g, '\\$&')}%`} desc, lower(email) like ${`${text.replace(/[\\%_]/g, '\\$&')}%`} desc,
      word_similarity(${text}, searched) desc, last_active_at desc nulls last, id desc
    limit ${maxHits}`.execute(db)
  return rows
}

const uniqueById = (rows: HitRow[]): HitRow[] => [...new Map(rows.map((row) => [row.id, row])).values()]
