import { sql } from 'kysely'
import type { ProcessingDeps } from '../../features/email/filing/process-delivery.ts'
import { updateClocksJobKey, updateDueClocks } from '../../features/sla/clocks/update-clocks.ts'
import { applyTeamPolicy } from '../../features/sla/policies/team-policy.ts'

type TimerContext = { reading: ProcessingDeps; setNow(at: Date): void }

/** Lets the clocks of a conversation run until then: what ran out on the way ran out at its instant. */
export async function runSlaTimers(
  { reading, setNow }: TimerContext,
  id: number,
  until: Date,
): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ run_at: Date }>`
      select run_at from graphile_worker.jobs where key = ${updateClocksJobKey(id)} and run_at <= ${until}`.execute(
      reading.db,
    )
    const [job] = rows
    if (!job) break
    setNow(job.run_at)
    await reading.act(reading.system, (tx) => updateDueClocks(tx, id))
  }
  setNow(until)
}

/** What follows from a step while no worker looks on: the team's promise, and where the clocks stand now. */
export const updateSla = ({ reading }: TimerContext, id: number, at: Date): Promise<void> =>
  reading.act(reading.system, async (tx) => {
    await applyTeamPolicy(tx, id, at)
    await updateDueClocks(tx, id)
  })
