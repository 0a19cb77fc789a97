import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { Event } from '../../../spine/read-events.ts'

export const ruleRanEvent = 'conversation.rule_ran'

/** By event: the rules that caused it, directly or through other events. Runs no query when no event has a cause. */
export async function readCausingRules(
  db: Db,
  events: readonly Pick<Event, 'id' | 'cause_id' | 'conversation_id'>[],
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const caused = events.filter(
    ({ cause_id, conversation_id }) => cause_id !== null && conversation_id !== null,
  )
  const ruleIdsByEvent = new Map<number, Set<number>>()
  if (caused.length === 0) return ruleIdsByEvent
  const { rows } = await sql<{ leaf: number; rule_id: string }>`
    with recursive chain (leaf, conversation_id, cause_id, rule_id, steps) as (
      select w.id, w.conversation_id, w.cause_id, null::text, 0
      from unnest(${caused.map(({ id }) => id)}::bigint[], ${caused.map(({ conversation_id }) => conversation_id)}::bigint[],
        ${caused.map(({ cause_id }) => cause_id)}::bigint[]) as w (id, conversation_id, cause_id)
      union all
      select chain.leaf, e.conversation_id, e.cause_id, case when e.type = ${ruleRanEvent} then e.data->'rule'->>'id' end, chain.steps + 1
      from chain join events e on e.conversation_id = chain.conversation_id and e.id = chain.cause_id
      where chain.steps < 20)
    select leaf, rule_id from chain where rule_id is not null`.execute(db)
  for (const { leaf, rule_id } of rows)
    ruleIdsByEvent.set(Number(leaf), (ruleIdsByEvent.get(Number(leaf)) ?? new Set()).add(Number(rule_id)))
  return ruleIdsByEvent
}
