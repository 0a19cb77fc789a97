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
/** From this depth of causally linked steps on, a conversation is no longer reassigned (docs/decisions/0030-automatic-assignment.md). */
const maxCausalDepth = 5

/**
 * Replays all events in order, tracking availability, assignments and turns. Returns, as text, each automatic assignment that went to
 * another agent than docs/decisions/0030-automatic-assignment.md says, and each conversation that kept waiting although someone was available. Memberships, methods and
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
  const replay = new AssignmentReplay(agents, await loadTeams(db), createIsOpen(history, end))
  let now = 0
  for (const event of await readEvents(db)) {
    const at = event.at.getTime()
    if (now !== 0 && at > now) replay.checkWaiting(now)
    now = Math.max(now, at)
    replay.apply(event)
  }
  replay.checkWaiting(now)
  return { hand_outs: replay.handOuts, wrong: replay.problems }
}

const readEvents = (db: Db) =>
  db
    .selectFrom('events')
    .select(['id', 'at', 'type', 'actor_kind', 'object_id', 'conversation_id', 'changes', 'data'])
    .select(['depth', 'access_after'])
    .orderBy('id')
    .execute()

type Event = Awaited<ReturnType<typeof readEvents>>[number]
type IsOpen = (team: Team, at: number) => boolean

function createIsOpen(history: readonly SettingsSnapshot[], end: Date): IsOpen {
  const from = new Date((history[0]?.at ?? 0) - day)
  const days = Math.ceil((Number(end) - Number(from)) / day) + 2
  const calendars = new Map<string, NaiveBusinessHours>()
  const calendar = (hours: SimpleHours): NaiveBusinessHours => {
    const key = JSON.stringify(hours)
    const cached = calendars.get(key) ?? naiveBusinessHours(hours, from, days)
    calendars.set(key, cached)
    return cached
  }
  return (team, at) => {
    const hours = history.findLast((snapshot) => snapshot.at <= at)?.hours[team.id]
    return !hours || calendar(hours).deadline([{ from: at, to: at + 1 }], 1) !== null
  }
}

class AssignmentReplay {
  readonly problems: string[] = []
  handOuts = 0
  readonly #agents: Map<number, { name: string; there: boolean }>
  readonly #teams: Map<number, Team>
  readonly #isOpen: IsOpen
  readonly #turns = new Map<string, number>()
  readonly #conversations = new Map<number, Conversation>()

  constructor(
    agents: Map<number, { name: string; there: boolean }>,
    teams: Map<number, Team>,
    isOpen: IsOpen,
  ) {
    this.#agents = agents
    this.#teams = teams
    this.#isOpen = isOpen
  }

  checkWaiting(at: number): void {
    for (const team of this.#teams.values())
      if (team.method !== 'Manual' && this.#isOpen(team, at))
        for (const c of this.#waiting(team))
          this.problems.push(`${c.id} waits in ${team.name} at ${new Date(at).toISOString()}`)
  }

  apply(event: Event): void {
    const changes = event.changes as Changes // written by spine/record.ts
    if (event.type === 'agent.availability_changed') {
      const agent = this.#agents.get(Number(event.object_id))
      if (agent) agent.there = ['online', 'away'].includes(String(changes.availability_status?.[1]))
    }
    if (event.conversation_id === null || !event.access_after) return
    const after = event.access_after as { user: number | null; team: number | null }
    const c: Conversation = this.#conversations.get(event.conversation_id) ?? {
      ...{ id: event.conversation_id, user: null, team: null, active: true, waiting_since: null },
      ...{ unassigned_from: null, depth: 0 },
    }
    this.#conversations.set(c.id, c)
    if (event.type === 'conversation.user_assigned' && event.actor_kind === 'system' && after.user !== null)
      this.#checkHandOut(event, c, { user: after.user, team: this.#teams.get(after.team ?? 0) })
    trackConversation(c, event, changes)
    c.user = after.user
    c.team = after.team
  }

  #checkHandOut(
    event: Event,
    c: Conversation,
    { user, team }: { user: number; team: Team | undefined },
  ): void {
    this.handOuts++
    const isAutomatic = team && team.method !== 'Manual' && this.#isOpen(team, event.at.getTime())
    const expected = isAutomatic ? this.#expectedAgentFor(team, c) : null
    const name = (id: number | null) => this.#agents.get(id ?? 0)?.name ?? 'nobody'
    if (expected !== user)
      this.problems.push(
        `${c.id} of ${team?.name} went to ${name(user)}, not ${name(expected)}, at ${event.at.toISOString()}`,
      )
    if (!team) return
    const [first] = this.#waiting(team)
    if (first && first.id !== c.id)
      this.problems.push(`${c.id} of ${team.name} was handed out before ${first.id}`)
    const last = Math.max(0, ...team.members.map((id) => this.#turnOf(team, id)))
    this.#turns.set(`${team.id} ${user}`, last + 1)
  }

  #turnOf(team: Team, agent: number): number {
    return this.#turns.get(`${team.id} ${agent}`) ?? 0
  }

  #expectedAgentFor(team: Team, c: Conversation): number | null {
    const candidates = team.members.flatMap((id) => {
      const load = [...this.#conversations.values()].filter(
        ({ user, active }) => user === id && active,
      ).length
      const isAvailable =
        this.#agents.get(id)?.there && (team.max === 0 || load < team.max) && id !== c.unassigned_from
      return isAvailable ? [{ id, load, turn: this.#turnOf(team, id) }] : []
    })
    const [best] = candidates.toSorted(
      (a, b) => (team.method === 'Least busy' ? a.load - b.load : 0) || a.turn - b.turn || a.id - b.id,
    )
    return best?.id ?? null
  }

  #waiting(team: Team): Conversation[] {
    const waitedFrom = (c: Conversation) => c.waiting_since ?? Number.MAX_VALUE
    return [...this.#conversations.values()]
      .filter((c) => c.team === team.id && c.user === null && c.active && c.depth < maxCausalDepth)
      .toSorted((a, b) => waitedFrom(a) - waitedFrom(b) || a.id - b.id)
      .filter((c) => this.#expectedAgentFor(team, c) !== null)
  }
}

type Changes = Record<string, [unknown, unknown]>

function trackConversation(c: Conversation, event: Event, changes: Changes): void {
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
  if (changes.status_category) c.active = changes.status_category[1] !== 'closed'
  if (changes.waiting_since) {
    const since = changes.waiting_since[1]
    c.waiting_since = since === null ? null : Date.parse(String(since))
  }
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
