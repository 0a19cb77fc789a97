import type { ClaimedMessage } from '../../features/email/sending/message-claim.ts'
import { markSent } from '../../features/email/sending/message-outcome.ts'
import type { TestApp } from '../test-app.ts'
import type { startTestEngines } from '../test-engines.ts'
import type { IsOpen } from './recount-report-facts.ts'
import { wallClock } from './recount-report-facts.ts'

type Hours = { zone: string; from: number; to: number; days: string[] }
const week = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']
const names: Record<string, string> = {
  Mon: 'Monday',
  Tue: 'Tuesday',
  Wed: 'Wednesday',
  Thu: 'Thursday',
  Fri: 'Friday',
  Sat: 'Saturday',
  Sun: 'Sunday',
}

/** A workspace in which random things happen through the API. It keeps track of tags and business hours. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: many small actions on one workspace
export async function startRandomReportActivity(
  t: TestApp,
  engines: ReturnType<typeof startTestEngines>,
  zone: string,
  seed: number,
) {
  let state = seed
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T // from is never empty
  const administrator = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  const call = async (method: 'post' | 'put' | 'del', path: string, body?: object) => {
    const { status, body: answer } = await administrator[method](`/api/v1/${path}`, body)
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer.data
  }

  const hoursHistory: { at: Date; team: number | null; hours: Hours | null }[] = []
  const recordHours = (team: number | null, hours: Hours | null) =>
    hoursHistory.push({ at: t.clock.now(), team, hours })
  const isOpen: IsOpen = (team, at) => {
    const last = (owner: number | null) =>
      hoursHistory.findLast((entry) => entry.team === owner && entry.at <= at)?.hours ?? null
    const hours = (team === null ? null : last(team)) ?? last(null)
    if (!hours) return true
    const { weekday, hour, minute } = wallClock(hours.zone, at)
    return hours.days.includes(weekday) && hour * 60 + minute >= hours.from && hour * 60 + minute < hours.to
  }
  const clockTime = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  const hoursBody = ({ from, to, days }: Hours, name: string) => ({
    name,
    is_always_open: false,
    hours: Object.fromEntries(
      days.map((day) => [names[day], { open: clockTime(from), close: clockTime(to) }]),
    ),
    holidays: [],
  })

  let shared: Hours = { zone, from: 540, to: 1020, days: week }
  const shared_id = (await call('post', 'business-hours', hoursBody(shared, 'Shared'))).id as number
  await call('put', 'settings/general', { 'app.timezone': zone, 'app.business_hours_id': String(shared_id) })
  recordHours(null, shared)
  let own: Hours = { zone: 'Europe/Berlin', from: 420, to: 1310, days: [...week, 'Sun'] }
  const own_id = (await call('post', 'business-hours', hoursBody(own, 'Own'))).id as number
  const policy = await call('post', 'sla', {
    name: 'Swift',
    first_response_time: '2h',
    next_response_time: '3h',
    resolution_time: '9h',
    notifications: [],
  })
  const team = { name: 'North', timezone: own.zone, business_hours_id: own_id, sla_policy_id: policy.id }
  const north = (await call('post', 'teams', team)).id as number
  recordHours(north, own)
  const south = (await call('post', 'teams', { name: 'South', timezone: 'UTC' })).id as number
  const agents: Awaited<ReturnType<TestApp['make']['agent']>>[] = []
  for (const name of ['Ana', 'Bo', 'Cy'])
    agents.push(await t.make.agent({ first_name: name, permissions: t.make.allPermissions }))
  const browsers = await Promise.all(agents.map((agent) => t.as(agent)))
  const inboxes = [await t.make.inbox(), await t.make.inbox()]
  let tags = ['red', 'green', 'blue'].map((name) => ({ id: 0, name }))
  for (const tag of tags) tag.id = (await call('post', 'tags', { name: tag.name })).id
  const tagsOf = new Map<number, Set<number>>()
  const parked = { id: 0, name: 'Parked', category: 'waiting' }
  parked.id = (await call('post', 'statuses', { name: parked.name, category: parked.category })).id
  const conversations: { id: number; uuid: string }[] = []
  let teams = [north, south]
  let survey = 0
  const surveys: {
    id: number
    c: number
    rating: number
    agent_id: number | null
    team_id: number | null
  }[] = []

  const startConversation = async () => {
    const { uuid } = await call('post', 'conversations', {
      contact_email: `c${conversations.length}@customer.test`,
      first_name: 'Grace',
      inbox_id: pick(inboxes).id,
      subject: 'Help',
      content: '<p>Help</p>',
      initiator: random() < 0.8 ? 'contact' : 'agent',
      ...(random() < 0.3 && { team_id: pick(teams) }),
      ...(random() < 0.2 && { agent_id: pick(agents).id }),
    })
    const { id } = await t.db
      .selectFrom('conversations')
      .select('id')
      .where('uuid', '=', uuid)
      .executeTakeFirstOrThrow()
    conversations.push({ id, uuid })
    tagsOf.set(id, new Set())
  }
  const rowOf = (id: number) =>
    t.db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const deliver = async () => {
    const pending = await t.db
      .selectFrom('messages')
      .selectAll()
      .where('type', '=', 'outgoing')
      .where('status', '=', 'pending')
      .where('private', '=', false)
      .execute()
    for (const m of pending)
      await t.act(t.system, (tx) =>
        markSent(tx, m as ClaimedMessage, { refused: [], by_person: m.sender_id !== t.system.id }),
      )
  }
  const rate = async (c: { id: number }) => {
    const previous_survey = random() < 0.3 ? surveys.find((entry) => entry.c === c.id) : undefined
    const row = await rowOf(c.id)
    const rating = 1 + Math.floor(random() * 5)
    const entry = previous_survey ?? {
      id: ++survey,
      c: c.id,
      rating,
      agent_id: row.assigned_user_id,
      team_id: row.assigned_team_id,
    }
    if (!previous_survey) surveys.push(entry)
    await t.act(t.system, (tx) =>
      tx.record({
        type: 'csat.answered',
        conversation: { before: row, after: row },
        data: {
          survey_id: entry.id,
          rating,
          previous_rating: previous_survey ? entry.rating : null,
          agent_id: entry.agent_id,
          team_id: entry.team_id,
          inbox_id: row.inbox_id,
          has_comment: false,
        },
      }),
    )
    entry.rating = rating
  }

  const setRandomTags = async (browser: (typeof browsers)[number], c: { id: number; uuid: string }) => {
    const chosen = tags.filter(() => random() < 0.5)
    const { status } = await browser.post(`/api/v1/conversations/${c.uuid}/tags`, {
      tags: chosen.map(({ name }) => name),
    })
    // It is in the trash.
    if (status !== 200) return
    const deleted_tags = [...(tagsOf.get(c.id) ?? [])].filter((id) => !tags.some((tag) => tag.id === id))
    tagsOf.set(c.id, new Set([...deleted_tags, ...chosen.map(({ id }) => id)]))
  }
  const doRandomAction = async (): Promise<void> => {
    if (conversations.length < 3 || random() < 0.12) return startConversation()
    const c = pick(conversations)
    const browser = pick(browsers)
    const path = `/api/v1/conversations/${c.uuid}`
    const choice = random()
    const actions: [below: number, perform: () => Promise<unknown>][] = [
      [
        0.2,
        () =>
          browser.post(`${path}/messages`, {
            sender_type: 'contact',
            message: '<p>And?</p>',
            to: [],
            private: false,
          }),
      ],
      [
        0.45,
        () =>
          browser.post(`${path}/messages`, {
            message: '<p>So</p>',
            to: ['c@customer.test'],
            private: random() < 0.2,
          }),
      ],
      [0.58, deliver],
      [
        0.72,
        () =>
          browser.put(`${path}/status`, {
            status: pick(['Resolved', 'Resolved', 'Closed', 'Open', 'Parked']),
          }),
      ],
      [0.8, () => browser.put(`${path}/assignee/user`, { assignee_id: pick(agents).id })],
      [0.86, () => browser.put(`${path}/assignee/team`, { assignee_id: pick(teams) })],
      [0.92, () => setRandomTags(browser, c)],
      [0.94, () => browser.del(path)],
      [0.95, () => browser.post(`${path}/spam`)],
      [0.965, () => browser.post(`${path}/restore`)],
      [0.98, () => browser.put(`${path}/inbox`, { inbox_id: pick(inboxes).id })],
      [1, () => rate(c)],
    ]
    await actions.find(([below]) => choice < below)?.[1]()
  }

  return {
    agents,
    inboxes,
    north,
    south,
    tagsOf,
    opens: isOpen,
    policy,
    shared: () => shared,
    /** Runs this many random actions, whole minutes apart, and lets the engines run from time to time. */
    async runRandomActions(times: number) {
      for (let n = 0; n < times; n++) {
        await engines.advance(60_000 * Math.floor(random() ** 2 * 500))
        await doRandomAction()
        if (random() < 0.2) await engines.settle()
      }
      await deliver()
    },
    async changeHours() {
      shared = { ...shared, from: 600, to: 1200, days: [...week, 'Sat'] }
      await call('put', `business-hours/${shared_id}`, hoursBody(shared, 'Shared'))
      recordHours(null, shared)
      own = { ...own, zone: 'Asia/Tokyo' }
      await call('put', `teams/${north}`, { ...team, timezone: own.zone })
      recordHours(north, own)
    },
    /** Deletes the team's own business hours; it falls back to the workspace's. */
    async dropHours() {
      await call('del', `business-hours/${own_id}`)
      recordHours(north, null)
    },
    async changeZone(to: string) {
      shared = { ...shared, zone: to }
      await call('put', 'settings/general', { 'app.timezone': to })
      recordHours(null, shared)
    },
    /** Changes whether the status "Parked" counts as closed or as open. */
    async setParkedCategory(category: 'closed' | 'waiting') {
      await call('put', `statuses/${parked.id}`, { name: parked.name, category })
    },
    async mergeTags() {
      const [red, green] = tags as [(typeof tags)[0], (typeof tags)[0]]
      await call('post', `tags/${red.id}/merge`, { into_id: green.id })
      for (const own of tagsOf.values()) if (own.delete(red.id)) own.add(green.id)
      tags = tags.slice(1)
    },
    async deleteTagAndTeam() {
      const blue = tags.at(-1)
      await call('del', `tags/${blue?.id}`)
      tags = tags.slice(0, -1)
      await call('del', `teams/${south}`)
      teams = [north]
      return blue
    },
  }
}
