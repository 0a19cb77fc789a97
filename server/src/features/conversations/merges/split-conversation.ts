import { randomUUID } from 'node:crypto'
import { splitRefusal } from '@parley/contract/conversations/merge-conversations'
import { sql } from 'kysely'
import { lockVisible } from '../../../conversation-access.ts'
import { json } from '../../../db/json.ts'
import type { Tx } from '../../../db/transaction.ts'
import { conflict, notFound } from '../../../http/errors.ts'
import { withMerged } from '../../../merged-conversations.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { assignTeam } from '../assign-team.ts'
import { assignUser } from '../assign-user.ts'
import { insertConversation } from '../insert-conversation.ts'
import { insertActivity, type MessageRow } from '../timeline/insert-message.ts'
import { updateConversation } from '../update-conversation.ts'
import { countsAsUnread, deriveFromMessages } from './derive-from-messages.ts'
import { recordUnread } from './merged-seen.ts'
import { moveMessages } from './move-messages.ts'
import { splitState } from './split-state.ts'

/**
 * Moves a message and the later emails and notes to a new conversation. Activity lines stay: they say what happened to
 * the first one.
 */
export async function splitConversation(
  tx: Tx,
  { uuid, message }: { uuid: string; message: string },
): Promise<ConversationRow> {
  const source = await lockVisible(tx, uuid)
  const first = await getMessage(tx, source, message)
  const message_ids = await listMovable(tx, source, first)
  const reason = splitRefusal({
    type: first.type,
    is_apart: first.side_thread_id !== null || isSurvey(first),
    is_first: !(await hasEarlier(tx, source, first)),
    merged: await findMergedSince(tx, source, first),
  })
  if (reason) throw conflict(reason)

  const created_uuid = randomUUID()
  const caused = await tx.recordAsCause({
    type: 'conversation.split',
    conversation: { before: source, after: source },
    data: { to: { uuid: created_uuid }, message_uuid: message, count: message_ids.length },
  })
  const created = await createFrom(caused, source, first, created_uuid)
  await moveMessages(tx, message_ids, { from: source, to: created })
  const unread = await countUnread(tx, message_ids)
  const remaining = await leave(caused, source, { created, count: message_ids.length, unread })
  const filled = await fill(caused, created, { source, unread })
  await splitSeen(caused, { source, remaining, created: filled, message_ids })
  const assigned = await assignLike(caused, filled, source)
  await tx.db
    .insertInto('conversation_splits')
    .values({
      conversation_id: created.id,
      source_id: source.id,
      split_at: tx.now,
      message_ids,
      snapshots: json({ source_preview: previewOf(source), created: await splitState(tx, assigned) }),
    })
    .execute()
  return assigned
}

const previewOf = ({ last_message, last_message_at }: ConversationRow) => ({ last_message, last_message_at })

