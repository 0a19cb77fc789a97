import { type RawBuilder, sql } from 'kysely'
import { textCondition } from './index-conditions.ts'
import type { TextTerm } from './resolve-criteria.ts'

/** On `conversations c`, by its own row of the index. */
export function subjectCondition(wanted: TextTerm): RawBuilder<boolean> {
  const matches = textCondition({ ...wanted, not: false, phrase: false }) ?? sql<boolean>`true`
  const condition = sql<boolean>`exists (select from search_conversations s where s.conversation_id = c.id and ${matches})`
  return wanted.not ? sql`not ${condition}` : condition
}
