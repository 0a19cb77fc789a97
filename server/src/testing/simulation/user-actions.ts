import { claimMessage } from '../../features/email/sending/message-claim.ts'
import { markSent } from '../../features/email/sending/message-outcome.ts'
import type { Jobs } from '../../jobs/queue.ts'
import { type SeededRandom, seededRandom } from '../seeded-random.ts'
import type { TestApp } from '../test-app.ts'
import { readSettings } from './read-settings.ts'
import type { SimulatedWorkspace } from './simulated-workspace.ts'

const conversationActions = [
  ...(['answer', 'reply', 'note', 'resolve', 'reopen', 'take', 'rate'] as const),
  ...(['snooze', 'nap', 'team', 'unassign', 'priority'] as const),
] as const

type StartConversation = {
  at: Date
  does: 'write'
  n: number
  inbox: number
  email: string
  subject: string
  text: string
}
type ConversationAction = { at: Date; does: (typeof conversationActions)[number]; n: number; dice: number }
type Availability = { at: Date; does: 'availability'; agent: number; status: string }
type SettingsChange = { at: Date; does: 'policy' | 'hours'; dice: number }

/** What people do, one at a time. `n` counts conversations from 0, in the order of their making. */
export type UserAction = StartConversation | ConversationAction | Availability | SettingsChange

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const subjects = [
  'A refund for order',
  'The invoice of order',
  'A broken lamp, order',
  'A visit about order',
  'About order',
]

/** A life of so many days and conversations, in order of time; the same for the same seed. */
export function generateScript(
  seed: number,
  from: Date,
  days: number,
  conversations: number,
  agents: number,
): UserAction[] {
  const random = seededRandom(seed)
  const acts: UserAction[] = []
  const randomlyLater = (at: Date, most: number) =>
    new Date(at.getTime() + random.between(1, most / 1000) * 1000)
  for (let n = 0; n < conversations; n++) {
    let at = randomlyLater(from, days * day)
    const email = `${random.chance(0.15) ? 'vip' : 'customer'}${random.between(1, Math.ceil(conversations / 2))}@customer.test`
    acts.push({
      at,
      does: 'write',
      n,
      inbox: random.between(0, 2),
      email,
      subject: `${random.pick(subjects)} ${1000 + n}`,
      text: random.chance(0.1) ? 'It is urgent.' : 'Can you help me?',
    })
    const steps = random.between(1, 7)
    for (let step = 0; step < steps; step++) {
      at = randomlyLater(at, 14 * hour)
      const does = random.pick([
        ...(['reply', 'reply', 'reply', 'answer', 'answer', 'note', 'take', 'resolve', 'resolve'] as const),
        ...(['snooze', 'nap', 'team', 'unassign', 'priority', 'reopen', 'rate'] as const),
      ])
      acts.push({ at, does, n, dice: random.between(0, 1_000_000) })
    }
    if (random.chance(0.6)) {
      at = randomlyLater(at, 20 * hour)
      acts.push({ at, does: 'resolve', n, dice: random.between(0, 1_000_000) })
      if (random.chance(0.4))
        acts.push({ at: randomlyLater(at, 10 * hour), does: 'rate', n, dice: random.between(0, 1_000_000) })
    }
  }
  for (let agent = 0; agent < agents; agent++) {
    acts.push({ at: from, does: 'availability', agent, status: 'online' })
    for (
      let at = randomlyLater(from, 9 * hour);
      at.getTime() < from.getTime() + days * day;
      at = randomlyLater(at, 18 * hour)
    )
      acts.push({
        at,
        does: 'availability',
        agent,
        status: random.pick([
          'online',
          'online',
          'online',
          'away',
          'away_manual',
          'away_and_reassigning',
          'offline',
        ]),
      })
  }
  for (const does of ['policy', 'hours'] as const)
    for (let times = 0; times < Math.ceil(days / 5); times++)
      acts.push({ at: randomlyLater(from, days * day), does, dice: random.between(0, 1_000_000) })
  const end = from.getTime() + days * day
  return acts
    .filter(({ at }) => at.getTime() <= end)
    .map((act, place) => ({ act, place }))
    .sort((a, b) => a.act.at.getTime() - b.act.at.getTime() || a.place - b.place)
    .map(({ act }) => act)
}

/** Mail leaves at once, and says so, without a server to talk to. */
export const instantMailDelivery = (t: Pick<TestApp, 'act' | 'system' | 'secrets'>): Jobs => ({
  send_message: ({ id }) =>
    t.act(t.system, async (tx) => {
      const claimed = await claimMessage(tx, t.secrets, Number(id))
      if (!claimed) return
      const sender = await tx.db
        .selectFrom('agents')
        .select('is_system')
        .where('id', '=', claimed.sender_id)
        .executeTakeFirst()
      const is_csat = (claimed.meta as { is_csat?: boolean }).is_csat === true
      await markSent(tx, claimed, { refused: [], by_person: !is_csat && sender?.is_system === false })
    }),
})

/** Does it, as a browser or a customer would. What the product refuses, because of what happened since, is left undone. */
export async function performAction(world: SimulatedWorkspace, act: UserAction): Promise<void> {
  switch (act.does) {
    case 'availability':
      return setAvailability(world, act)
    case 'policy':
    case 'hours':
      return changeSettings(world, act)
    case 'write':
      return startConversation(world, act)
    default: {
      const c = await findConversation(world, act.n)
      if (c) await actOnConversation(world, c, act.does, seededRandom(act.dice))
    }
  }
}

