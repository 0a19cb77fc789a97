import { sql } from 'kysely'
import { json } from '../../../db/json.ts'
import type { Tx } from '../../../db/transaction.ts'
import { erasedText } from '../../../erased-text.ts'
import type { Secrets } from '../../../secrets.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { forgetLesson } from '../../spam/learn-verdict.ts'
import { eraseLockedDeliveries } from './erase-deliveries.ts'
import { forgetRemoteImages } from './erase-files.ts'
import { idsOf, lockGroup } from './erase-own-conversations.ts'
import { addCount, markFiles, type RunningErasure } from './erasure-state.ts'
import { createRedactor, linesOf, type Redactor } from './redact.ts'
import { redactEvents } from './redact-events.ts'
import { emptyMessages, type MessageTexts, readMessages, redactMessage } from './redact-messages.ts'
import { redactConversationRecords, removeStoredResponses } from './redact-records.ts'

/**
 * One conversation with others, and what is merged with it: the person's messages become empty, and what the others wrote no longer
 * quotes or names them. Its raw mail goes as a whole, because it can't be changed without breaking its signatures.
 */
export async function eraseFromNextShared(
  tx: Tx,
  secrets: Secrets,
  erasure: RunningErasure,
): Promise<boolean> {
  const next = await tx.db
    .selectFrom('contact_erasure_conversations as e')
    .innerJoin('conversations as c', 'c.id', 'e.conversation_id')
    .select(['c.id', 'c.merge_root_id'])
    .where('e.erasure_id', '=', erasure.id)
    .orderBy('c.id')
    .limit(1)
    .executeTakeFirst()
  if (!next) return false
  const group = await lockGroup(tx, next.merge_root_id ?? next.id)
  if (!idsOf(group).includes(next.id)) return true // unmerged in the meantime
  const noted = await tx.db
    .deleteFrom('contact_erasure_conversations')
    .where('erasure_id', '=', erasure.id)
    .where('conversation_id', 'in', idsOf(group))
    .returning(['conversation_id', 'was_own'])
    .execute()
  const own_ids = noted.filter(({ was_own }) => was_own).map(({ conversation_id }) => conversation_id)
  await eraseFromGroup(tx, secrets, erasure, { group, own_ids })
  return true
}

type Group = { group: ConversationRow[]; own_ids: number[] }

async function eraseFromGroup(
  tx: Tx,
  secrets: Secrets,
  erasure: RunningErasure,
  { group, own_ids }: Group,
): Promise<void> {
  const ids = idsOf(group)
  const messages = await readMessages(tx, ids)
  const written = messages.filter(
    ({ type, sender_type, sender_id }) =>
      type !== 'activity' && sender_type === 'contact' && erasure.subject.contact_ids.includes(sender_id),
  )
  const subjects = group.flatMap(({ id, subject }) => (own_ids.includes(id) && subject ? [subject] : []))
  const redactor = createRedactor(erasure.subject, {
    lines: linesOf([...written.map(({ text_content }) => text_content), ...subjects.map(withoutPrefix)]),
    salutations: await findSalutations(tx, erasure, messages),
  })
  const changed = await redactOthers(tx, messages, { written, redactor })
  await forgetRemoteImages(tx, erasure, sql`m.id = any(${written.map(({ id }) => id)}::bigint[])`)
  await eraseFiles(tx, erasure, written)
  await emptyMessages(tx, written)
  await eraseRawMail(tx, secrets, erasure, ids)
  const records = await redactConversationRecords(tx, { ids, own_ids }, erasure, redactor)
  for (const id of own_ids) if (await forgetLesson(tx, id)) addCount(erasure, 'spam_lessons', 1)
  addCount(erasure, 'events', await redactEvents(tx, ids, redactor, false))
  if (own_ids.length > 0) addCount(erasure, 'events', await redactEvents(tx, own_ids, redactor, true))
  await removeStoredResponses(tx, group)
  addCount(erasure, 'messages_emptied', written.length)
  addCount(erasure, 'messages_redacted', changed.length)
  for (const c of group) {
    const touched = [...written, ...changed].filter(({ conversation_id }) => conversation_id === c.id)
    const lastIsErased = written.some(({ id }) => id === newestOf(messages, c.id)?.id)
    const isChanged = await updateTexts(tx, c, {
      redactor,
      is_own: own_ids.includes(c.id),
      last_message: lastIsErased ? erasedText : c.last_message && redactor.redact(c.last_message),
      is_touched: touched.length > 0 || records > 0,
      message_ids: touched.map(({ id }) => id),
    })
    if (isChanged) addCount(erasure, 'conversations_changed', 1)
  }
}

