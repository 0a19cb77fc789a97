import { readEngineSla, slaDifferences } from './compare-sla-outcomes.ts'
import { recountAssignment } from './recount-assignment.ts'
import { reportDifferences } from './recount-reports.ts'
import { readEngineRuns, recountRules } from './recount-rules.ts'
import { recountSla } from './recount-sla.ts'
import { readSentSurveys, recountSurveys } from './recount-surveys.ts'
import type { SimulatedWorkspace } from './simulated-workspace.ts'

/**
 * Compares everything that happened automatically in a period with the recounts. Returns the number of each kind, as an uneventful run
 * would prove nothing, and all differences as text.
 */
export async function compareWithRecounts(workspace: SimulatedWorkspace, from: Date, to: Date) {
  const { db } = workspace.t
  const slaOutcomes = await readEngineSla(db)
  const assignment = await recountAssignment(db, workspace.history, to)
  const runs = await readEngineRuns(db)
  const surveys = await readSentSurveys(db)
  const parked = await db.selectFrom('parked_work').select(['kind', 'reason']).execute()
  const outcomes = [...slaOutcomes.values()]
  return {
    counts: {
      met: outcomes.filter(({ met, breached }) => met !== null && breached === null).length,
      breached: outcomes.filter(({ breached }) => breached !== null).length,
      hand_outs: assignment.hand_outs,
      runs: runs.length,
      surveys: surveys.length,
    },
    wrong: {
      sla: slaDifferences(slaOutcomes, await recountSla(db, workspace.history, to)),
      assignment: assignment.wrong,
      rules: listDifferences(runs, await recountRules(db, to)),
      surveys: listDifferences(surveys, await recountSurveys(db, to)),
      reports: await reportDifferences(workspace, from, to),
      parked: parked.map(({ kind, reason }) => `${kind}: ${reason}`),
    },
  }
}

export const noDifferences = { sla: [], assignment: [], rules: [], surveys: [], reports: [], parked: [] }

/** The items, as text, that only one of two sorted lists has, or has more often. */
function listDifferences(actual: readonly string[], recounted: readonly string[]): string[] {
  const count = new Map<string, number>()
  for (const item of actual) count.set(item, (count.get(item) ?? 0) + 1)
  for (const item of recounted) count.set(item, (count.get(item) ?? 0) - 1)
  return [...count].flatMap(([item, times]) =>
    times === 0 ? [] : [`${times > 0 ? 'happened' : 'did not happen'}: ${item}`],
  )
}
