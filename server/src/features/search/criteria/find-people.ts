import { sql } from 'kysely'
import type { Actor } from '../../../actor.ts'
import { likePattern } from '../../../db/like-pattern.ts'
import type { Db } from '../../../db/pool.ts'
import { prepared } from '../../../db/prepared-statements.ts'
import { searchableText } from '../../contacts/contact-filters.ts'
import { searchContacts } from '../../contacts/search-contacts.ts'

/** Maximum number of people one name can mean. If more match, only the words of the name are searched. */
export const maxPeople = 50

export type People = { agents: number[]; contacts: number[] }

/** Agents and contacts that a name or address means, typos included. "me" is the reader. */
export async function findPeople(db: Db, actor: Actor, name: string): Promise<People> {
  if (name.toLowerCase() === 'me') return { agents: [actor.id], contacts: [] }
  const [{ agents }, contacts] = await Promise.all([
    findAgentsAndTeams(db, name.toLowerCase()),
    findContacts(db, name.toLowerCase()),
  ])
  return { agents, contacts }
}

/**
 * By any of their addresses, else by all words of the name, else by similarity. A complete address is never matched by
 * similarity.
 */
async function findContacts(db: Db, name: string): Promise<number[]> {
  if (name.length < 3) return []
  const owner = await db
    .selectFrom('contact_addresses')
    .select('contact_id')
    .where('address', '=', name)
    .executeTakeFirst()
  if (owner) return [owner.contact_id]
  const containsWords = sql.join(
    name
      .split(/\s+/)
      .slice(0, 6)
      .map((word) => sql`${searchableText} like ${likePattern(word)}`),
    sql` and `,
  )
  const { rows } = await sql<{ id: number }>`
    select id from contacts where deleted_at is null and ${containsWords} limit ${maxPeople}`.execute(db)
  const matches = rows.length > 0 || name.includes('@') ? rows : await searchContacts(db, name)
  return matches.map(({ id }) => id)
}

/** Agents by a part of their name or address, teams by the start of their name. */
export async function findAgentsAndTeams(
  db: Db,
  text: string,
): Promise<{ agents: number[]; teams: number[] }> {
  const { rows } = await sql<{ id: number; team: boolean }>`${prepared}
    select id, false as team from agents where deleted_at is null and not is_system
      and lower(first_name || ' ' || last_name || ' ' || email) like ${likePattern(text)}
    union all select id, true from teams where lower(name) like ${likePattern(text).slice(1)}`.execute(db)
  const ids = (team: boolean) => rows.filter((row) => row.team === team).map(({ id }) => id)
  return { agents: ids(false), teams: ids(true) }
}

/** For each word of a query, the contacts whose name or address is similar to it. */
export async function findSimilarContacts(db: Db, words: readonly string[]): Promise<Map<string, number[]>> {
  const candidates = [...new Set(words)].filter((word) => word.length >= 4).slice(0, 4)
  const matches = candidates.map(async (word) => {
    const contacts = await searchContacts(db, word)
    return [word, contacts.map(({ id }) => id)] as const
  })
  return new Map(await Promise.all(matches))
}
