import type { HeldStart } from '@parley/contract/messages/held-sends'
import type { MessageSend } from '@parley/contract/messages/messages'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../../actor.ts'
import type { AuthoredHtml } from '../../../authored-html/clean-authored.ts'
import { assertPermission, inboxScopeCondition } from '../../../conversation-access.ts'
import { json } from '../../../db/json.ts'
import type { DB } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { getAllowedStatus } from '../../conversations/set-status.ts'
import { parseSnoozeTime } from '../../conversations/snooze-time.ts'
import { type MessageMacro, parseMessageMacros } from '../../macros/message-macros.ts'
import { holdMedia } from '../../media/attach-media.ts'
import { parseAuthoredContent } from '../authored-content.ts'
import { parseRecipients } from '../recipients.ts'
import type { HeldSide } from '../side-threads/held-side.ts'
import { getSideThreadFor } from '../side-threads/send-to-side-thread.ts'

export type HeldSendRow = Selectable<DB['held_sends']>
/** How a conversation that is held with its first message will be started. */
export type HeldConversationStart = HeldStart & {
  uuid: string
  origin: 'ui' | 'api'
  /** Names of its team and agent, for the error message if one of them is gone by then. */
  names: { team: string | null; agent: string | null }
}
type Input = z.output<typeof MessageSend> & { clean?: AuthoredHtml }

export const releaseJobKey = (id: number) => `release_send:${id}`

/**
 * Holds a reply for its undo window. Everything that can be refused is refused now, because nobody may be there to see
 * an error when the window ends. The conversation does not change yet, and only the author sees the held reply
 * (docs/spec/product-decisions.md#undo-send).
 */
export async function holdReply(tx: Tx, c: ConversationRow, input: Input): Promise<HeldSendRow> {
  const { content, text_content } = parseAuthoredContent({ ...input, private: false })
  const side_thread = await parseSideThread(tx, c, input)
  const recipients = side_thread ? { to: [], cc: [], bcc: [] } : parseRecipients(input)
  const after = await parseStatusChange(tx, c, input.after)
  const macros = await parseMessageMacros(tx, input.macros)
  return insertHeldSend(tx, {
    ...input,
    ...recipients,
    ...after,
    content,
    text_content,
    macros,
    side_thread,
    conversation_id: c.id,
    start: null,
  })
}

async function parseSideThread(tx: Tx, c: ConversationRow, input: Input): Promise<HeldSide | null> {
  const { side_thread_uuid } = input
  if (!side_thread_uuid) return null
  const { thread, recipients } = await getSideThreadFor(tx, c, { ...input, side_thread_uuid })
  return { ...recipients, side_thread_id: thread.id, subject: thread.subject, forward: null }
}

/** The only way to hold a message: inserts the row, links its files, queues the send job and notifies the author. */
export async function insertHeldSend(
  tx: Tx,
  {
    undo_seconds,
    attachments,
    ...held
  }: Pick<HeldSendRow, 'to' | 'cc' | 'bcc' | 'content' | 'text_content' | 'conversation_id'> &
    Partial<Pick<HeldSendRow, 'after_status_id' | 'after_snoozed_until'>> & {
      history?: 'known' | 'all'
      macros: MessageMacro[]
      start: HeldConversationStart | null
      side_thread?: HeldSide | null
      undo_seconds: number
      attachments: number[]
    },
): Promise<HeldSendRow> {
  const held_until = new Date(tx.now.getTime() + undo_seconds * 1000)
  const row = await tx.db
    .insertInto('held_sends')
    .values({
      to: held.to,
      cc: held.cc,
      bcc: held.bcc,
      content: held.content,
      text_content: held.text_content,
      conversation_id: held.conversation_id,
      after_status_id: held.after_status_id ?? null,
      after_snoozed_until: held.after_snoozed_until ?? null,
      macros: json(held.macros),
      history: held.history === 'all' ? 'all' : null,
      start: held.start && json(held.start),
      side_thread: held.side_thread ? json(held.side_thread) : null,
      created_at: tx.now,
      held_until,
      agent_id: tx.actor.id,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await holdMedia(tx, row.id, { ids: attachments, html: row.content })
  await tx.enqueue('release_send', { id: row.id }, { key: releaseJobKey(row.id), run_at: held_until })
  await recordHeldSendsChanged(tx, row)
  return row
}

// Only insertHeldSend writes these two columns.
export const heldMacros = ({ macros }: HeldSendRow): MessageMacro[] => macros as unknown as MessageMacro[]
export const heldConversationStart = ({ start }: HeldSendRow): HeldConversationStart | null =>
  start as unknown as HeldConversationStart | null

/**
 * The status change that follows the reply. Refuses a missing permission, an unknown status, and a change the
 * conversation does not allow.
 */
async function parseStatusChange(
  tx: Tx,
  c: ConversationRow,
  after: Input['after'],
): Promise<Pick<HeldSendRow, 'after_status_id' | 'after_snoozed_until'>> {
  if (!after) return { after_status_id: null, after_snoozed_until: null }
  assertPermission(tx, 'conversations:update_status')
  const snoozed_until = parseSnoozeTime(after.snoozed_until, tx.now)
  const { id } = await getAllowedStatus(tx, c, { status: after.status, snoozed_until })
  return { after_status_id: id, after_snoozed_until: snoozed_until }
}

/** All of the author's browser windows show the same held replies; nobody else is notified. */
export const recordHeldSendsChanged = (tx: Tx, { agent_id }: Pick<HeldSendRow, 'agent_id'>): Promise<void> =>
  tx.record({ type: 'held_send.changed', object: { type: 'held_send', id: agent_id } })

/** An API key limited to some inboxes does not see replies that its agent holds in others. */
export function heldWithinInboxScope(actor: Actor): RawBuilder<boolean> {
  const inboxScope = inboxScopeCondition(actor)
  return inboxScope
    ? sql<boolean>`exists (select from conversations c where c.id = held_sends.conversation_id and ${inboxScope})`
    : sql<boolean>`true`
}
