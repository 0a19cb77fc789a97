import type { TemplateValues } from '@parley/contract/templates/template-variables'
import { sql } from 'kysely'
import type { Actor } from '../../../actor.ts'
import { visibleTo } from '../../../conversation-access.ts'
import type { Db } from '../../../db/pool.ts'
import { agentTimeZone } from '../../../time-zone.ts'
import { listConversations, type MailContext } from '../listed-conversations.ts'
import { nextOccurrenceOfHour } from './digest-time.ts'

const dueWithinMs = 24 * 3_600_000

/**
 * The content of an agent's daily digest: their open conversations, those due within a day, unassigned conversations of their teams, and
 * yesterday's ratings; null when all of it is empty.
 */
export async function readDigest(
  db: Db,
  agent: Actor,
  wording: MailContext,
): Promise<NonNullable<TemplateValues['digest']> | null> {
  const isMine = sql`c.assigned_user_id = ${agent.id} and ${visibleTo(agent)}`
  const longest = sql`c.waiting_since nulls last, c.last_message_at`
  const until = new Date(wording.now.getTime() + dueWithinMs)
  const [open, due, unassigned, rated] = await Promise.all([
    listConversations(db, sql`c.status_category = 'open' and ${isMine}`, longest, wording),
    listConversations(
      db,
      sql`c.status_category = 'open' and c.next_sla_deadline_at <= ${until} and ${isMine}`,
      sql`c.next_sla_deadline_at`,
      wording,
    ),
    listConversations(
      db,
      sql`c.status_category = 'open' and c.assigned_user_id is null and c.assigned_team_id = any(${[...agent.team_ids]})
        and ${visibleTo(agent)}`,
      longest,
      wording,
    ),
    readYesterdaysRatings(db, agent.id, wording.now),
  ])
  if (open.count + due.count + unassigned.count === 0 && !rated) return null
  return {
    open_count: String(open.count),
    open: open.listed,
    due_count: String(due.count),
    due: due.listed,
    unassigned_count: String(unassigned.count),
    unassigned: unassigned.listed,
    ...(rated && { rated_count: String(rated.count), rating: formatRating(rated.average, wording.language) }),
  }
}

const formatRating = (average: number, language: string) =>
  new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(average)

const hour = 3_600_000

/** Number and average of the ratings that the agent received yesterday, in the agent's time zone; null without any. */
async function readYesterdaysRatings(
  db: Db,
  agent_id: number,
  now: Date,
): Promise<{ count: number; average: number } | null> {
  const zone = await agentTimeZone(db, agent_id)
  const today = nextOccurrenceOfHour(0, zone, new Date(now.getTime() - 24 * hour))
  // A day has up to 25 hours.
  const yesterday = nextOccurrenceOfHour(0, zone, new Date(today.getTime() - 26 * hour))
  const { rows } = await sql<{ count: number; average: number | null }>`
    select count(*)::int as count, avg(rating)::float8 as average from csat_surveys
    where agent_id = ${agent_id} and answered_at >= ${yesterday} and answered_at < ${today}`.execute(db)
  const { count = 0, average = null } = rows[0] ?? {}
  return average === null ? null : { count, average }
}
