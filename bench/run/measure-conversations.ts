import type pg from 'pg'
import type { Session } from './browser.ts'
import { callerBaseline, listRowsSql, type Statement, timeStatements } from './db-baseline.ts'
import { percentilesOf, type Timed } from './metrics.ts'
import type { Target } from './target.ts'

type One = Target['uuids'][number]
export type Step = {
  name: string
  path(one: One): string
  baseline(one: One, reader: number): Statement[]
  readsTexts: boolean
  target: Timed['target']
}

const openingTarget = { p95: 10, times_baseline: 2.5 }

/** What a browser requests when a conversation is opened. */
export const openingSteps: Step[] = [
  {
    name: 'conversation',
    path: ({ uuid }) => `/api/v1/conversations/${uuid}`,
    baseline: ({ uuid }, reader) => [
      callerBaseline(reader),
      conversationBaseline(uuid, reader),
      previousBaseline(uuid),
    ],
    readsTexts: false,
    target: openingTarget,
  },
  {
    name: '30 newest messages',
    path: ({ uuid }) => `/api/v1/conversations/${uuid}/messages?page_size=30`,
    baseline: ({ uuid }, reader) => [callerBaseline(reader), ...messagesBaseline(uuid)],
    readsTexts: true,
    target: openingTarget,
  },
]

const conversationBaseline = (uuid: string, reader: number): Statement => ({
  name: 'baseline conversation',
  text: listRowsSql('select id, 1 as place from conversations where uuid = $1', '$2'),
  values: [uuid, reader],
})

const previousBaseline = (uuid: string): Statement => ({
  name: 'baseline previous',
  text: `select c.id, c.uuid, c.subject, c.created_at, c.updated_at, c.last_message, c.last_message_at, s.name
    from conversations one join conversations c on c.contact_id = one.contact_id and c.id <> one.id join statuses s on s.id = c.status_id
    where one.uuid = $1 and c.deleted_at is null order by c.created_at desc limit 10`,
  values: [uuid],
})

const messagesBaseline = (uuid: string): Statement[] => [
  {
    name: 'baseline messages',
    text: `select m.id, m.uuid, m.created_at, m.updated_at, m.version, m.type, m.status, m.private, m.sender_type, m.sender_id,
        m.content_type, m.content, m.text_content, m.remote_images, m.complex, m.meta, m.activity, m.delivery_error,
        coalesce(a.first_name, k.first_name) as first_name, coalesce(a.last_name, k.last_name) as last_name,
        (select json_agg(f) from media f where f.message_id = m.id) as files
      from conversations c join lateral (
        select * from messages where conversation_id = c.id and held_until is null order by created_at desc, id desc limit 30) m on true
      left join agents a on m.sender_type = 'agent' and a.id = m.sender_id
      left join contacts k on m.sender_type = 'contact' and k.id = m.sender_id
      where c.uuid = $1 order by m.created_at desc, m.id desc`,
    values: [uuid],
  },
  {
    name: 'baseline messages count',
    text: `select count(*) from messages m join conversations c on c.id = m.conversation_id where c.uuid = $1 and m.held_until is null`,
    values: [uuid],
  },
]

/** Opens each conversation twice and counts the second time, so that disk reads are not measured. */
export async function measureStep(
  browser: Session,
  client: pg.Client,
  target: Target,
  step: Step,
): Promise<Timed> {
  const server: number[] = []
  const baseline: number[] = []
  for (const one of target.uuids) {
    await browser.get(step.path(one))
    server.push((await browser.get(step.path(one))).ms)
    await timeStatements(client, step.baseline(one, target.agent_id))
    baseline.push(await timeStatements(client, step.baseline(one, target.agent_id)))
  }
  return {
    name: step.name,
    server: percentilesOf(server),
    baseline: percentilesOf(baseline),
    queries: null,
    target: step.target,
  }
}

export const noteCall = ({ uuid }: One) => ({
  path: `/api/v1/conversations/${uuid}/messages`,
  body: { private: true, message: '<p>Called them: the parcel is at the neighbour’s.</p>' },
})

/** Sends a private note: message, conversation, read marker and event in one transaction, durable when answered. */
export async function measureNotes(
  browser: Session,
  client: pg.Client,
  target: Target,
  repetitions: number,
): Promise<Timed> {
  const server: number[] = []
  const baseline: number[] = []
  for (let n = 0; n < repetitions; n++) {
    const one = target.uuids[n % target.uuids.length]
    if (!one) break
    const { path, body } = noteCall(one)
    server.push((await browser.post(path, body)).ms)
    baseline.push(await timeStatements(client, noteBaseline(one, target.agent_id, body.message)))
  }
  return {
    name: 'send a note',
    server: percentilesOf(server),
    baseline: percentilesOf(baseline),
    queries: null,
    target: null,
  }
}

const noteBaseline = (one: One, reader: number, text: string): Statement[] => [
  { name: 'baseline begin', text: 'begin', values: [] },
  {
    name: 'baseline note',
    text: `insert into messages (created_at, updated_at, conversation_id, inbox_id, type, status, private, sender_type, sender_id, content)
      select now(), now(), id, inbox_id, 'outgoing', 'sent', true, 'agent', $2, $3 from conversations where id = $1`,
    values: [one.id, reader, text],
  },
  {
    name: 'baseline count',
    text: 'update conversations set unread_counter = unread_counter + 1, version = version + 1, updated_at = now() where id = $1',
    values: [one.id],
  },
  {
    name: 'baseline seen',
    text: `insert into conversation_seen (agent_id, conversation_id, own_since) values ($2, $1, 1)
      on conflict (agent_id, conversation_id) do update set own_since = conversation_seen.own_since + 1`,
    values: [one.id, reader],
  },
  {
    name: 'baseline event',
    text: `insert into events (at, type, actor_kind, actor_id, conversation_id, object_type, object_id)
      values (now(), 'message.created', 'agent', $2, $1, 'conversation', $1)`,
    values: [one.id, reader],
  },
  { name: 'baseline commit', text: 'commit', values: [] },
]
