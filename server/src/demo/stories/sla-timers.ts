import { sql } from 'kysely'
import type { ProcessingDeps } from '../../features/email/filing/process-delivery.ts'
import { updateClocksJobKey, updateDueClocks } from '../../features/sla/clocks/update-clocks.ts'
import { applyTeamPolicy } from '../../features/sla/policies/team-policy.ts'

type TimerContext = { reading: ProcessingDeps; setNow(at: Date): void }

/** Advances the SLA timers of a conversation to `until`; each one fires at its own time. */
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

/** Applies the team's SLA policy and updates the timers after a step, because no worker is running. */
export const updateSla = ({ reading }: TimerContext, id: number, at: Date): Promise<void> =>
  reading.act(reading.system, async (tx) => {
    await applyTeamPolicy(tx, id, at)
    await updateDueClocks(tx, id)
  })
