import type { Db } from '../../db/pool.ts'
import type { Event } from '../../spine/read-events.ts'

/**
 * A naive implementation of reports to compare with: every measure scans all events, dates come from the platform's calendar, and working
 * time is counted minute by minute. It shares no code with the implementation.
 */
export type ReportFact = {
  kind: string
  at: Date
  conversation: number
  inbox: number
  team: number | null
  agent: number | null
  from?: Date
  business?: number
  rating?: number
}

/** Whether the team, otherwise the workspace, is open in the minute that starts then. */
export type IsOpen = (team: number | null, minute: Date) => boolean

type Keys = { user: number | null; team: number | null; inbox: number }
type Pair = [unknown, unknown] | undefined

export async function recountReportFacts(db: Db, isOpen: IsOpen): Promise<ReportFact[]> {
  const events = (await db.selectFrom('events').selectAll().orderBy('xid').orderBy('id').execute()) as Event[]
  const people = new Set(
    (await db.selectFrom('agents').select('id').where('is_system', '=', false).execute()).map(({ id }) => id),
  )
  const writers = new Map(
    (await db.selectFrom('messages').select(['id', 'sender_id']).execute()).map((m) => [m.id, m.sender_id]),
  )
  const ids = [...new Set(events.flatMap((event) => event.conversation_id ?? []))]
  return ids.flatMap((id) => {
    if (isHidden(id, events)) return []
    const own = eventsOfConversation(id, events)
    // A moved conversation counts in the inbox it is in now.
    const last = own.findLast((event) => event.access_after !== null)
    const inbox = last ? (last.access_after as Keys).inbox : 0
    return factsOfConversation(own, people, writers).map((entry) => ({
      ...entry,
      inbox,
      ...(entry.from && { business: countOpenMinutes(isOpen, entry.team, entry.from, entry.at) * 60 }),
    }))
  })
}

/** Conversations in the trash count nowhere. */
function isHidden(id: number, events: Event[]): boolean {
  const last = events.findLast(
    (event) => event.conversation_id === id && 'deleted_at' in (event.changes as object),
  )
  const [, deleted_at] = (last?.changes as { deleted_at?: [unknown, unknown] })?.deleted_at ?? []
  return typeof deleted_at === 'string'
}

/** The events of one conversation, including changes of the status it had at that time, as if they were its own. */
function eventsOfConversation(id: number, events: Event[]): Event[] {
  const conversationEvents: Event[] = []
  let status: unknown = null
  for (const event of events) {
    const changes = event.changes as Record<string, (string | null)[]>
    if (event.conversation_id === id) {
      conversationEvents.push(event)
      status = changes.status_id?.[1] ?? status
    } else if (event.type === 'status.changed' && event.object_id === status && changes.category)
      conversationEvents.push({
        ...event,
        ...{ conversation_id: id, access_after: conversationEvents.at(-1)?.access_after ?? null },
        changes: { status_category: changes.category },
      })
  }
  return conversationEvents
}

