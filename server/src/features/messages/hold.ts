import type { HeldStart } from '@parley/contract/held-sends'
import type { MessageSend } from '@parley/contract/messages'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../actor.ts'
import type { AuthoredHtml } from '../../authored-html/clean.ts'
import { json } from '../../db/json.ts'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transact.ts'
import type { ConversationRow } from '../../spine/record.ts'
import { inboxesOf, mustHave } from '../conversations/access.ts'
import { mayTakeStatus } from '../conversations/set-status.ts'
import { readSnoozeTime } from '../conversations/snooze-time.ts'
import { type Chosen, readChosen } from '../macros/chosen.ts'
import { holdMedia } from '../media/attach.ts'
import { readAddressees } from './addressees.ts'
import { readAuthored } from './authored.ts'

export type HeldRow = Selectable<DB['held_sends']>
/** How a conversation that is held with its first message will be started. */
export type Start = HeldStart & {
  uuid: string
  origin: 'ui' | 'api'
  /** Of its team and agent, for telling that one of them is gone. */
  names: { team: string | null; agent: string | null }
}
type Input = z.output<typeof MessageSend> & { clean?: AuthoredHtml }

export const releaseJobKey = (id: number) => `release_send:${id}`

/**
 * Keeps a reply back for its undo window. All that could be refused is refused now, for at the end of the window nobody may be there to
 * be told. Nothing of the conversation changes yet, and only the author learns of it (product-decisions 18).
 */
export async function holdReply(tx: Tx, c: ConversationRow, input: Input): Promise<HeldRow> {
  const { content, text_content } = readAuthored(input)
  const addressees = readAddressees(input)
  const after = await readAfter(tx, c, input.after)
  const macros = await readChosen(tx, input.macros)
  return keep(tx, {
    ...input,
    ...addressees,
    ...after,
    content,
    text_content,
    macros,
    conversation_id: c.id,
    start: null,
  })
}

/** The one way in: the row, its files, the job at its end, and word to its author. */
export async function keep(
  tx: Tx,
  {
    undo_seconds,
    attachments,
    ...held
  }: Pick<HeldRow, 'to' | 'cc' | 'bcc' | 'content' | 'text_content' | 'conversation_id'> &
    Partial<Pick<HeldRow, 'after_status_id' | 'after_snoozed_until'>> & {
      history?: 'known' | 'all'
      macros: Chosen[]
      start: Start | null
      undo_seconds: number
      attachments: number[]
    },
): Promise<HeldRow> {
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
      created_at: tx.now,
      held_until,
      agent_id: tx.actor.id,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await holdMedia(tx, row.id, { ids: attachments, html: row.content })
  await tx.enqueue('release_send', { id: row.id }, { key: releaseJobKey(row.id), run_at: held_until })
  await tellHolder(tx, row)
  return row
}

// Both columns are written by keep() alone.
export const readMacros = ({ macros }: HeldRow): Chosen[] => macros as unknown as Chosen[]
export const readStart = ({ start }: HeldRow): Start | null => start as unknown as Start | null

/** What is to happen to the conversation, or a refusal: no right to, no such status, not in this state. */
async function readAfter(
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
export const tellHolder = (tx: Tx, { agent_id }: Pick<HeldRow, 'agent_id'>): Promise<void> =>
  tx.record({ type: 'held_send.changed', object: { type: 'held_send', id: agent_id } })

/** An API key for some inboxes knows of no reply that its agent holds in another. */
export function heldWithin(actor: Actor): RawBuilder<boolean> {
  const reached = inboxesOf(actor)
  return reached
    ? sql<boolean>`exists (select from conversations c where c.id = held_sends.conversation_id and ${reached})`
    : sql<boolean>`true`
}
