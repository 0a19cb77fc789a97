import type { Db } from '../../db/pool.ts'
import type { Verdict } from './recount-sla.ts'

/** What the engine wrote down of every promise, by the same names as the recount. */
export async function keptSla(db: Db): Promise<Map<string, Verdict>> {
  const kept = new Map<string, Verdict>()
  const ms = (at: Date | null) => at?.getTime() ?? null
  for (const row of await db.selectFrom('applied_slas').selectAll().execute())
    for (const metric of ['first_response', 'resolution'] as const)
      kept.set(`${row.id} ${metric}`, {
        due: ms(row[`${metric}_deadline_at`]),
        met: ms(row[`${metric}_met_at`]),
        breached: ms(row[`${metric}_breached_at`]),
      })
  for (const row of await db.selectFrom('sla_events').selectAll().execute())
    kept.set(`${row.applied_sla_id} next_response ${row.message_id}`, {
      due: ms(row.deadline_at),
      met: ms(row.met_at),
      breached: ms(row.breached_at),
    })
  return kept
}

/** What differs, in words; what was promised nothing and has nothing written down agrees. */
export function differences(kept: Map<string, Verdict>, recounted: Map<string, Verdict>): string[] {
  const nothing: Verdict = { due: null, met: null, breached: null }
  const words = ({ due, met, breached }: Verdict) =>
    Object.entries({ due, met, breached })
      .map(([name, at]) => `${name} ${at === null ? '-' : new Date(at).toISOString()}`)
      .join(', ')
  return [...new Set([...kept.keys(), ...recounted.keys()])].flatMap((key) => {
    const [engine, naive] = [words(kept.get(key) ?? nothing), words(recounted.get(key) ?? nothing)]
    return engine === naive ? [] : [`${key}: engine ${engine}; recount ${naive}`]
  })
}
