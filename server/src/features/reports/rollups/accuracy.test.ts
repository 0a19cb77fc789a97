import { countedMeasures } from '@parley/contract/reports/report-measures'
import type { ReportNumbers, ReportSeries, ReportTable, ReportTimes } from '@parley/contract/reports/reports'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { startRandomReportActivity } from '../../../testing/reports/random-report-activity.ts'
import {
  type ReportFact,
  recountReportFacts,
  wallClock,
} from '../../../testing/reports/recount-report-facts.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { startTestEngines } from '../../../testing/test-engines.ts'
import { rebuildBatch, startNextGeneration, startRebuild } from './rebuild-rollups.ts'

let t: TestApp
afterEach(() => t.stop())

const average = (all: number[]) => (all.length ? all.reduce((sum, n) => sum + n, 0) / all.length : null)
const nearestRank = (all: number[], part: number) =>
  all.length ? (all.toSorted((a, b) => a - b)[Math.ceil(part * all.length) - 1] ?? null) : null

function expectTimes(times: ReportTimes, seconds: number[], label: string) {
  if (seconds.length === 0) return expect(times, label).toEqual({ average: null, median: null, p90: null })
  expect(times.average, label).toBeCloseTo(average(seconds) ?? 0, 3)
  for (const [name, part] of [['median', 0.5] as const, ['p90', 0.9] as const]) {
    const exact = nearestRank(seconds, part) ?? 0
    expect(Math.abs((times[name] ?? 0) - exact), `${label} ${name} of ${exact}`).toBeLessThanOrEqual(
      exact * 0.025,
    )
  }
}

/** Compares all reports with a plain recount of the facts. */
function expectNumbers(numbers: ReportNumbers, facts: ReportFact[], label: string) {
  const of = (kind: string) => facts.filter((fact) => fact.kind === kind)
  for (const kind of ['new', 'resolved', 'reopened', 'messages_in', 'replies'] as const)
    expect([label, kind, numbers[kind]]).toEqual([label, kind, of(kind).length])
  const timed = {
    first_response: 'first_response',
    next_response: 'next_response',
    resolution: 'resolved',
  } as const
  for (const [name, kind] of Object.entries(timed) as [keyof typeof timed, string][]) {
    expect([label, name, numbers[name].count]).toEqual([label, name, of(kind).length])
    const wall = of(kind).map(({ at, from }) => (at.getTime() - (from ?? at).getTime()) / 1000)
    expectTimes(numbers[name].wall, wall, `${label} ${name} wall`)
    expectTimes(
      numbers[name].business,
      of(kind).map(({ business = 0 }) => business),
      `${label} ${name} business`,
    )
  }
  for (const metric of ['first_response', 'next_response', 'resolution'] as const)
    expect([label, metric, numbers.sla[metric]]).toEqual([
      label,
      metric,
      { met: of(`sla_${metric}_met`).length, breached: of(`sla_${metric}_breached`).length },
    ])
  const ratings = of('csat_answered').map(({ rating = 0 }) => rating)
  expect([label, numbers.csat]).toEqual([
    label,
    {
      sent: of('csat_sent').length,
      answered: ratings.length,
      average: average(ratings),
      distribution: [1, 2, 3, 4, 5].map((n) => ratings.filter((rating) => rating === n).length),
    },
  ])
}

// Both sides of a clock change: New York on 8 March, Berlin on 29 March, Lord Howe (by half an hour) on 5 April.
const zones: [zone: string, start: string, seed: number][] = [
  ['Asia/Kolkata', '2026-02-26T08:00:00Z', 2],
  ['Asia/Kathmandu', '2026-02-26T08:00:00Z', 3],
  ['America/New_York', '2026-03-05T08:00:00Z', 4],
  ['Australia/Lord_Howe', '2026-04-01T08:00:00Z', 5],
]

