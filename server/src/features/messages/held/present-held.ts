import { type HeldSend, HeldStart } from '@parley/contract/messages/held-sends'
import type { Message } from '@parley/contract/messages/messages'
import type { Selectable } from 'kysely'
import type { Actor } from '../../../actor.ts'
import type { Db } from '../../../db/pool.ts'
import type { DB } from '../../../db/schema.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { presentUnsent } from '../present-unsent.ts'
import { heldSide } from '../side-threads/held-side.ts'
import { type HeldSendRow, heldConversationStart, heldMacros, heldWithinInboxScope } from './hold-reply.ts'

type MediaRow = Selectable<DB['media']>

/** The actor's replies that can still be undone, newest first. */
export async function listHeldSends(db: Db, actor: Actor, now: Date): Promise<HeldSend[]> {
  const rows = await db
    .selectFrom('held_sends')
    .selectAll()
    .where('agent_id', '=', actor.id)
    .where(heldWithinInboxScope(actor))
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()
  return presentHeldSends(db, rows, now)
}

export async function presentHeldSends(db: Db, rows: HeldSendRow[], now: Date): Promise<HeldSend[]> {
  if (rows.length === 0) return []
  const side_thread_ids = rows.flatMap((row) => heldSide(row)?.side_thread_id ?? [])
  const [conversations, files, statuses, threads] = await Promise.all([
    db
      .selectFrom('held_sends as h')
      .innerJoin('conversations as c', 'c.id', 'h.conversation_id')
      .select(['c.id', 'c.uuid'])
      .where(
        'h.id',
        'in',
        rows.map((row) => row.id),
      )
      .execute(),
    listFiles(db, rows),
    db.selectFrom('statuses').select(['id', 'name']).execute(),
    side_thread_ids.length === 0
      ? []
      : db.selectFrom('side_threads').select(['id', 'uuid']).where('id', 'in', side_thread_ids).execute(),
  ])
  return rows.flatMap((row): HeldSend[] => {
    const start = heldConversationStart(row)
    const conversation = start ?? conversations.find(({ id }) => id === row.conversation_id)
    const status = statuses.find(({ id }) => id === row.after_status_id)
    const side = heldSide(row)
    if (!conversation) return []
    return [
      {
        uuid: row.uuid,
        conversation_uuid: conversation.uuid,
        created_at: row.created_at.toISOString(),
        held_until: row.held_until.toISOString(),
        remaining_ms: Math.max(0, row.held_until.getTime() - now.getTime()),
        message: row.content,
        ...recipientsOf(row),
        attachments: files
          .filter((file) => file.held_send_id === row.id && !row.content.includes(file.uuid))
          .map(({ id, uuid, filename, size, content_type }) => ({ id, uuid, filename, size, content_type })),
        after: status
          ? { status: status.name, snoozed_until: row.after_snoozed_until?.toISOString() ?? null }
          : null,
        macros: heldMacros(row),
        start: start && HeldStart.parse(start),
        side_thread: side && {
          uuid: threads.find(({ id }) => id === side.side_thread_id)?.uuid ?? null,
          subject: side.subject,
          forward: side.forward && {
            message_uuid: side.forward.message_uuid,
            forward_attachments: side.forward.forward_attachments,
          },
        },
      },
    ]
  })
}

const recipientsOf = (row: HeldSendRow) => {
  const { to, cc, bcc } = heldSide(row) ?? row
  return { to, cc, bcc }
}

/** The held reply in the shape of a message, for clients that do not know about holding. */
export const presentHeldAsMessage = async (
  db: Db,
  row: HeldSendRow,
  conversation: Pick<ConversationRow, 'id' | 'uuid'>,
  root_url: string,
): Promise<Message> =>
  presentUnsent(
    db,
    {
      ...row,
      ...recipientsOf(row),
      private: heldSide(row) !== null,
      version: 0,
      files: await listFiles(db, [row]),
    },
    conversation,
    root_url,
  )

const listFiles = (db: Db, rows: HeldSendRow[]): Promise<MediaRow[]> =>
  db
    .selectFrom('media')
    .selectAll()
    .where(
      'held_send_id',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('filename')
    .orderBy('id')
    .execute()
