import {
  isAttachment,
  parseSearch,
  problem,
  readSearchDate,
  type SearchOperator,
  type SearchTerm,
} from '@parley/contract/search-query'
import { type Word, wordsOf } from '@parley/contract/search-text'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import { often } from '../../db/prepare.ts'
import { invalid } from '../../http/errors.ts'
import { findPeople, type People, peopleCalled } from './people.ts'

type OperatorTerm = SearchTerm & { kind: 'operator' }
/** Words to look for in a text: all of them anywhere, or one after the other. */
export type Wanted = { words: Word[]; phrase: boolean; not: boolean }
/** Somebody who wrote, or was written to: by the words of a name or address, or by who they are. */
export type Person = { words: Word[]; people: People; not: boolean }

/** A query with its names looked up. */
export type Criteria = {
  text: Wanted[]
  subject: Wanted[]
  from: Person[]
  to: Person[]
  attachments: { not: boolean }[]
  /** Statuses that are left when the query names some. */
  statuses: number[] | null
  /** On `conversations c`. */
  conditions: RawBuilder<boolean>[]
  after: Date | null
  before: Date | null
}

/** Reads a query and looks its names up. @throws 400 with a sentence that says where the query is wrong */
export async function readCriteria(db: Db, actor: Actor, query: string, now: Date): Promise<Criteria> {
  const { terms, problem: wrong } = parseSearch(query)
  if (wrong) throw invalid('query', wrong.message)
  const criteria: Criteria = {
    ...{ text: [], subject: [], from: [], to: [], attachments: [], conditions: [] },
    ...{ statuses: null, after: null, before: null },
  }
  for (const term of terms) {
    if (term.kind === 'operator') await readOperator(db, actor, term, criteria, now)
    else criteria.text.push(wanted(term.text, term.kind === 'phrase', term.not))
  }
  criteria.text = criteria.text.filter(({ words }) => words.length > 0)
  return criteria
}

const wanted = (text: string, phrase: boolean, not: boolean): Wanted => ({
  words: [...wordsOf(text)],
  phrase,
  not,
})

async function readOperator(db: Db, actor: Actor, term: OperatorTerm, criteria: Criteria, now: Date) {
  const { value, not } = term
  const add = (condition: RawBuilder<boolean>) =>
    criteria.conditions.push(not ? sql`not coalesce(${condition}, false)` : condition)
  const readers: Record<SearchOperator, () => unknown> = {
    from: async () => criteria.from.push(await person(db, actor, term)),
    to: async () => criteria.to.push(await person(db, actor, term)),
    subject: () => criteria.subject.push(wanted(value, /\s/.test(value), not)),
    has: () => isAttachment(value) && criteria.attachments.push({ not }),
    status: async () => {
      const all = await named(db, 'statuses', term, 'status')
      criteria.statuses = (criteria.statuses ?? all.every).filter((id) => all.fitting.includes(id) !== not)
    },
    tag: async () => {
      const { fitting } = await named(db, 'tags', term, 'tag')
      add(
        sql`exists (select from conversation_tags ct where ct.conversation_id = c.id and ct.tag_id = any(${fitting}))`,
      )
    },
    inbox: async () => add(sql`c.inbox_id = any(${(await named(db, 'inboxes', term, 'inbox')).fitting})`),
    assignee: async () => add(await assigneeCondition(db, actor, term)),
    after: () => keepLater(criteria, 'after', term, now),
    before: () => keepLater(criteria, 'before', term, now),
  }
  await readers[term.operator]()
}

const person = async (db: Db, actor: Actor, { value, not }: OperatorTerm): Promise<Person> => ({
  words: [...wordsOf(value)],
  people: await findPeople(db, actor, value),
  not,
})

/** "-before:x" is "after:x". */
function keepLater(criteria: Criteria, operator: 'after' | 'before', term: OperatorTerm, now: Date) {
  const at = readSearchDate(term.value, now)
  if (!at) return
  const isAfter = (operator === 'after') !== term.not
  if (isAfter && (!criteria.after || at > criteria.after)) criteria.after = at
  if (!isAfter && (!criteria.before || at < criteria.before)) criteria.before = at
}

/** Ids of what is called so: by its whole name, or else by how the name begins. */
async function named(db: Db, table: 'statuses' | 'tags' | 'inboxes', term: OperatorTerm, noun: string) {
  const { rows } = await sql<{
    id: number
    name: string
  }>`${often}select id, name from ${sql.table(table)}`.execute(db)
  const asked = term.value.toLowerCase()
  const exact = rows.filter(({ name }) => name.toLowerCase() === asked)
  const fitting = exact.length > 0 ? exact : rows.filter(({ name }) => name.toLowerCase().startsWith(asked))
  if (fitting.length === 0) throw invalid('query', problem(term, `there is no ${noun} of this name`).message)
  return { fitting: fitting.map(({ id }) => id), every: rows.map(({ id }) => id) }
}

async function assigneeCondition(db: Db, actor: Actor, term: OperatorTerm): Promise<RawBuilder<boolean>> {
  const asked = term.value.toLowerCase()
  if (asked === 'me') return sql`c.assigned_user_id = ${actor.id}`
  if (asked === 'none') return sql`c.assigned_user_id is null`
  const { agents, teams } = await peopleCalled(db, asked)
  if (agents.length + teams.length === 0)
    throw invalid('query', problem(term, 'no agent or team has this name. “me” and “none” work too').message)
  const isAgent = sql<boolean>`c.assigned_user_id = any(${agents})`
  return teams.length === 0 ? isAgent : sql`(${isAgent} or c.assigned_team_id = any(${teams}))`
}
