import { setImmediate } from 'node:timers/promises'
import type { RuleReplay } from '@parley/contract/automation-runs'
import type { replayRule } from '@parley/contract/automations'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../actor.ts'
import { bounded } from '../../db/bounded.ts'
import type { Db } from '../../db/pool.ts'
import type { Event } from '../../spine/read.ts'
import { maySee } from '../conversations/access.ts'
import { readSettings } from '../settings/settings.ts'
import { knownZone } from '../templates/values.ts'
import { readRule } from './check.ts'
import { type Checked, evaluate, type Snapshot } from './evaluate.ts'
import { type Names, readNames } from './names.ts'
import { wordReasons } from './reasons.ts'
import { type Examined, eventsToExamine, momentsToExamine } from './replay-source.ts'
import { rewind } from './rewind.ts'
import { type Row, readRows, snapshotOf } from './snapshot.ts'
import { worldOf } from './world.ts'

type Input = z.output<typeof replayRule.body>
type Match = { one: Examined; row: Row; checked: Checked }

/** So many are looked at, the newest first; a few seconds of work. */
export const mostExamined = 5_000
const atOnce = 500
/** Others are served between stretches of work as long as this, in milliseconds: one look takes as many at a rule of the largest size. */
const stretch = 25
const DAY = 86_400_000

/**
 * What a rule would have done: every event it waits for, with the conversation as it was then, by the same evaluator. Rules that would have
 * followed from its acts are not played. Ends after a few seconds, with what it has by then, and says so.
 */
export function replay(
  db: Db,
  { actor, input, now, root_url }: { actor: Actor; input: Input; now: Date; root_url: string },
): Promise<RuleReplay> {
  return bounded(db, async (trx) => {
    const names = await readNames(trx)
    const { body, events } = await readRule(names, input.rule)
    const from = new Date(now.getTime() - input.days * DAY)
    const zone = knownZone((await readSettings(trx, { root_url, version: '' }))['app.timezone'])
    const world = worldOf(trx, [body])
    const openAt = await world.openAt()

    const span = { from, to: now, most: mostExamined + 1 }
    const found =
      input.rule.type === 'time_trigger'
        ? await momentsToExamine(trx, body, span)
        : await eventsToExamine(
            trx,
            input.rule.type === 'new_conversation' ? ['new_conversation'] : events,
            span,
          )
    const examined = found.slice(0, mostExamined)
    const dateOf = datesIn(zone)
    const days = daysOf(from, now, dateOf)
    const matches: Match[] = []
    const acted = new Set<string>()
    const end = Date.now() + 8_000
    const isOver = () => Date.now() >= end
    let [hidden, looked, pause] = [0, 0, 0]
    for (let at = 0; at < examined.length && !isOver(); at += atOnce) {
      const some = examined.slice(at, at + atOnce)
      const rows = await readRows(trx, some)
      const later = await laterEvents(trx, some)
      for (const [n, one] of some.entries()) {
        if (Date.now() >= pause) {
          await setImmediate()
          if (isOver()) break
          pause = Date.now() + stretch
        }
        const row = rows[n]
        looked++
        if (!row || isNoMatter(one, row)) continue
        const then = rewind(row, later.get(one.conversation_id) ?? [], one)
        const snapshot: Snapshot = snapshotOf(then, { event: one.event, at: one.at, openAt })
        if (one.base && snapshot.since[one.base.field]?.getTime() !== one.base.at.getTime()) continue
        const day = days.get(dateOf(one.at))
        if (day) day.examined++
        const checked = evaluate(body, snapshot, names.attributes)
        // A time rule acts once on one beginning; the newest come first here, and the earliest would have been the one.
        const once = one.base && `${one.conversation_id} ${one.base.field} ${one.base.at.getTime()}`
        if (!checked.matched || (once && acted.has(once))) continue
        if (once) acted.add(once)
        if (day) day.matched++
        // By who may see it now.
        if (!maySee(actor, { user: row.assigned_user_id, team: row.assigned_team_id, inbox: row.inbox_id })) {
          hidden++
          continue
        }
        matches.push({ one, row, checked })
      }
    }
    const { page, page_size } = input
    return {
      from: from.toISOString(),
      to: now.toISOString(),
      examined: looked,
      is_capped: looked < found.length,
      matched: matches.length + hidden,
      hidden,
      days: [...days].map(([date, counts]) => ({ date, ...counts })),
      results: matches.slice((page - 1) * page_size, page * page_size).map((match) => resultOf(match, names)),
      page,
      page_size,
      total_pages: Math.ceil(matches.length / page_size),
    }
  })
}

const resultOf = ({ one, row, checked }: Match, names: Names): RuleReplay['results'][number] => ({
  at: one.at.toISOString(),
  occasion: one.occasion,
  reasons: wordReasons(checked, names),
  conversation: {
    uuid: row.uuid,
    reference_number: row.reference_number,
    subject: row.subject,
    contact: row.contact_name,
  },
})

/** The same as the reader leaves out. */
const isNoMatter = ({ occasion }: Examined, row: Row): boolean =>
  (occasion === 'conversation.message.incoming' && row.is_first_message) ||
  (occasion === 'conversation.message.outgoing' && row.message_sender === 'system')

/** All that happened to these conversations since the oldest of them, the newest first. */
async function laterEvents(
  db: Db,
  some: readonly Examined[],
): Promise<Map<number, Pick<Event, 'id' | 'at' | 'changes'>[]>> {
  const oldest = some.at(-1)?.at ?? new Date(0)
  const ids = [...new Set(some.map(({ conversation_id }) => conversation_id))]
  const { rows } = await sql<Pick<Event, 'id' | 'at' | 'changes' | 'conversation_id'>>`
    select id, at, changes, conversation_id from events
    where conversation_id = any(${ids}) and at >= ${oldest} and changes <> '{}' order by id desc`.execute(db)
  const later = new Map<number, Pick<Event, 'id' | 'at' | 'changes'>[]>()
  for (const row of rows) {
    const id = row.conversation_id ?? 0
    const known = later.get(id)
    if (known) known.push(row)
    else later.set(id, [row])
  }
  return later
}

/** The date of an instant, as 2026-12-31; made once, for making one takes longer than using it. */
function datesIn(timeZone: string): (at: Date) => string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return (at) => parts.format(at)
}

function daysOf(
  from: Date,
  to: Date,
  dateOf: (at: Date) => string,
): Map<string, { examined: number; matched: number }> {
  const days = new Map<string, { examined: number; matched: number }>()
  // Steps of half a day pass over no date, however the clocks are changed.
  for (let at = from.getTime(); at < to.getTime() + DAY / 2; at += DAY / 2) {
    const date = dateOf(new Date(Math.min(at, to.getTime())))
    if (!days.has(date)) days.set(date, { examined: 0, matched: 0 })
  }
  return days
}