async function getMessage(tx: Tx, c: ConversationRow, uuid: string): Promise<MessageRow> {
  const row = await tx.db
    .selectFrom('messages')
    .selectAll()
    .where('uuid', '=', uuid)
    .where('conversation_id', '=', sql<number>`any(${withMerged(c.id)})`)
    .where('held_until', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound('Message')
  return row
}

const isSurvey = ({ meta }: MessageRow) => (meta as { is_csat?: boolean }).is_csat === true // written from the contract's type

const isAtOrAfter = (first: MessageRow) =>
  sql<boolean>`(m.created_at, m.id) >= (${first.created_at}::timestamptz, ${first.id})`

/** Emails and notes. A survey belongs to the conversation that it asks about, and so does a side thread. */
const isMovable = sql<boolean>`(m.type <> 'activity' and m.side_thread_id is null
  and not coalesce((m.meta->>'is_csat')::boolean, false))`

async function listMovable(tx: Tx, c: ConversationRow, first: MessageRow): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('messages as m')
    .select('m.id')
    .where('m.conversation_id', '=', c.id)
    .where(isMovable)
    .where(isAtOrAfter(first))
    .orderBy('m.id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

async function hasEarlier(tx: Tx, c: ConversationRow, first: MessageRow): Promise<boolean> {
  const row = await tx.db
    .selectFrom('messages as m')
    .select('m.id')
    .where('m.conversation_id', '=', c.id)
    .where(isMovable)
    .where(sql<boolean>`not ${isAtOrAfter(first)}`)
    .executeTakeFirst()
  return row !== undefined
}

/** A merged conversation with messages from this one on: they belong to it, and unmerging takes them out. */
async function findMergedSince(
  tx: Tx,
  c: ConversationRow,
  first: MessageRow,
): Promise<{ reference_number: string } | null> {
  const row = await tx.db
    .selectFrom('messages as m')
    .innerJoin('conversations as own', 'own.id', 'm.conversation_id')
    .select('own.reference_number')
    .where('own.merge_root_id', '=', c.id)
    .where(isMovable)
    .where(isAtOrAfter(first))
    .orderBy('m.id')
    .executeTakeFirst()
  return row ?? null
}

/** With the contact who wrote the message; for a message of ours, the one it was written to. */
async function createFrom(
  tx: Tx,
  source: ConversationRow,
  first: MessageRow,
  uuid: string,
): Promise<ConversationRow> {
  const contact = await tx.db
    .selectFrom('contacts')
    .selectAll()
    .where('id', '=', first.type === 'incoming' ? first.sender_id : source.contact_id)
    .executeTakeFirstOrThrow()
  const { subject } = first.meta as { subject?: string } // written from the contract's type
  return insertConversation(tx, {
    contact,
    inbox_id: source.inbox_id,
    subject: subject || source.subject,
    origin: 'ui',
    uuid,
    split_from_id: source.id,
  })
}

async function countUnread(tx: Tx, message_ids: number[]): Promise<number> {
  const { count } = await tx.db
    .selectFrom('messages as m')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('m.id', 'in', message_ids)
    .where(countsAsUnread)
    .executeTakeFirstOrThrow()
  return count
}

async function leave(
  tx: Tx,
  source: ConversationRow,
  { created, count, unread }: { created: ConversationRow; count: number; unread: number },
): Promise<ConversationRow> {
  const { last_message_at, ...derived } = await deriveFromMessages(tx, source.id)
  const after = await updateConversation(tx, source, {
    ...derived,
    last_message_at: last_message_at ?? source.created_at,
    unread_counter: source.unread_counter - unread,
  })
  const { uuid, reference_number } = created
  const line = await insertActivity(tx, after, { type: 'split_to', data: { uuid, reference_number, count } })
  await tx.record({
    type: 'conversation.messages_moved',
    conversation: { before: source, after },
    message_ids: [line],
    data: { to: { uuid, reference_number } },
  })
  return after
}

async function fill(
  tx: Tx,
  created: ConversationRow,
  { source, unread }: { source: ConversationRow; unread: number },
): Promise<ConversationRow> {
  const { last_message_at, ...derived } = await deriveFromMessages(tx, created.id)
  const after = await updateConversation(tx, created, {
    ...derived,
    last_message_at: last_message_at ?? created.created_at,
    unread_counter: unread,
    priority_id: source.priority_id,
  })
  const { uuid, reference_number } = source
  const line = await insertActivity(tx, after, { type: 'split_from', data: { uuid, reference_number } })
  await tx.record({
    type: 'conversation.messages_received',
    conversation: { before: created, after },
    message_ids: [line],
    data: { from: { uuid, reference_number } },
  })
  return after
}

/** The team's SLA policy applies from now on. Someone who can’t be assigned any more keeps the first conversation only. */
async function assignLike(
  tx: Tx,
  created: ConversationRow,
  source: ConversationRow,
): Promise<ConversationRow> {
  const { assigned_team_id: team, assigned_user_id: agent } = source
  const inTeam = team === null ? created : await assignTeam(tx, created, team)
  const isAssignable =
    agent !== null &&
    (await tx.db
      .selectFrom('agents')
      .select('id')
      .where('id', '=', agent)
      .where('enabled', '=', true)
      .where('deleted_at', 'is', null)
      .executeTakeFirst())
  return isAssignable ? assignUser(tx, inTeam, agent) : inTeam
}

/** Unread messages are the newest ones, so they are in the new conversation first. */
async function splitSeen(
  tx: Tx,
  {
    source,
    remaining,
    created,
    message_ids,
  }: {
    source: ConversationRow
    remaining: ConversationRow
    created: ConversationRow
    message_ids: number[]
  },
): Promise<void> {
  const { rows } = await sql<{ agent_id: number; unread: number; moved: number; seen_at: Date | null }>`
    select seen.agent_id, seen.seen_at, greatest(0, ${source.unread_counter} - seen.seen_counter - seen.own_since) as unread,
      (select count(*) from messages m where m.id = any(${message_ids}) and ${countsAsUnread}
        and not (m.sender_type = 'agent' and m.sender_id = seen.agent_id)) as moved
    from conversation_seen seen where seen.conversation_id = ${source.id}`.execute(tx.db)
  const split = (c: ConversationRow, unreadOf: (row: { unread: number; moved: number }) => number) =>
    rows.map((row) => ({
      agent_id: row.agent_id,
      conversation_id: c.id,
      seen_at: row.seen_at,
      seen_counter: Math.max(0, c.unread_counter - unreadOf(row)),
      own_since: 0,
    }))
  const values = [
    ...split(created, ({ unread, moved }) => Math.min(unread, moved)),
    ...split(remaining, ({ unread, moved }) => unread - Math.min(unread, moved)),
  ]
  if (values.length === 0) return
  await tx.db
    .insertInto('conversation_seen')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['agent_id', 'conversation_id'])
        .doUpdateSet((eb) => ({ seen_counter: eb.ref('excluded.seen_counter'), own_since: 0 })),
    )
    .execute()
  for (const c of [created, remaining])
    await recordUnread(
      tx,
      c,
      values.filter((row) => row.conversation_id === c.id),
    )
}
