import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'

/** Counts evaluations and matches of rules and writes them once, at the end of the transaction, so that the row locks are held briefly. */
export function createRuleCounters() {
  const counts = new Map<number, { evaluated: number; matched: number; last: Date | null }>()
  return {
    add(rule_id: number, at: Date | null) {
      const count = counts.get(rule_id) ?? { evaluated: 0, matched: 0, last: null }
      count.evaluated++
      if (at) {
        count.matched++
        if (!count.last || at > count.last) count.last = at
      }
      counts.set(rule_id, count)
    },
    async write(db: Db): Promise<void> {
      if (counts.size === 0) return
      const rows = [...counts].sort(([a], [b]) => a - b)
      await sql`
        insert into automation_rule_counts (rule_id, evaluated_count, matched_count, last_matched_at)
        select r.id, w.evaluated, w.matched, w.last
        from unnest(${rows.map(([id]) => id)}::bigint[], ${rows.map(([, one]) => one.evaluated)}::bigint[],
          ${rows.map(([, one]) => one.matched)}::bigint[], ${rows.map(([, one]) => one.last?.toISOString() ?? null)}::timestamptz[])
          as w (id, evaluated, matched, last)
        join automation_rules r on r.id = w.id
        order by r.id
        on conflict (rule_id) do update set
          evaluated_count = automation_rule_counts.evaluated_count + excluded.evaluated_count,
          matched_count = automation_rule_counts.matched_count + excluded.matched_count,
          last_matched_at = greatest(automation_rule_counts.last_matched_at, excluded.last_matched_at)`.execute(
        db,
      )
    },
  }
}
export type RuleCounters = ReturnType<typeof createRuleCounters>
