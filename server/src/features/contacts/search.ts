import type { ContactHit } from '@parley/contract/contacts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { hasAddress, holdsWords, isLikeWords, searchedText, withLikeness, wordsOf } from './list-filters.ts'

const most = 15
/** So many are looked at before ranking: a search for "com" must not sort everybody. */
const candidates = 500

type Row = Omit<ContactHit, 'created_at'> & { created_at: Date }

/** Contacts whose name or address holds every word, the best match first; when there are too few, also those that nearly do. */
export async function searchContacts(db: Db, query: string): Promise<ContactHit[]> {
  const text = query.toLowerCase()
  const words = wordsOf(text)
  const exact = await find(db, text, hasAddress(text))
  const holding = await find(db, text, holdsWords(words))
  const found = distinct([...exact, ...holding])
  const hits = found.length < most ? distinct([...found, ...(await findAlike(db, text, words))]) : found
  return hits.slice(0, most).map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

async function findAlike(db: Db, text: string, words: string[]): Promise<Row[]> {
  const long = words.filter((word) => word.length >= 3)
  return long.length === 0 ? [] : withLikeness(db, (trx) => find(trx, text, isLikeWords(long)))
}

async function find(db: Db, text: string, condition: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, created_at, first_name, last_name, email from (
      select *, ${searchedText} as searched from contacts where deleted_at is null and ${condition} limit ${candidates}
    ) found
    order by searched like ${`${text.replace(/[\\%_]/g, '\\$&')}%`} desc, lower(email) like ${`${text.replace(/[\\%_]/g, '\\$&')}%`} desc,
      word_similarity(${text}, searched) desc, last_active_at desc nulls last, id desc
    limit ${most}`.execute(db)
  return rows
}

const distinct = (rows: Row[]): Row[] => [...new Map(rows.map((row) => [row.id, row])).values()]