function factsOfConversation(
  events: Event[],
  people: Set<number>,
  writers: Map<number, number>,
): ReportFact[] {
  const keys = (event: Event) => event.access_after as Keys
  const pair = (event: Event, column: string): Pair => (event.changes as Record<string, Pair>)[column]
  const data = (event: Event) => event.data as Record<string, never>
  const fact = (event: Event, kind: string, overrides: Partial<ReportFact> = {}): ReportFact => ({
    kind,
    at: event.at,
    conversation: event.conversation_id ?? 0,
    inbox: keys(event).inbox,
    team: keys(event).team,
    agent: keys(event).user,
    ...overrides,
  })
  const created = events.find((event) => event.type === 'conversation.created')
  if (!created) return []
  const firstOwner = (column: string, key: 'team' | 'user'): number | null => {
    if (keys(created)[key] !== null) return keys(created)[key]
    const first = events.find((event) => typeof pair(event, column)?.[1] === 'number')
    return first ? keys(first)[key] : null
  }

  const moves = events.filter((event) => {
    const category = pair(event, 'status_category')
    return category && (category[0] === 'closed') !== (category[1] === 'closed')
  })
  const isClosing = (event: Event) => pair(event, 'status_category')?.[1] === 'closed'
  const sent = events.filter(
    (event) =>
      event.type === 'message.changed' &&
      pair(event, 'status')?.[1] === 'sent' &&
      people.has(writers.get(event.message_id ?? 0) ?? 0),
  )
  const answers = sent.filter((event) => pair(event, 'waiting_since')?.[0])
  const rated = events.filter((event) => event.type === 'csat.answered')

  return [
    fact(created, 'new', {
      team: firstOwner('assigned_team_id', 'team'),
      agent: firstOwner('assigned_user_id', 'user'),
    }),
    ...moves.map((event, n) =>
      isClosing(event)
        ? fact(event, 'resolved', {
            from: moves.slice(0, n).findLast((earlier) => !isClosing(earlier))?.at ?? created.at,
          })
        : fact(event, 'reopened'),
    ),
    ...events
      .filter((event) => event.type === 'message.created' && data(event).message_type === 'incoming')
      .map((event) => fact(event, 'messages_in')),
    ...sent.map((event) => fact(event, 'replies', { agent: writers.get(event.message_id ?? 0) ?? null })),
    ...answers.map((event, n) =>
      fact(event, n === 0 ? 'first_response' : 'next_response', {
        agent: writers.get(event.message_id ?? 0) ?? null,
        from: new Date(String(pair(event, 'waiting_since')?.[0])),
      }),
    ),
    ...events
      .filter((event) => /^conversation\.sla_(met|breached)$/.test(event.type))
      .map((event) =>
        fact(event, `sla_${data(event).metric}_${event.type.split('_')[1]}`, {
          at: new Date(String(data(event).at)),
          from: new Date(String(data(event).started_at)),
        }),
      ),
    ...events.filter((event) => event.type === 'csat.sent').map((event) => fact(event, 'csat_sent')),
    ...rated
      .filter((event, n) => rated.findIndex((other) => sameSurvey(other, event)) === n)
      .map((event) => {
        const last = rated.findLast((other) => sameSurvey(other, event)) ?? event
        const { agent_id, team_id } = data(event)
        return fact(event, 'csat_answered', { rating: data(last).rating, agent: agent_id, team: team_id })
      }),
  ]
}

const sameSurvey = (a: Event, b: Event) =>
  (a.data as { survey_id: number }).survey_id === (b.data as { survey_id: number }).survey_id

/** Both must be on whole minutes. */
function countOpenMinutes(isOpen: IsOpen, team: number | null, from: Date, to: Date): number {
  let open = 0
  for (let at = from.getTime(); at < to.getTime(); at += 60_000) if (isOpen(team, new Date(at))) open++
  return open
}

const formatters = new Map<string, Intl.DateTimeFormat>()
const cachedWallClocks = new Map<string, WallClock>()
type WallClock = { date: string; weekday: string; hour: number; minute: number }

/** The local date and time in a zone. UTC offsets only change on quarters of an hour. */
export function wallClock(zone: string, at: Date): WallClock {
  const quarter = Math.floor(at.getTime() / 900_000)
  const wall_clock =
    cachedWallClocks.get(`${zone} ${quarter}`) ?? readWallClock(zone, new Date(quarter * 900_000))
  cachedWallClocks.set(`${zone} ${quarter}`, wall_clock)
  return { ...wall_clock, minute: wall_clock.minute + (Math.floor(at.getTime() / 60_000) % 15) }
}

function readWallClock(zone: string, at: Date): WallClock {
  const format =
    formatters.get(zone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
  formatters.set(zone, format)
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return {
    date: `${parts.year}-${parts.month}-${parts.day}`,
    weekday: parts.weekday ?? '',
    hour: Number(parts.hour),
    minute: Number(parts.minute),
  }
}
