import type { Db } from '../../db/pool.ts'
import { type NaiveBusinessHours, naiveBusinessHours, type SimpleHours } from './naive-business-hours.ts'
import type { SettingsSnapshot } from './recount-sla.ts'

type Conversation = {
  id: number
  user: number | null
  team: number | null
  active: boolean
  waiting_since: number | null
  /** The agent manually unassigned when it started to wait. */
  unassigned_from: number | null
  depth: number
}
type Team = { id: number; name: string; method: string; max: number; members: number[] }

const day = 86_400_000
/** From this depth of causally linked steps on, a conversation is no longer reassigned (docs/decisions/0030-conversations-are-handed-out-at-the-event.md). */
const maxCausalDepth = 5

/**
 * Replays all events in order, tracking availability, assignments and turns. Returns, as text, each automatic assignment that went to
 * another agent than decision 0034 says, and each conversation that kept waiting although someone was available. Memberships, methods and
 * limits do not change in these runs; business hours do.
 */
export async function recountAssignment(
  db: Db,
  history: readonly SettingsSnapshot[],
  end: Date,
): Promise<{ hand_outs: number; wrong: string[] }> {
  const agents = new Map(
    (await db.selectFrom('agents').select(['id', 'first_name']).where('is_system', '=', false).execute()).map(
      ({ id, first_name }) => [id, { name: first_name, there: false }],
    ),
  )
  const teams = await loadTeams(db)
  const turns = new Map<string, number>()
  const conversations = new Map<number, Conversation>()
  const from = new Date((history[0]?.at ?? 0) - day)
  const calendars = new Map<string, NaiveBusinessHours>()
  const isOpen = (team: Team, at: number): boolean => {
    const hours = history.findLast((snapshot) => snapshot.at <= at)?.hours[team.id]
    if (!hours) return true
    return calendar(hours).deadline([{ from: at, to: at + 1 }], 1) !== null
  }
  const calendar = (hours: SimpleHours): NaiveBusinessHours => {
    const key = JSON.stringify(hours)
    const cached =
      calendars.get(key) ?? naiveBusinessHours(hours, from, Math.ceil((Number(end) - Number(from)) / day) + 2)
    calendars.set(key, cached)
    return cached
  }
  const loadOf = (agent: number) =>
    [...conversations.values()].filter(({ user, active }) => user === agent && active).length
  const expectedAgentFor = (team: Team, c: Conversation): number | null => {
    const candidates = team.members.flatMap((id) => {
      const load = loadOf(id)
      const isAvailable =
        agents.get(id)?.there && (team.max === 0 || load < team.max) && id !== c.unassigned_from
      return isAvailable ? [{ id, load, turn: turns.get(`${team.id} ${id}`) ?? 0 }] : []
    })
    const [best] = candidates.toSorted(
      (a, b) => (team.method === 'Least busy' ? a.load - b.load : 0) || a.turn - b.turn || a.id - b.id,
    )
    return best?.id ?? null
  }
  const waiting = (team: Team) =>
    [...conversations.values()]
      .filter((c) => c.team === team.id && c.user === null && c.active && c.depth < maxCausalDepth)
      .toSorted(
        (a, b) =>
          (a.waiting_since ?? Number.MAX_VALUE) - (b.waiting_since ?? Number.MAX_VALUE) || a.id - b.id,
      )
      .filter((c) => expectedAgentFor(team, c) !== null)

  const problems: string[] = []
  const checkWaiting = (at: number) => {
    for (const team of teams.values())
      if (team.method !== 'Manual' && isOpen(team, at))
        for (const c of waiting(team))
          problems.push(`${c.id} waits in ${team.name} at ${new Date(at).toISOString()}`)
  }
  let hand_outs = 0
  let now = 0
  for (const event of await db
    .selectFrom('events')
    .select([
      'id',
      'at',
      'type',
      'actor_kind',
      'object_id',
      'conversation_id',
      'changes',
      'data',
      'depth',
      'access_after',
    ])
    .orderBy('id')
    .execute()) {
    const at = event.at.getTime()
    if (now !== 0 && at > now) checkWaiting(now)
    now = Math.max(now, at)
    // Written by spine/record.ts.
    const changes = event.changes as Record<string, [unknown, unknown]>
    if (event.type === 'agent.availability_changed') {
      const agent = agents.get(Number(event.object_id))
      if (agent) agent.there = ['online', 'away'].includes(String(changes.availability_status?.[1]))
    }
    if (event.conversation_id === null || !event.access_after) continue
    const after = event.access_after as { user: number | null; team: number | null }
    const c: Conversation = conversations.get(event.conversation_id) ?? {
      ...{ id: event.conversation_id, user: null, team: null, active: true, waiting_since: null },
      ...{ unassigned_from: null, depth: 0 },
    }
    conversations.set(c.id, c)
    if (event.type === 'conversation.user_assigned' && event.actor_kind === 'system' && after.user !== null) {
      const team = teams.get(after.team ?? 0)
      const expected = team && team.method !== 'Manual' && isOpen(team, at) ? expectedAgentFor(team, c) : null
      const name = (id: number | null) => agents.get(id ?? 0)?.name ?? 'nobody'
      if (expected !== after.user)
        problems.push(
          `${c.id} of ${team?.name} went to ${name(after.user)}, not ${name(expected)}, at ${event.at.toISOString()}`,
        )
      const first = team && waiting(team)[0]
      if (first && first.id !== c.id)
        problems.push(`${c.id} of ${team.name} was handed out before ${first.id}`)
      if (team) {
        const last = Math.max(0, ...team.members.map((id) => turns.get(`${team.id} ${id}`) ?? 0))
        turns.set(`${team.id} ${after.user}`, last + 1)
      }
      hand_outs++
    }
    const isArrival =
      ['conversation.created', 'conversation.reopened'].includes(event.type) ||
      changes.assigned_team_id !== undefined ||
      changes.assigned_user_id !== undefined
    if (isArrival) {
      const isManual =
        event.type === 'conversation.user_removed' && ['agent', 'api_key'].includes(event.actor_kind)
      c.unassigned_from = isManual ? Number(changes.assigned_user_id?.[0]) : null
      c.depth = event.depth
    }
    c.user = after.user
    c.team = after.team
    if (changes.status_category) c.active = changes.status_category[1] !== 'closed'
    if (changes.waiting_since) {
      const since = changes.waiting_since[1]
      c.waiting_since = since === null ? null : Date.parse(String(since))
    }
  }
  checkWaiting(now)
  return { hand_outs, wrong: problems }
}

async function loadTeams(db: Db): Promise<Map<number, Team>> {
  const members = await db.selectFrom('team_members').selectAll().execute()
  const rows = await db.selectFrom('teams').selectAll().execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        name: row.name,
        method: row.conversation_assignment_type,
        max: row.max_auto_assigned_conversations,
        members: members.filter(({ team_id }) => team_id === row.id).map(({ agent_id }) => agent_id),
      },
    ]),
  )
}
