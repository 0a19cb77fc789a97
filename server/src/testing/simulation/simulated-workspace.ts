import type { Actor } from '../../actor.ts'
import { findActorByAgentId } from '../../identity/load-actor.ts'
import type { TestApp } from '../test-app.ts'
import { readSettings } from './read-settings.ts'
import type { SettingsSnapshot } from './recount-sla.ts'
import { simulatedRules } from './simulated-rules.ts'

export type SimulatedWorkspace = Awaited<ReturnType<typeof createSimulatedWorkspace>>
type Browser = Awaited<ReturnType<TestApp['as']>>

const week = (spans: [string, string][]) =>
  Object.fromEntries(
    ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map((day) => [
      day,
      { spans: spans.map(([open, close]) => ({ open, close })) },
    ]),
  )

const notices = [
  {
    type: 'warning',
    metric: 'first_response',
    time_delay_type: 'before',
    time_delay: '30m',
    recipients: ['assigned_user'],
  },
  {
    type: 'breach',
    metric: 'all',
    time_delay_type: 'immediately',
    time_delay: '',
    recipients: ['assigned_user'],
  },
]

/**
 * A workspace with all automatic behaviour enabled: three teams with three calendars in three time zones (two with DST, all with holidays),
 * agents spread over them, SLA policies, rules of every type, and surveys. Created through the admin API.
 */
export async function createSimulatedWorkspace(t: TestApp, { agents: count = 20 } = {}) {
  const administrator = await t.make.agent({ first_name: 'Boss', permissions: t.make.allPermissions })
  const admin = await t.as(administrator)
  const calls = checkedCalls(admin)

  await calls.put('/api/v1/settings/general', {
    ...(await admin.get('/api/v1/settings/general')).body.data,
    'app.timezone': 'Europe/Berlin',
  })
  const hours = {
    berlin: await calls.post('/api/v1/business-hours', {
      name: 'Berlin, with a lunch break',
      is_always_open: false,
      hours: week([
        ['09:00', '12:30'],
        ['13:30', '18:00'],
      ]),
      holidays: [
        { name: 'Good Friday', date: '2026-04-03' },
        { name: 'Easter Monday', date: '2026-04-06' },
      ],
    }),
    new_york: await calls.post('/api/v1/business-hours', {
      name: 'New York',
      is_always_open: false,
      hours: week([['08:00', '20:00']]),
      holidays: [{ name: 'A day off', date: '2026-03-11' }],
    }),
    kolkata: await calls.post('/api/v1/business-hours', {
      name: 'Kolkata, also on Saturdays',
      is_always_open: false,
      hours: { ...week([['10:00', '19:30']]), Saturday: { open: '10:00', close: '14:00' } },
      holidays: [{ name: 'Holi', date: '2026-03-04' }],
    }),
  }
  const policy = (name: string, first: string, next: string, resolution: string) =>
    calls.post('/api/v1/sla', {
      name,
      description: '',
      first_response_time: first,
      next_response_time: next,
      resolution_time: resolution,
      notifications: notices,
    })
  const policies = {
    standard: await policy('Standard', '4h', '6h', '24h'),
    gold: await policy('Gold', '1h', '2h', '8h'),
    slow: await policy('Slow', '', '', '40h'),
  }
  const agents: { actor: Actor; browser: Browser; name: string }[] = []
  for (let n = 1; n <= count; n++) {
    const name = `Agent${String(n).padStart(2, '0')}`
    const { id } = await t.make.agent({ first_name: name })
    const actor = await findActorByAgentId(t.db, id)
    if (!actor) throw new Error('The agent was not created')
    agents.push({ actor, browser: await t.as(actor), name })
  }
  const members = (from: number) =>
    agents.filter((_, n) => n % 3 === from || n % 7 === from).map(({ actor }) => actor.id)
  const team = (
    name: string,
    conversation_assignment_type: string,
    timezone: string,
    business_hours_id: number,
    sla_policy_id: number | null,
    max_auto_assigned_conversations: number,
    from: number,
  ) =>
    calls.post('/api/v1/teams', {
      name,
      emoji: '',
      conversation_assignment_type,
      timezone,
      business_hours_id,
      sla_policy_id,
      max_auto_assigned_conversations,
      member_ids: members(from),
    })
  const teams = {
    billing: await team(
      'Billing',
      'Round robin',
      'Europe/Berlin',
      hours.berlin.id,
      policies.standard.id,
      6,
      0,
    ),
    support: await team(
      'Support',
      'Least busy',
      'America/New_York',
      hours.new_york.id,
      policies.standard.id,
      0,
      1,
    ),
    field: await team('Field', 'Manual', 'Asia/Kolkata', hours.kolkata.id, policies.slow.id, 0, 2),
  }
  const tags = []
  for (const name of ['refund', 'vip', 'handed over', 'done', 'waiting long'])
    tags.push(await t.make.tag(name))
  const inboxes = [await t.make.inbox(), await t.make.inbox(), await t.make.inbox()]
  await t.db
    .updateTable('inboxes')
    .set({ csat_enabled: true })
    .where(
      'id',
      'in',
      inboxes.slice(0, 2).map(({ id }) => id),
    )
    .execute()
  /** The settings over time, starting with the initial ones. */
  const history: SettingsSnapshot[] = [await readSettings({ t, admin })]
  const world = { t, admin, boss: administrator, hours, policies, teams, agents, tags, inboxes, history }
  for (const rule of simulatedRules(world)) await calls.post('/api/v1/automations/rules', rule)
  return world
}

/** Calls that must succeed; returns their data. */
function checkedCalls(browser: Browser) {
  const expectSuccess = (path: string, { status, body }: Awaited<ReturnType<Browser['get']>>) => {
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`)
    return body.data
  }
  return {
    post: async (path: string, body: object) => expectSuccess(path, await browser.post(path, body)),
    put: async (path: string, body: object) => expectSuccess(path, await browser.put(path, body)),
  }
}
