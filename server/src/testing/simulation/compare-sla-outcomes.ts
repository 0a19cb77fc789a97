import type { Db } from '../../db/pool.ts'
import type { SlaOutcome } from './recount-sla.ts'

/** The engine's outcome of every SLA target, with the same keys as the recount. */
export async function readEngineSla(db: Db): Promise<Map<string, SlaOutcome>> {
  const outcomes = new Map<string, SlaOutcome>()
  const ms = (at: Date | null) => at?.getTime() ?? null
  for (const row of await db.selectFrom('applied_slas').selectAll().execute())
    for (const metric of ['first_response', 'resolution'] as const)
      outcomes.set(`${row.id} ${metric}`, {
        due: ms(row[`${metric}_deadline_at`]),
        met: ms(row[`${metric}_met_at`]),
        breached: ms(row[`${metric}_breached_at`]),
      })
  for (const row of await db.selectFrom('sla_events').selectAll().execute())
    outcomes.set(`${row.applied_sla_id} next_response ${row.message_id}`, {
      due: ms(row.deadline_at),
      met: ms(row.met_at),
      breached: ms(row.breached_at),
    })
  return outcomes
}

/** The differences as text. A target that does not exist equals one without any outcome. */
export function slaDifferences(
  engine_outcomes: Map<string, SlaOutcome>,
  recounted: Map<string, SlaOutcome>,
): string[] {
  const nothing: SlaOutcome = { due: null, met: null, breached: null }
  const describe = ({ due, met, breached }: SlaOutcome) =>
    Object.entries({ due, met, breached })
      .map(([name, at]) => `${name} ${at === null ? '-' : new Date(at).toISOString()}`)
      .join(', ')
  return [...new Set([...engine_outcomes.keys(), ...recounted.keys()])].flatMap((key) => {
    const [engine, naive] = [
      describe(engine_outcomes.get(key) ?? nothing),
      describe(recounted.get(key) ?? nothing),
    ]
    return engine === naive ? [] : [`${key}: engine ${engine}; recount ${naive}`]
  })
}
