import type { ContactHit } from '@parley/contract/contacts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { containing, searchedText } from './list-filters.ts'

const most = 15
/** So many are looked at before ranking: a search for "com" must not sort everybody. */
const candidates = 500
/** How alike a mistyped word must be; 0.6 is pg_trgm's own, 0.4 still finds "hopepr", with two letters swapped. */
const alike = 0.4

type Row = Omit<ContactHit, 'created_at'> & { created_at: Date }

/** Contacts whose name or address holds every word, the best match first; when there are too few, also those that nearly do. */
export async function searchContacts(db: Db, query: string): Promise<ContactHit[]> {
  const text = query.toLowerCase()
  const words = text.split(/\s+/).slice(0, 6)
  const exact = await find(db, text, sql`lower(email) = ${text}`)
  const holding = await find(
    db,
    text,
    sql.join(
      words.map((word) => sql`${searchedText} like ${containing(word)}`),
      sql` and `,
    ),
  )
  const found = distinct([...exact, ...holding])
  const hits = found.length < most ? distinct([...found, ...(await findAlike(db, text, words))]) : found
  return hits.slice(0, most).map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

/** The index answers `<%`; its threshold is a setting of the session, hence the transaction. */
async function findAlike(db: Db, text: string, words: string[]): Promise<Row[]> {
  const long = words.filter((word) => word.length >= 3)
  if (long.length === 0) return []
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('pg_trgm.word_similarity_threshold', ${String(alike)}, true)`.execute(trx)
    return find(
      trx,
      text,
      sql.join(
        long.map((word) => sql`${word} <% ${searchedText}`),
        sql` and `,
      ),
    )
  })
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
