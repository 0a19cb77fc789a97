import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Event } from '../../spine/read.ts'

export const ruleRan = 'conversation.rule_ran'

/** By event: the rules whose acts led to it, however many steps ago. No statement when nothing here followed from anything. */
export async function rulesBehind(
  db: Db,
  events: readonly Pick<Event, 'id' | 'cause_id' | 'conversation_id'>[],
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const led = events.filter(({ cause_id, conversation_id }) => cause_id !== null && conversation_id !== null)
  const behind = new Map<number, Set<number>>()
  if (led.length === 0) return behind
  const { rows } = await sql<{ leaf: number; rule_id: string }>`
    with recursive chain (leaf, conversation_id, cause_id, rule_id, steps) as (
      select w.id, w.conversation_id, w.cause_id, null::text, 0
      from unnest(${led.map(({ id }) => id)}::bigint[], ${led.map(({ conversation_id }) => conversation_id)}::bigint[],
        ${led.map(({ cause_id }) => cause_id)}::bigint[]) as w (id, conversation_id, cause_id)
      union all
      select chain.leaf, e.conversation_id, e.cause_id, case when e.type = ${ruleRan} then e.data->'rule'->>'id' end, chain.steps + 1
      from chain join events e on e.conversation_id = chain.conversation_id and e.id = chain.cause_id
      where chain.steps < 20)
    select leaf, rule_id from chain where rule_id is not null`.execute(db)
  for (const { leaf, rule_id } of rows)
    behind.set(Number(leaf), (behind.get(Number(leaf)) ?? new Set()).add(Number(rule_id)))
  return behind
}
