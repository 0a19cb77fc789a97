import { sql } from 'kysely'
import type { Tx } from '../../../db/transaction.ts'
import { lockInOrder, withMerged } from '../../../merged-conversations.ts'
import type { Secrets } from '../../../secrets.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { purgeConversation } from '../../email/ledger/purge-conversation.ts'
import { forgetLesson } from '../../spam/learn-verdict.ts'
import { filesOfConversations, forgetRemoteImages } from './erase-files.ts'
import { addCount, markFiles, type RunningErasure } from './erasure-state.ts'
import { createRedactor } from './redact.ts'
import { redactEvents } from './redact-events.ts'
import { removeStoredResponses } from './redact-records.ts'

/**
 * One conversation of the person, with what was merged into it: deleted if nobody else wrote in it, otherwise handed to the first of the
 * others and left to the step for shared conversations.
 */
export async function eraseNextOwn(tx: Tx, secrets: Secrets, erasure: RunningErasure): Promise<boolean> {
  const { contact_ids } = erasure.subject
  const next = await tx.db
    .selectFrom('conversations')
    .select('id')
    .where('contact_id', 'in', contact_ids)
    .where('merged_into_id', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!next) return false
  const group = await lockGroup(tx, next.id)
  const root = group.find(({ id }) => id === next.id)
  // Merged in the meantime: the next step's.
  if (!root || root.merged_into_id !== null) return true
  const other = await findOtherContact(tx, group, contact_ids)
  if (other === null) await deleteGroup(tx, secrets, erasure, { root, group })
  else await handOver(tx, erasure, group, other)
  return true
}

/** Conversations of the person that were merged into one of somebody else: they stay, and become that contact's. */
export async function handOverMerged(tx: Tx, erasure: RunningErasure): Promise<boolean> {
  const next = await tx.db
    .selectFrom('conversations as c')
    .innerJoin('conversations as root', 'root.id', 'c.merge_root_id')
    .select(['root.id', 'root.contact_id'])
    .where('c.contact_id', 'in', erasure.subject.contact_ids)
    .orderBy('c.id')
    .limit(1)
    .executeTakeFirst()
  if (!next) return false
  await handOver(tx, erasure, await lockGroup(tx, next.id), next.contact_id)
  return true
}

/** A locked conversation and everything that was merged into it. */
export async function lockGroup(tx: Tx, root_id: number): Promise<ConversationRow[]> {
  const { rows } = await sql<{ ids: number[] }>`select ${withMerged(root_id)} as ids`.execute(tx.db)
  return lockInOrder(tx, rows[0]?.ids ?? [root_id])
}

async function findOtherContact(
  tx: Tx,
  group: readonly ConversationRow[],
  contact_ids: number[],
): Promise<number | null> {
  const author = await tx.db
    .selectFrom('messages')
    .select('sender_id')
    .where('conversation_id', 'in', idsOf(group))
    .where('sender_type', '=', 'contact')
    .where('sender_id', 'not in', contact_ids)
    .where('type', '=', 'incoming')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return (
    author?.sender_id ?? group.find(({ contact_id }) => !contact_ids.includes(contact_id))?.contact_id ?? null
  )
}

export const idsOf = (group: readonly ConversationRow[]): number[] => group.map(({ id }) => id)

async function handOver(
  tx: Tx,
  erasure: RunningErasure,
  group: readonly ConversationRow[],
  contact_id: number,
): Promise<void> {
  const { contact_ids } = erasure.subject
  await sql`insert into contact_erasure_conversations (erasure_id, conversation_id, was_own)
    select ${erasure.id}::bigint, id, contact_id = any(${contact_ids}::bigint[]) from conversations where id = any(${idsOf(group)}::bigint[])
    on conflict do nothing`.execute(tx.db)
  await tx.db
    .updateTable('conversations')
    .set({ contact_id })
    .where('id', 'in', idsOf(group))
    .where('contact_id', 'in', contact_ids)
    .execute()
}

async function deleteGroup(
  tx: Tx,
  secrets: Secrets,
  erasure: RunningErasure,
  { root, group }: { root: ConversationRow; group: ConversationRow[] },
): Promise<void> {
  const ids = idsOf(group)
  for (const id of ids) if (await forgetLesson(tx, id)) addCount(erasure, 'spam_lessons', 1)
  const emails = await tx.db
    .selectFrom('mail_deliveries')
    .select('raw_hash')
    .where('conversation_id', 'in', ids)
    .where('state', '<>', 'erased')
    .execute()
  await markFiles(
    tx,
    erasure,
    'mail',
    emails.map(({ raw_hash }) => raw_hash),
  )
  await forgetRemoteImages(tx, erasure, sql`m.conversation_id = any(${ids}::bigint[])`)
  addCount(erasure, 'events', await redactEvents(tx, ids, createRedactor(erasure.subject), true))
  await removeStoredResponses(tx, group)
  const deliveries = await tx.db
    .selectFrom('webhook_deliveries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('conversation_id', 'in', ids)
    .executeTakeFirstOrThrow()
  addCount(erasure, 'webhook_deliveries', deliveries.count)
  const purged = await purgeConversation(tx, secrets, root, (tx, c) => deleteFiles(tx, erasure, c))
  addCount(erasure, 'conversations_deleted', purged.conversations)
  addCount(erasure, 'messages_deleted', purged.messages)
  addCount(erasure, 'raw_emails', purged.emails)
  addCount(erasure, 'tombstones', purged.emails)
}

async function deleteFiles(tx: Tx, erasure: RunningErasure, { id }: ConversationRow) {
  const { rows } = await sql<{ content_hash: Buffer; size: number }>`
    delete from media where id in (${filesOfConversations([id])}) returning content_hash, size`.execute(tx.db)
  await markFiles(
    tx,
    erasure,
    'media',
    rows.map(({ content_hash }) => content_hash),
  )
  addCount(erasure, 'files', rows.length)
  return rows
}
