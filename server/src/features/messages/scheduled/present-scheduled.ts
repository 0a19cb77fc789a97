import type { Message } from '@parley/contract/messages/messages'
import type { ScheduledReply } from '@parley/contract/messages/scheduled-replies'
import type { Selectable } from 'kysely'
import type { Actor } from '../../../actor.ts'
import { getVisible } from '../../../conversation-access.ts'
import type { Db } from '../../../db/pool.ts'
import type { DB } from '../../../db/schema.ts'
import { notFound } from '../../../http/errors.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { presentUnsent } from '../present-unsent.ts'
import { type ScheduledReplyRow, scheduledMacros } from './scheduled-row.ts'

/** The scheduled replies of a conversation that the actor may see, the next one first. */
export async function listScheduledReplies(db: Db, actor: Actor, uuid: string): Promise<ScheduledReply[]> {
  const c = await getVisible(db, actor, uuid)
  const rows = await db
    .selectFrom('scheduled_replies')
    .selectAll()
    .where('conversation_id', '=', c.id)
    .where('cancelled_at', 'is', null)
    .orderBy('send_at')
    .orderBy('id')
    .execute()
  return presentScheduledReplies(db, c, rows)
}

export async function presentScheduledReply(
  db: Db,
  c: Pick<ConversationRow, 'uuid'>,
  row: ScheduledReplyRow,
): Promise<ScheduledReply> {
  const [presented] = await presentScheduledReplies(db, c, [row])
  if (!presented) throw notFound('Scheduled reply')
  return presented
}

async function presentScheduledReplies(
  db: Db,
  c: Pick<ConversationRow, 'uuid'>,
  rows: ScheduledReplyRow[],
): Promise<ScheduledReply[]> {
  if (rows.length === 0) return []
  const [authors, files, statuses] = await Promise.all([
    db
      .selectFrom('agents')
      .select(['id', 'first_name', 'last_name', 'avatar_url'])
      .where(
        'id',
        'in',
        rows.map((row) => row.agent_id),
      )
      .execute(),
    listFiles(db, rows),
    db.selectFrom('statuses').select(['id', 'name']).execute(),
  ])
  return rows.flatMap((row): ScheduledReply[] => {
    const author = authors.find(({ id }) => id === row.agent_id)
    const status = statuses.find(({ id }) => id === row.after_status_id)
    if (!author) return []
    return [
      {
        uuid: row.uuid,
        conversation_uuid: c.uuid,
        created_at: row.created_at.toISOString(),
        updated_at: row.updated_at.toISOString(),
        version: row.version,
        send_at: row.send_at.toISOString(),
        hold_if_customer_replies: row.hold_if_customer_replies,
        on_hold: row.on_hold_since &&
          row.on_hold_reason && { reason: row.on_hold_reason, since: row.on_hold_since.toISOString() },
        author,
        message: row.content,
        to: row.to,
        cc: row.cc,
        bcc: row.bcc,
        attachments: files
          .filter((file) => file.scheduled_reply_id === row.id && !row.content.includes(file.uuid))
          .map(({ id, uuid, filename, size, content_type }) => ({ id, uuid, filename, size, content_type })),
        after: status ? { status: status.name, snoozed_until: row.after_snooze } : null,
        macros: scheduledMacros(row),
      },
    ]
  })
}

/** The scheduled reply in the shape of a message, for clients that do not know about scheduling. */
export const presentScheduledAsMessage = async (
  db: Db,
  row: ScheduledReplyRow,
  conversation: Pick<ConversationRow, 'id' | 'uuid'>,
  root_url: string,
): Promise<Message> =>
  presentUnsent(db, { ...row, files: await listFiles(db, [row]) }, conversation, root_url)

const listFiles = (db: Db, rows: ScheduledReplyRow[]): Promise<Selectable<DB['media']>[]> =>
  db
    .selectFrom('media')
    .selectAll()
    .where(
      'scheduled_reply_id',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('filename')
    .orderBy('id')
    .execute()
