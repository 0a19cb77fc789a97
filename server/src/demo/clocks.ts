import { sql } from 'kysely'
import type { ReadingDeps } from '../features/email/read-delivery.ts'
import { keepDue, keepJobKey } from '../features/sla/keep.ts'
import { applyTeamPolicy } from '../features/sla/team-policy.ts'

type Stage = { reading: ReadingDeps; setNow(at: Date): void }

/** Lets the clocks of a conversation run until then: what ran out on the way ran out at its instant. */
export async function runClocks({ reading, setNow }: Stage, id: number, until: Date): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ run_at: Date }>`
      select run_at from graphile_worker.jobs where key = ${keepJobKey(id)} and run_at <= ${until}`.execute(
      reading.db,
    )
    const [job] = rows
    if (!job) break
    setNow(job.run_at)
    await reading.act(reading.system, (tx) => keepDue(tx, id))
  }
  setNow(until)
}

/** What follows from a step while no worker looks on: the team's promise, and where the clocks stand now. */
export const followStep = ({ reading }: Stage, id: number, at: Date): Promise<void> =>
  reading.act(reading.system, async (tx) => {
    await applyTeamPolicy(tx, id, at)
    await keepDue(tx, id)
  })
