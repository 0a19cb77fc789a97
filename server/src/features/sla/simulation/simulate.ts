import { toCalendar } from '@parley/contract/business-hours/business-hours'
import type { Calendar } from '@parley/contract/business-hours/business-time'
import { parseDurationMs } from '@parley/contract/shared/duration'
import {
  MAX_LISTED,
  MAX_SIMULATED,
  type SlaSimulation,
  type simulateSla,
} from '@parley/contract/sla/sla-simulation'
import type { z } from 'zod'
import type { Actor } from '../../../actor.ts'
import { maySee } from '../../../conversation-access.ts'
import type { Db } from '../../../db/pool.ts'
import { invalid } from '../../../http/errors.ts'
import { accessKeys, type ConversationRow } from '../../../spine/record-event.ts'
import { presentBusinessHours } from '../../business-hours/business-hours.ts'
import { readTeamCalendar } from '../../business-hours/team-calendars.ts'
import { evaluateTargets, type TargetResult, type Targets } from './evaluate-targets.ts'
import { readHistories } from './read-histories.ts'
import { type ActualOutcome, TargetTally } from './target-tally.ts'

type SimulationInput = z.output<(typeof simulateSla)['body']>
const pageSize = 200
const dayMs = 86_400_000

/**
 * Simulates a policy on recent conversations, using their recorded history. Reads in batches and writes nothing. When `shouldContinue`
 * returns false, returns the result for the newest conversations processed so far.
 */
export async function simulatePolicy(
  db: Db,
  actor: Actor,
  { policy, days, business_hours_id }: SimulationInput,
  { now, shouldContinue }: { now: Date; shouldContinue: () => boolean },
): Promise<SlaSimulation> {
  const from = new Date(now.getTime() - days * dayMs)
  const targets: Targets = {
    first_response: parseDurationMs(policy.first_response_time ?? ''),
    next_response: parseDurationMs(policy.next_response_time ?? ''),
    resolution: parseDurationMs(policy.resolution_time ?? ''),
  }
  const calendarIn = await createCalendarReader(db, business_hours_id ?? null)
  const tally: Tally = { all: new TargetTally(), teams: new Map(), breached: [], breached_conversations: 0 }
  let before: number | null = null
  let isWhole = false
  while (!isWhole && shouldContinue() && tally.all.conversations < MAX_SIMULATED) {
    const rows = await listConversationsSince(db, from, before)
    const histories = await readHistories(db, rows, targets.next_response !== null)
    for (const c of rows) {
      const recorded = histories.get(c.id)
      if (!recorded) continue
      const results = evaluateTargets(recorded.history, targets, await calendarIn(c.assigned_team_id), now)
      countResults(tally, c, results, recorded.actual, actor)
    }
    before = rows.at(-1)?.id ?? null
    isWhole = rows.length < pageSize
  }
  const { all, teams, breached, breached_conversations } = tally
  return {
    from: from.toISOString(),
    until: now.toISOString(),
    conversations: all.conversations,
    total: isWhole ? all.conversations : await countConversationsSince(db, from),
    metrics: all.read(targets),
    teams: await presentTeams(db, teams, targets),
    breached_conversations,
    breached,
  }
}

type Tally = Pick<SlaSimulation, 'breached' | 'breached_conversations'> & {
  all: TargetTally
  teams: Map<number | null, TargetTally>
}

/** Only conversations that the actor may see are listed. */
function countResults(
  tally: Tally,
  c: ConversationRow,
  results: TargetResult[],
  actual: ActualOutcome[],
  actor: Actor,
): void {
  const team = tally.teams.get(c.assigned_team_id) ?? new TargetTally()
  tally.teams.set(c.assigned_team_id, team)
  for (const one of [tally.all, team]) one.add(results, actual)
  const missed = results.flatMap(({ metric, outcome }) => (outcome === 'breached' ? [metric] : []))
  if (missed.length === 0) return
  tally.breached_conversations++
  if (tally.breached.length < MAX_LISTED && maySee(actor, accessKeys(c)))
    tally.breached.push({
      ...{ uuid: c.uuid, reference_number: c.reference_number, subject: c.subject },
      metrics: [...new Set(missed)],
      actual: actual.some(({ outcome }) => outcome === 'breached'),
    })
}

/** Newest first, one page at a time. */
const listConversationsSince = (db: Db, from: Date, before: number | null): Promise<ConversationRow[]> =>
  db
    .selectFrom('conversations')
    .selectAll()
    .where('created_at', '>=', from)
    .where('deleted_at', 'is', null)
    .$if(before !== null, (older) => older.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(pageSize)
    .execute()

async function countConversationsSince(db: Db, from: Date): Promise<number> {
  const { n } = await db
    .selectFrom('conversations')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('created_at', '>=', from)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** The calendar of each team, read once; with the requested business hours, in the team's time zone. */
async function createCalendarReader(db: Db, hours_id: number | null) {
  const hours =
    hours_id === null
      ? null
      : await db.selectFrom('business_hours').selectAll().where('id', '=', hours_id).executeTakeFirst()
  if (hours === undefined) throw invalid('business_hours_id', 'These business hours don’t exist')
  const cache = new Map<number | null, Promise<Calendar>>()
  const read = async (team_id: number | null) => {
    const { calendar, time_zone } = await readTeamCalendar(db, team_id)
    return hours ? toCalendar(presentBusinessHours(hours), time_zone) : calendar
  }
  return (team_id: number | null): Promise<Calendar> => {
    const calendar = cache.get(team_id) ?? read(team_id)
    cache.set(team_id, calendar)
    return calendar
  }
}

async function presentTeams(
  db: Db,
  tallies: ReadonlyMap<number | null, TargetTally>,
  targets: Targets,
): Promise<SlaSimulation['teams']> {
  const rows = await db.selectFrom('teams').select(['id', 'name']).execute()
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return [...tallies]
    .map(([team_id, tally]) => ({
      team_id,
      name: team_id === null ? null : (names.get(team_id) ?? null),
      conversations: tally.conversations,
      metrics: tally.read(targets),
    }))
    .toSorted((a, b) => b.conversations - a.conversations || (a.name ?? '').localeCompare(b.name ?? ''))
}
