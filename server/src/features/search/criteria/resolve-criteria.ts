import {
  isAttachmentValue,
  parseSearch,
  parseSearchDate,
  type SearchOperator,
  type SearchTerm,
  termProblem,
} from '@parley/contract/search/search-query'
import { type SearchToken, tokenise } from '@parley/contract/search/search-tokens'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../actor.ts'
import type { Db } from '../../../db/pool.ts'
import { prepared } from '../../../db/prepared-statements.ts'
import { invalid } from '../../../http/errors.ts'
import { findAgentsAndTeams, findPeople, type People } from './find-people.ts'

type OperatorTerm = SearchTerm & { kind: 'operator' }
/** Words to look for in a text: anywhere, or next to each other as a phrase. */
export type TextTerm = { words: SearchToken[]; phrase: boolean; not: boolean }
/** A sender or recipient: the words of a name or address, and the people it means. */
export type PersonTerm = { words: SearchToken[]; people: People; not: boolean }

/** A parsed query with its names resolved. */
export type Criteria = {
  text: TextTerm[]
  subject: TextTerm[]
  from: PersonTerm[]
  to: PersonTerm[]
  attachments: { not: boolean }[]
  /** Statuses that remain if the query names some. */
  statuses: number[] | null
  /** Conditions on `conversations c`. */
  conditions: RawBuilder<boolean>[]
  after: Date | null
  before: Date | null
}

/** Parses a query and resolves its names. @throws 400 with a message that points to the error in the query */
export async function resolveCriteria(db: Db, actor: Actor, query: string, now: Date): Promise<Criteria> {
  const { terms, problem: parseProblem } = parseSearch(query)
  if (parseProblem) throw invalid('query', parseProblem.message)
  const criteria: Criteria = {
    ...{ text: [], subject: [], from: [], to: [], attachments: [], conditions: [] },
    ...{ statuses: null, after: null, before: null },
  }
  for (const term of terms) {
    if (term.kind === 'operator') await applyOperator(db, actor, term, criteria, now)
    else criteria.text.push(textTerm(term.text, term.kind === 'phrase', term.not))
  }
  criteria.text = criteria.text.filter(({ words }) => words.length > 0)
  return criteria
}

const textTerm = (text: string, phrase: boolean, not: boolean): TextTerm => ({
  words: [...tokenise(text)],
  phrase,
  not,
})

async function applyOperator(db: Db, actor: Actor, term: OperatorTerm, criteria: Criteria, now: Date) {
  const { value, not } = term
  const add = (condition: RawBuilder<boolean>) =>
    criteria.conditions.push(not ? sql`not coalesce(${condition}, false)` : condition)
  const handlers: Record<SearchOperator, () => unknown> = {
    from: async () => criteria.from.push(await resolvePerson(db, actor, term)),
    to: async () => criteria.to.push(await resolvePerson(db, actor, term)),
    subject: () => criteria.subject.push(textTerm(value, /\s/.test(value), not)),
    has: () => isAttachmentValue(value) && criteria.attachments.push({ not }),
    status: async () => {
      const named = await resolveNames(db, 'statuses', term, 'status')
      criteria.statuses = (criteria.statuses ?? named.all).filter((id) => named.matching.includes(id) !== not)
    },
    tag: async () => {
      const { matching } = await resolveNames(db, 'tags', term, 'tag')
      add(
        sql`exists (select from conversation_tags ct where ct.conversation_id = c.id and ct.tag_id = any(${matching}))`,
      )
    },
    inbox: async () =>
      add(sql`c.inbox_id = any(${(await resolveNames(db, 'inboxes', term, 'inbox')).matching})`),
    assignee: async () => add(await assigneeCondition(db, actor, term)),
    after: () => narrowDateRange(criteria, 'after', term, now),
    before: () => narrowDateRange(criteria, 'before', term, now),
  }
  await handlers[term.operator]()
}

const resolvePerson = async (db: Db, actor: Actor, { value, not }: OperatorTerm): Promise<PersonTerm> => ({
  words: [...tokenise(value)],
  people: await findPeople(db, actor, value),
  not,
})

/** "-before:x" means "after:x". */
function narrowDateRange(criteria: Criteria, operator: 'after' | 'before', term: OperatorTerm, now: Date) {
  const at = parseSearchDate(term.value, now)
  if (!at) return
  const isAfter = (operator === 'after') !== term.not
  if (isAfter && (!criteria.after || at > criteria.after)) criteria.after = at
  if (!isAfter && (!criteria.before || at < criteria.before)) criteria.before = at
}

/** Ids of the records with this name: by the whole name, or else by its start. */
async function resolveNames(
  db: Db,
  table: 'statuses' | 'tags' | 'inboxes',
  term: OperatorTerm,
  noun: string,
) {
  const { rows } = await sql<{
    id: number
    name: string
  }>`${prepared}select id, name from ${sql.table(table)}`.execute(db)
  const wantedName = term.value.toLowerCase()
  const exact = rows.filter(({ name }) => name.toLowerCase() === wantedName)
  const matches =
    exact.length > 0 ? exact : rows.filter(({ name }) => name.toLowerCase().startsWith(wantedName))
  if (matches.length === 0)
    throw invalid('query', termProblem(term, `there is no ${noun} of this name`).message)
  return { matching: matches.map(({ id }) => id), all: rows.map(({ id }) => id) }
}

async function assigneeCondition(db: Db, actor: Actor, term: OperatorTerm): Promise<RawBuilder<boolean>> {
  const wantedName = term.value.toLowerCase()
  if (wantedName === 'me') return sql`c.assigned_user_id = ${actor.id}`
  if (wantedName === 'none') return sql`c.assigned_user_id is null`
  const { agents, teams } = await findAgentsAndTeams(db, wantedName)
  if (agents.length + teams.length === 0)
    throw invalid(
      'query',
      termProblem(term, 'no agent or team has this name. You can also use “me” or “none”').message,
    )
  const isAgent = sql<boolean>`c.assigned_user_id = any(${agents})`
  return teams.length === 0 ? isAgent : sql`(${isAgent} or c.assigned_team_id = any(${teams}))`
}