/** Names by which only this person can be addressed here. */
async function findSalutations(
  tx: Tx,
  { subject: { contact_ids, single_names } }: RunningErasure,
  messages: readonly MessageTexts[],
): Promise<string[]> {
  if (single_names.length === 0) return []
  const idsOfType = (type: string) => [
    ...new Set(messages.filter(({ sender_type }) => sender_type === type).map(({ sender_id }) => sender_id)),
  ]
  const { rows } = await sql<{ name: string }>`
    select lower(name) as name from (
      select first_name, last_name from contacts where id = any(${idsOfType('contact')}::bigint[]) and id <> all(${contact_ids}::bigint[])
      union all select first_name, last_name from agents where id = any(${idsOfType('agent')}::bigint[])
    ) others, unnest(array[first_name, last_name]) name`.execute(tx.db)
  const others = new Set(rows.map(({ name }) => name))
  return single_names.filter((name) => !others.has(name.toLowerCase()))
}

const withoutPrefix = (subject: string) => subject.replace(/^((re|fwd?|aw|wg)\s*:\s*)+/i, '')

const newestOf = (messages: readonly MessageTexts[], conversation_id: number) =>
  messages.findLast(
    (message) =>
      message.conversation_id === conversation_id && message.type !== 'activity' && !message.private,
  )

async function redactOthers(
  tx: Tx,
  messages: readonly MessageTexts[],
  { written, redactor }: { written: readonly MessageTexts[]; redactor: Redactor },
): Promise<MessageTexts[]> {
  const own = new Set(written.map(({ id }) => id))
  const changed: MessageTexts[] = []
  for (const message of messages) {
    if (own.has(message.id)) continue
    // What others quote may be the person's.
    if (await redactMessage(tx, message, redactor, written.length > 0)) changed.push(message)
  }
  return changed
}

async function eraseFiles(tx: Tx, erasure: RunningErasure, written: readonly MessageTexts[]): Promise<void> {
  if (written.length === 0) return
  const files = await tx.db
    .deleteFrom('media')
    .where(
      'message_id',
      'in',
      written.map(({ id }) => id),
    )
    .returning('content_hash')
    .execute()
  await markFiles(
    tx,
    erasure,
    'media',
    files.map(({ content_hash }) => content_hash),
  )
  addCount(erasure, 'files', files.length)
}

async function eraseRawMail(
  tx: Tx,
  secrets: Secrets,
  erasure: RunningErasure,
  conversation_ids: number[],
): Promise<void> {
  const deliveries = await tx.db
    .selectFrom('mail_deliveries')
    .selectAll()
    .where('conversation_id', 'in', conversation_ids)
    .where('state', 'in', ['threaded', 'ignored', 'quarantined'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  await eraseLockedDeliveries(tx, secrets, erasure, deliveries)
}

type Texts = {
  redactor: Redactor
  is_own: boolean
  last_message: string | null
  is_touched: boolean
  message_ids: number[]
}

/** Returns whether the conversation is another one now. Browsers and webhooks get what remains. */
async function updateTexts(
  tx: Tx,
  c: ConversationRow,
  { redactor, is_own, last_message, is_touched, message_ids }: Texts,
): Promise<boolean> {
  const subject = is_own ? c.subject && erasedText : c.subject && redactor.redact(c.subject)
  const custom_attributes = is_own ? {} : redactor.redactJson(c.custom_attributes)
  const isSame =
    !is_own &&
    !is_touched &&
    subject === c.subject &&
    last_message === c.last_message &&
    JSON.stringify(custom_attributes) === JSON.stringify(c.custom_attributes)
  if (isSame) return false
  const after = await tx.db
    .updateTable('conversations')
    .set({
      ...{ subject, last_message, custom_attributes: json(custom_attributes), updated_at: tx.now },
      version: c.version + 1,
      ...(is_own && { spam_judgement: null, is_spam_suggested: false }),
    })
    .where('id', '=', c.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  // Without the row before: its texts would be recorded as changes.
  await tx.record({
    type: 'message.changed',
    conversation: { before: after, after },
    ...(message_ids.length > 0 && { message_ids }),
    data: { erased: true },
  })
  return true
}