type FoundConversation = {
  uuid: string
  assigned_user_id: number | null
  status_category: string
  contact_email: string
}

/** Conversations carry their number at the end of the subject. */
async function findConversation(
  { t }: SimulatedWorkspace,
  n: number,
): Promise<FoundConversation | undefined> {
  return t.db
    .selectFrom('conversations as c')
    .innerJoin('contacts as p', 'p.id', 'c.contact_id')
    .select(['c.uuid', 'c.assigned_user_id', 'c.status_category', 'p.email as contact_email'])
    .$narrowType<{ contact_email: string }>()
    .where('c.subject', 'like', `% ${1000 + n}`)
    .executeTakeFirst()
}

async function startConversation(
  { admin, inboxes }: SimulatedWorkspace,
  act: StartConversation,
): Promise<void> {
  const { status, body } = await admin.post('/api/v1/conversations', {
    inbox_id: inboxes[act.inbox]?.id,
    contact_email: act.email,
    first_name: 'Customer',
    last_name: '',
    subject: act.subject,
    content: `<p>${act.text}</p>`,
    initiator: 'contact',
  })
  if (status !== 200) throw new Error(JSON.stringify(body))
}

async function setAvailability(world: SimulatedWorkspace, act: Availability): Promise<void> {
  await world.agents[act.agent]?.browser.put('/api/v1/agents/me/availability', { status: act.status })
}

/** An administrator thinks again: other times, another holiday. */
async function changeSettings(world: SimulatedWorkspace, act: SettingsChange): Promise<void> {
  const { admin, policies, hours, t } = world
  const d = seededRandom(act.dice)
  if (act.does === 'policy') {
    const path = `/api/v1/sla/${d.pick(Object.values(policies)).id}`
    const { data } = (await admin.get(path)).body
    await admin.put(path, { ...data, resolution_time: `${d.between(10, 40)}h` })
  } else {
    const path = `/api/v1/business-hours/${d.pick(Object.values(hours)).id}`
    const { data } = (await admin.get(path)).body
    const date = new Date(t.clock.now().getTime() + d.between(1, 3) * day).toISOString().slice(0, 10)
    if (data.holidays.some((holiday: { date: string }) => holiday.date === date)) return
    await admin.put(path, { ...data, holidays: [...data.holidays, { name: 'Short notice', date }] })
  }
  world.history.push(await readSettings(world))
}

async function actOnConversation(
  world: SimulatedWorkspace,
  c: FoundConversation,
  does: ConversationAction['does'],
  d: SeededRandom,
): Promise<void> {
  const path = `/api/v1/conversations/${c.uuid}`
  const own = world.agents.find(({ actor }) => actor.id === c.assigned_user_id)
  const agent = own ?? d.pick(world.agents)
  const { browser } = agent
  switch (does) {
    case 'answer':
      await world.admin.post(`${path}/messages`, {
        sender_type: 'contact',
        message: d.chance(0.2) ? '<p>It is urgent now.</p>' : '<p>Thanks. One more thing.</p>',
      })
      return
    case 'reply':
      await browser.post(`${path}/messages`, { message: '<p>We look into it.</p>', to: [c.contact_email] })
      return
    case 'note':
      await browser.post(`${path}/messages`, { message: '<p>Asked the warehouse.</p>', private: true })
      return
    case 'resolve':
      await browser.put(`${path}/status`, { status: 'Resolved' })
      return
    case 'reopen':
      await browser.put(`${path}/status`, { status: 'Open' })
      return
    case 'snooze':
      if (c.status_category !== 'closed')
        await browser.put(`${path}/status`, { status: 'Snoozed', snoozed_until: `${d.between(1, 30)}h` })
      return
    case 'nap':
      if (c.status_category === 'open')
        await browser.put(`${path}/status`, { status: 'Snoozed', snoozed_until: '90m' })
      return
    case 'take':
      await browser.put(`${path}/assignee/user`, { assignee_id: agent.actor.id })
      return
    case 'unassign':
      await browser.put(`${path}/assignee/user/remove`, {})
      return
    case 'team':
      await browser.put(`${path}/assignee/team`, { assignee_id: d.pick(Object.values(world.teams)).id })
      return
    case 'priority':
      await browser.put(`${path}/priority`, { priority: d.pick(['Low', 'Medium', 'High']) })
      return
    case 'rate':
      await answerSurvey(world, c, d)
  }
}

/** Answers the newest survey of the conversation, as its page does. */
async function answerSurvey({ t }: SimulatedWorkspace, c: FoundConversation, d: SeededRandom): Promise<void> {
  const survey = await t.db
    .selectFrom('csat_surveys as s')
    .innerJoin('conversations as k', 'k.id', 's.conversation_id')
    .select('s.uuid')
    .where('k.uuid', '=', c.uuid)
    .orderBy('s.id', 'desc')
    .executeTakeFirst()
  if (!survey) return
  await t.send({
    method: 'POST',
    url: `/csat/${survey.uuid}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `rating=${d.between(1, 5)}&feedback=${d.chance(0.5) ? 'Quick%20and%20kind' : ''}`,
  })
}
