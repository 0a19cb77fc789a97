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

/** The actions of people, in sequence. `n` numbers conversations from 0 in order of creation. */
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

/** A reproducible script of user actions for this many days and conversations, in chronological order. */
export function generateScript(
  seed: number,
  from: Date,
  days: number,
  conversations: number,
  agents: number,
): UserAction[] {
  const random = seededRandom(seed)
  const actions: UserAction[] = []
  for (let n = 0; n < conversations; n++)
    actions.push(...conversationScript(random, n, randomlyLater(random, from, days * day), conversations))
  for (let agent = 0; agent < agents; agent++) {
    actions.push({ at: from, does: 'availability', agent, status: 'online' })
    for (
      let at = randomlyLater(random, from, 9 * hour);
      at.getTime() < from.getTime() + days * day;
      at = randomlyLater(random, at, 18 * hour)
    )
      actions.push({
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
      actions.push({ at: randomlyLater(random, from, days * day), does, dice: random.between(0, 1_000_000) })
  const end = from.getTime() + days * day
  return actions
    .filter(({ at }) => at.getTime() <= end)
    .map((action, index) => ({ act: action, place: index }))
    .sort((a, b) => a.act.at.getTime() - b.act.at.getTime() || a.place - b.place)
    .map(({ act: action }) => action)
}

function randomlyLater(random: SeededRandom, at: Date, max_ms: number): Date {
  return new Date(at.getTime() + random.between(1, max_ms / 1000) * 1000)
}

/** The first email of a conversation, what happens to it, and often its end and a rating. */
function conversationScript(
  random: SeededRandom,
  n: number,
  start: Date,
  conversations: number,
): UserAction[] {
  let at = start
  const email = `${random.chance(0.15) ? 'vip' : 'customer'}${random.between(1, Math.ceil(conversations / 2))}@customer.test`
  const actions: UserAction[] = [
    {
      at,
      does: 'write',
      n,
      inbox: random.between(0, 2),
      email,
      subject: `${random.pick(subjects)} ${1000 + n}`,
      text: random.chance(0.1) ? 'It is urgent.' : 'Can you help me?',
    },
  ]
  const steps = random.between(1, 7)
  for (let step = 0; step < steps; step++) {
    at = randomlyLater(random, at, 14 * hour)
    const does = random.pick([
      ...(['reply', 'reply', 'reply', 'answer', 'answer', 'note', 'take', 'resolve', 'resolve'] as const),
      ...(['snooze', 'nap', 'team', 'unassign', 'priority', 'reopen', 'rate'] as const),
    ])
    actions.push({ at, does, n, dice: random.between(0, 1_000_000) })
  }
  if (!random.chance(0.6)) return actions
  at = randomlyLater(random, at, 20 * hour)
  actions.push({ at, does: 'resolve', n, dice: random.between(0, 1_000_000) })
  if (random.chance(0.4)) {
    at = randomlyLater(random, at, 10 * hour)
    actions.push({ at, does: 'rate', n, dice: random.between(0, 1_000_000) })
  }
  return actions
}

/** Marks messages as sent immediately, without a mail server. */
export const instantMailDelivery = (t: Pick<TestApp, 'act' | 'system' | 'secrets'>): Jobs => ({
  send_message: ({ id }) =>
    t.act(t.system, async (tx) => {
      const claimed = await claimMessage(tx, t.secrets, Number(id), null)
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

/** Performs the action as a browser or a customer would. Actions that the product refuses in the current state are skipped. */
export async function performAction(workspace: SimulatedWorkspace, action: UserAction): Promise<void> {
  switch (action.does) {
    case 'availability':
      return setAvailability(workspace, action)
    case 'policy':
    case 'hours':
      return changeSettings(workspace, action)
    case 'write':
      return startConversation(workspace, action)
    default: {
      const c = await findConversation(workspace, action.n)
      if (c) await actOnConversation(workspace, c, action.does, seededRandom(action.dice))
    }
  }
}

type FoundConversation = {
  uuid: string
  assigned_user_id: number | null
  status_category: string
  contact_email: string
}

/** The number of a conversation is at the end of its subject. */
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
  action: StartConversation,
): Promise<void> {
  const { status, body } = await admin.post('/api/v1/conversations', {
    inbox_id: inboxes[action.inbox]?.id,
    contact_email: action.email,
    first_name: 'Customer',
    last_name: '',
    subject: action.subject,
    content: `<p>${action.text}</p>`,
    initiator: 'contact',
  })
  if (status !== 200) throw new Error(JSON.stringify(body))
}

async function setAvailability(workspace: SimulatedWorkspace, action: Availability): Promise<void> {
  await workspace.agents[action.agent]?.browser.put('/api/v1/agents/me/availability', {
    status: action.status,
  })
}

/** An administrator changes a target, or adds a holiday. */
async function changeSettings(workspace: SimulatedWorkspace, action: SettingsChange): Promise<void> {
  const { admin, policies, hours, t } = workspace
  const d = seededRandom(action.dice)
  if (action.does === 'policy') {
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
  workspace.history.push(await readSettings(workspace))
}

async function actOnConversation(
  workspace: SimulatedWorkspace,
  c: FoundConversation,
  does: ConversationAction['does'],
  d: SeededRandom,
): Promise<void> {
  const path = `/api/v1/conversations/${c.uuid}`
  const assignee = workspace.agents.find(({ actor }) => actor.id === c.assigned_user_id)
  const agent = assignee ?? d.pick(workspace.agents)
  const { browser } = agent
  switch (does) {
    case 'answer':
      await workspace.admin.post(`${path}/messages`, {
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
      await browser.put(`${path}/assignee/team`, { assignee_id: d.pick(Object.values(workspace.teams)).id })
      return
    case 'priority':
      await browser.put(`${path}/priority`, { priority: d.pick(['Low', 'Medium', 'High']) })
      return
    case 'rate':
      await answerSurvey(workspace, c, d)
  }
}

/** Answers the latest survey of the conversation through its page. */
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
