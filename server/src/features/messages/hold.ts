import type { MessageSend } from '@parley/contract/messages'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transact.ts'
import type { ConversationRow } from '../../spine/record.ts'
import { mustHave } from '../conversations/access.ts'
import { mayTakeStatus } from '../conversations/set-status.ts'
import { readSnoozeTime } from '../conversations/snooze-time.ts'
import { holdMedia } from '../media/attach.ts'
import { readAddressees } from './addressees.ts'
import { readAuthored } from './authored.ts'

export type HeldRow = Selectable<DB['held_sends']>
type Input = z.output<typeof MessageSend>

export const releaseJobKey = (id: number) => `release_send:${id}`

/**
 * Keeps a reply back for its undo window. All that could be refused is refused now, for at the end of the window nobody may be there to
 * be told. Nothing of the conversation changes yet, and only the author learns of it (product-decisions 18).
 */
export async function holdReply(tx: Tx, c: ConversationRow, input: Input): Promise<HeldRow> {
  const { content } = readAuthored(input)
  const addressees = readAddressees(input)
  const after = await readAfter(tx, c, input.after)
  const held_until = new Date(tx.now.getTime() + input.undo_seconds * 1000)
  const held = await tx.db
    .insertInto('held_sends')
    .values({
      ...addressees,
      ...after,
      created_at: tx.now,
      held_until,
      conversation_id: c.id,
      agent_id: tx.actor.id,
      content,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await holdMedia(tx, held.id, { ids: input.attachments, html: content })
  await tx.enqueue('release_send', { id: held.id }, { key: releaseJobKey(held.id), run_at: held_until })
  await tellHolder(tx, held)
  return held
}

/** What is to happen to the conversation, or a refusal: no right to, no such status, not in this state. */
export async function readAfter(
  tx: Tx,
  c: ConversationRow,
  after: Input['after'],
): Promise<Pick<HeldRow, 'after_status_id' | 'after_snoozed_until'>> {
  if (!after) return { after_status_id: null, after_snoozed_until: null }
  mustHave(tx, 'conversations:update_status')
  const snoozed_until = readSnoozeTime(after.snoozed_until, tx.now)
  const { id } = await mayTakeStatus(tx, c, { status: after.status, snoozed_until })
  return { after_status_id: id, after_snoozed_until: snoozed_until }
}

/** Every window of the author's shows the same held replies; nobody else is told. */
export const tellHolder = (tx: Tx, { agent_id }: HeldRow): Promise<void> =>
  tx.record({ type: 'held_send.changed', object: { type: 'held_send', id: agent_id } })
