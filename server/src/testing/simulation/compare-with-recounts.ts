import { readEngineSla, slaDifferences } from './compare-sla-outcomes.ts'
import { recountAssignment } from './recount-assignment.ts'
import { reportDifferences } from './recount-reports.ts'
import { readEngineRuns, recountRules } from './recount-rules.ts'
import { recountSla } from './recount-sla.ts'
import { readSentSurveys, recountSurveys } from './recount-surveys.ts'
import type { SimulatedWorkspace } from './simulated-workspace.ts'

/**
 * Holds everything that happened by itself between two moments against the recounts: how much there was of each, so that a life in which
 * nothing happens proves nothing, and in words all that differs.
 */
export async function compareWithRecounts(world: SimulatedWorkspace, from: Date, to: Date) {
  const { db } = world.t
  const slaOutcomes = await readEngineSla(db)
  const assignment = await recountAssignment(db, world.history, to)
  const runs = await readEngineRuns(db)
  const surveys = await readSentSurveys(db)
  const parked = await db.selectFrom('parked_work').select(['kind', 'reason']).execute()
  const promises = [...slaOutcomes.values()]
  return {
    counts: {
      met: promises.filter(({ met, breached }) => met !== null && breached === null).length,
      breached: promises.filter(({ breached }) => breached !== null).length,
      hand_outs: assignment.hand_outs,
      runs: runs.length,
      surveys: surveys.length,
    },
    wrong: {
      sla: slaDifferences(slaOutcomes, await recountSla(db, world.history, to)),
      assignment: assignment.wrong,
      rules: listDifferences(runs, await recountRules(db, to)),
      surveys: listDifferences(surveys, await recountSurveys(db, to)),
      reports: await reportDifferences(world, from, to),
      parked: parked.map(({ kind, reason }) => `${kind}: ${reason}`),
    },
  }
}

export const noDifferences = { sla: [], assignment: [], rules: [], surveys: [], reports: [], parked: [] }

/** What only one of two sorted lists has, in words; what stands in one more often, too. */
function listDifferences(kept: readonly string[], recounted: readonly string[]): string[] {
  const count = new Map<string, number>()
  for (const one of kept) count.set(one, (count.get(one) ?? 0) + 1)
  for (const one of recounted) count.set(one, (count.get(one) ?? 0) - 1)
  return [...count].flatMap(([one, times]) =>
    times === 0 ? [] : [`${times > 0 ? 'happened' : 'did not happen'}: ${one}`],
  )
}
