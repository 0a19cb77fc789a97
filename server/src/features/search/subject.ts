import { type RawBuilder, sql } from 'kysely'
import { textCondition } from './conditions.ts'
import type { Wanted } from './read-query.ts'

/** On `conversations c`, by its own row of the index. */
export function subjectCondition(wanted: Wanted): RawBuilder<boolean> {
  const holds = textCondition({ ...wanted, not: false, phrase: false }) ?? sql<boolean>`true`
  const found = sql<boolean>`exists (select from search_conversations s where s.conversation_id = c.id and ${holds})`
  return wanted.not ? sql`not ${found}` : found
}