// biome-ignore-start lint/complexity/noExcessiveLinesPerFunction: one recount, compared with every report
// biome-ignore-start lint/complexity/noExcessiveCognitiveComplexity: one recount, compared with every report
test.each(zones)(
  'in %s every number equals a recount of the events',
  { timeout: 180_000 },
  async (zone, start, seed) => {
    t = await startTestApp()
    t.clock.set(new Date(start))
    const engines = startTestEngines(t)
    const story = await startRandomReportActivity(t, engines, zone, seed)
    await story.runRandomActions(50)
    // Rebuilds all rollups while facts that were already added, not yet added, and in between keep changing.
    const addUp = () => t.db.transaction().execute((trx) => rebuildBatch(trx, 30))
    await engines.settle()
    for (const other of ['UTC', zone]) {
      await t.db.transaction().execute((trx) => startNextGeneration(trx, other))
      await addUp()
    }
    await story.changeHours()
    await story.setParkedCategory('closed')
    await story.runRandomActions(40)
    await addUp()
    await story.mergeTags()
    await engines.settle()
    await addUp()
    await story.setParkedCategory('waiting')
    await story.runRandomActions(25)
    const blue = await story.deleteTagAndTeam()
    await story.dropHours()
    await story.runRandomActions(25)
    await engines.settle()
    while ((await addUp()) !== 'nothing');
    const { rows: generations } = await sql<{ generation: number }>`
      select distinct generation from report_sums union select generation from report_times`.execute(t.db)
    expect(generations).toEqual([{ generation: 3 }])
    expect(await t.db.selectFrom('parked_work').select('reason').execute()).toEqual([])

    const reader = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
    const get = async (path: string) => {
      const { status, body } = await reader.get(`/api/v1/reports/${path}`)
      expect([path, status]).toEqual([path, 200])
      return body.data
    }
    const check = async (zone: string) => {
      const all = await recountReportFacts(t.db, story.opens)
      const dateOf = ({ at }: ReportFact) => wallClock(zone, at).date
      const dates = all.map(dateOf).sort()
      const [first = '', last = ''] = [dates[0], dates.at(-1)]
      const middle = dates[Math.floor(dates.length / 2)] ?? ''
      const tagsOf = ({ conversation }: ReportFact) => story.tagsOf.get(conversation) ?? new Set<number>()
      const whose: [string, (fact: ReportFact) => boolean][] = [
        ['', () => true],
        [`&inbox_id=${story.inboxes[0]?.id}`, ({ inbox }) => inbox === story.inboxes[0]?.id],
        [`&team_id=${story.north}`, ({ team }) => team === story.north],
        [`&team_id=${story.south}`, ({ team }) => team === story.south],
        [`&agent_id=${story.agents[1]?.id}`, ({ agent }) => agent === story.agents[1]?.id],
        [`&tag_id=${blue?.id}`, (fact) => tagsOf(fact).has(blue?.id ?? 0)],
        [
          `&team_id=${story.north}&inbox_id=${story.inboxes[1]?.id}`,
          ({ team, inbox }) => team === story.north && inbox === story.inboxes[1]?.id,
        ],
        [
          `&tag_id=${blue?.id}&agent_id=${story.agents[0]?.id}`,
          (fact) => tagsOf(fact).has(blue?.id ?? 0) && fact.agent === story.agents[0]?.id,
        ],
      ]
      const ranges = [
        [first, last],
        [first, middle],
        ['2026-01-15', '2026-07-10'],
      ] as const
      for (const [from, to] of ranges)
        for (const [filter, isOne] of whose) {
          const days = `from=${from}&to=${to}${filter}`
          const facts = all.filter((fact) => isOne(fact) && dateOf(fact) >= from && dateOf(fact) <= to)
          const summary = await get(`summary?${days}`)
          expectNumbers(summary.current, facts, days)
          if (filter === '') {
            const past = all.filter((fact) => dateOf(fact) <= to)
            const count = (kind: string) => past.filter((fact) => fact.kind === kind).length
            expect(summary.current.open_at_end).toBe(count('new') + count('reopened') - count('resolved'))
          }
          const bars = (await get(`first-responses?${days}`)).bars
          const replies = facts.filter(({ kind }) => kind === 'first_response')
          for (const bar of bars) {
            const within = (seconds: number) =>
              seconds >= bar.from_seconds && seconds < (bar.to_seconds ?? Number.POSITIVE_INFINITY)
            expect(bar.business).toBe(replies.filter(({ business = 0 }) => within(business)).length)
          }
        }
      const whole = `from=${first}&to=${last}`
      for (const by of ['agent', 'team', 'inbox', 'tag'] as const)
        for (const filter of ['', `&team_id=${story.north}`]) {
          const { rows }: ReportTable = await get(`table?by=${by}&${whole}${filter}`)
          const counted = all.filter(({ team }) => filter === '' || team === story.north)
          const ofRow = (id: number | null) =>
            counted.filter((fact) =>
              by === 'tag' ? (id === null ? tagsOf(fact).size === 0 : tagsOf(fact).has(id)) : fact[by] === id,
            )
          for (const row of rows) expectNumbers(row.numbers, ofRow(row.id), `${by} ${row.name}${filter}`)
          const shown = counted.filter((fact) => rows.some(({ id }) => ofRow(id).includes(fact)))
          expect(shown).toHaveLength(counted.length)
        }
      for (const by of ['hour', 'day', 'week'] as const)
        for (const filter of ['', `&team_id=${story.north}&inbox_id=${story.inboxes[1]?.id}`]) {
          const { points, counts }: ReportSeries = await get(`series?${whole}&by=${by}${filter}`)
          const isOne = whose.find(([name]) => name === filter)?.[1] ?? (() => false)
          for (const [n, point] of points.entries())
            for (const measure of countedMeasures)
              expect([by, point.start, measure, counts[measure]?.[n] ?? 0]).toEqual([
                by,
                point.start,
                measure,
                all.filter(
                  (fact) =>
                    isOne(fact) &&
                    fact.kind === measure &&
                    fact.at >= new Date(point.start) &&
                    fact.at < new Date(point.end),
                ).length,
              ])
          const total = counts.messages_in?.reduce((sum, count) => sum + count, 0) ?? 0
          expect(total).toBe(all.filter((fact) => isOne(fact) && fact.kind === 'messages_in').length)
          if (by !== 'day') continue
          for (const point of points) expect(wallClock(zone, new Date(point.start)).date).toBe(point.date)
        }
      const { counts } = await get(`busiest-hours?${whole}&measure=messages_in`)
      for (const [day, name] of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].entries())
        for (let hour = 0; hour < 24; hour++)
          expect([name, hour, counts[day][hour]]).toEqual([
            name,
            hour,
            all.filter(({ kind, at }) => {
              const shown = wallClock(zone, at)
              return kind === 'messages_in' && shown.weekday === name && shown.hour === hour
            }).length,
          ])
      for (const measure of countedMeasures) {
        const list = await get(`conversations?measure=${measure}&${whole}&page_size=100`)
        const counted = all.filter(({ kind }) => kind === measure)
        expect([measure, list.total, list.hidden]).toEqual([measure, counted.length, 0])
        const shown = list.results.map(({ at }: { at: string }) => at)
        expect(shown).toEqual(
          counted
            .map(({ at }) => at.toISOString())
            .sort()
            .reverse()
            .slice(0, 100),
        )
      }
    }
    await check(zone)

    const rows = async () => ({
      sums: (
        await sql`select dim, dim_id, grain, slot, kind, count, wall_seconds, business_seconds, hours from report_sums join report_state using (generation) where count <> 0 order by 1, 2, 3, 4, 5`.execute(
          t.db,
        )
      ).rows,
      times: (
        await sql`select dim, dim_id, grain, slot, kind, wall, business from report_times join report_state using (generation) where wall <> '{}' order by dim, dim_id, grain, slot, kind`.execute(
          t.db,
        )
      ).rows,
      facts: (
        await sql`select event_id, kind, at, conversation_id, inbox_id, team_id, agent_id, wall_seconds, business_seconds, rating from report_facts order by 1, 2, 4`.execute(
          t.db,
        )
      ).rows,
    })
    const counted = await rows()
    await t.act(t.system, (tx) => startRebuild(tx, zone))
    await engines.settle()
    expect(await rows()).toEqual(counted)

    for (const table of ['facts', 'sums', 'times', 'conversations', 'names', 'hours_changes', 'state'])
      await sql`delete from ${sql.table(`report_${table}`)}`.execute(t.db)
    await t.db.deleteFrom('event_consumers').where('name', '=', 'reports').execute()
    await engines.settle()
    expect(await rows(), 'recounted from the beginning').toEqual(counted)

    if (zone !== 'Asia/Kathmandu') return
    await story.changeZone('UTC')
    await engines.settle()
    await check('UTC')
  },
)
// biome-ignore-end lint/complexity/noExcessiveLinesPerFunction: see above
// biome-ignore-end lint/complexity/noExcessiveCognitiveComplexity: see above
