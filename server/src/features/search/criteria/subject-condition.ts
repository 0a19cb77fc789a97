import { type RawBuilder, sql } from 'kysely'
import { textCondition } from './index-conditions.ts'
import type { TextTerm } from './resolve-criteria.ts'

/** A condition on `conversations c`, answered by its own row of the index. */
export function subjectCondition(term: TextTerm): RawBuilder<boolean> {
  const matches = textCondition({ ...term, not: false, phrase: false }) ?? sql<boolean>`true`
  const condition = sql<boolean>`exists (select from search_conversations s where s.conversation_id = c.id and ${matches})`
  return term.not ? sql`not ${condition}` : condition
}
