import {
  maxUnreadNotifications,
  type Notification,
  type UnreadNotifications,
} from '@parley/contract/notifications/notification-centre'
import type { NotificationKind } from '@parley/contract/notifications/notifications'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../actor.ts'
import { visibleTo } from '../../../conversation-access.ts'
import type { Db } from '../../../db/pool.ts'
import { decodeCursor, encodeCursor, isValidInstant } from '../../../http/requests/pagination.ts'

const sort = 'newest first'

/** An agent's notifications, newest first. What they no longer have access to is left out. */
export async function listNotifications(
  db: Db,
  actor: Actor,
  {
    cursor,
    page_size,
    unread,
  }: { cursor?: string | undefined; page_size: number; unread?: string | undefined },
): Promise<{ results: Notification[]; next_cursor: string | null }> {
  const after = cursor ? decodeCursor(cursor, sort, isValidInstant) : null
  const rows = await readRows(db, actor, {
    where: sql.join(
      [
        sql`n.in_app`,
        unread === 'true' ? sql`n.read_at is null` : sql`true`,
        after ? sql`(n.happened_at, n.id) < (${after.value}::timestamptz, ${after.id})` : sql`true`,
      ],
      sql` and `,
    ),
    limit: page_size,
  })
  const last = rows.length === page_size ? rows.at(-1) : undefined
  return {
    results: rows.map(presentNotification),
    next_cursor: last ? encodeCursor(sort, last.happened_at.toISOString(), last.id) : null,
  }
}

/** An unread notification that its agent still has access to, whether or not it is shown in the app. */
export async function findUnread(db: Db, actor: Actor, id: number): Promise<NotificationRow | null> {
  const [row] = await readRows(db, actor, { where: sql`n.id = ${id} and n.read_at is null`, limit: 1 })
  return row ?? null
}

export async function readUnread(db: Db, actor: Actor): Promise<UnreadNotifications> {
  const { rows } = await sql<{ happened_at: Date; uuid: string | null }>`
    select n.happened_at, c.uuid from ${visibleNotifications(actor)}
    where n.agent_id = ${actor.id} and n.in_app and n.read_at is null and ${isShown(actor)}
    order by n.happened_at desc, n.id desc limit ${maxUnreadNotifications}`.execute(db)
  return {
    count: rows.length,
    conversation_uuids: [...new Set(rows.map(({ uuid }) => uuid).filter((uuid) => uuid !== null))],
    newest_at: rows[0]?.happened_at.toISOString() ?? null,
  }
}

export type NotificationRow = {
  id: number
  uuid: string
  agent_id: number
  kind: NotificationKind
  happened_at: Date
  read_at: Date | null
  occurrences: number
  data: object
  actor_kind: 'agent' | 'contact' | null
  actor_id: number | null
  actor_name: string | null
  actor_avatar: string | null
  conversation_uuid: string | null
  reference_number: string | null
  subject: string | null
  contact_name: string | null
  conversation_count: number
  message_uuid: string | null
  message_text: string | null
}

async function readRows(
  db: Db,
  actor: Actor,
  { where, limit }: { where: RawBuilder<unknown>; limit: number },
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select n.id, n.uuid, n.agent_id, n.kind, n.happened_at, n.read_at, n.occurrences, n.data, n.actor_kind, n.actor_id,
      c.uuid as conversation_uuid, c.reference_number, c.subject, ${contactName(sql`c.contact_id`)} as contact_name,
      case n.actor_kind
        when 'agent' then (select trim(a.first_name || ' ' || a.last_name) from agents a where a.id = n.actor_id)
        when 'contact' then ${contactName(sql`n.actor_id`)} end as actor_name,
      case n.actor_kind
        when 'agent' then (select a.avatar_url from agents a where a.id = n.actor_id)
        when 'contact' then (select k.avatar_url from contacts k where k.id = n.actor_id) end as actor_avatar,
      m.uuid as message_uuid, left(m.text_content, 200) as message_text,
      case when n.conversation_ids is null then 1 else (select count(*) ${ownConversations(actor)}) end as conversation_count
    from ${visibleNotifications(actor)}
      left join messages m on m.id = n.message_id and m.conversation_id = c.id
    where n.agent_id = ${actor.id} and ${where} and ${isShown(actor)}
    order by n.happened_at desc, n.id desc limit ${limit}`.execute(db)
  return rows
}

const visibleNotifications = (actor: Actor) => sql`notifications n
  left join conversations c on c.id = n.conversation_id and c.deleted_at is null and ${visibleTo(actor)}`

const isShown = (actor: Actor) =>
  sql`(c.id is not null or (n.conversation_ids is not null and exists (select ${ownConversations(actor)})))`

/** The ids of an agent's notifications that they still have access to. */
export const accessibleNotifications = (actor: Actor) => sql<number>`(
  select n.id from ${visibleNotifications(actor)} where n.agent_id = ${actor.id} and ${isShown(actor)})`

/** The conversations of a batch that are still assigned to the agent. */
const ownConversations = (actor: Actor) => sql`from conversations c
  where c.id = any(n.conversation_ids) and c.assigned_user_id = n.agent_id and c.deleted_at is null and ${visibleTo(actor)}`

const contactName = (contact_id: RawBuilder<unknown>) => sql`(
  select coalesce(nullif(trim(k.first_name || ' ' || k.last_name), ''), k.email, '') from contacts k where k.id = ${contact_id})`

type Data = {
  change?: Notification['change']
  metric?: NonNullable<Notification['due']>['metric']
  due_at?: string
  rating?: number
}

function presentNotification(row: NotificationRow): Notification {
  const { change = null, metric, due_at, rating = null } = row.data as Data // written by addToCentre
  const { actor_kind, actor_id, actor_name } = row
  return {
    uuid: row.uuid,
    kind: row.kind,
    happened_at: row.happened_at.toISOString(),
    read_at: row.read_at?.toISOString() ?? null,
    occurrences: row.occurrences,
    actor:
      actor_kind !== null && actor_id !== null && actor_name !== null
        ? { kind: actor_kind, id: actor_id, name: actor_name, avatar_url: row.actor_avatar }
        : null,
    conversation:
      row.conversation_uuid !== null
        ? {
            uuid: row.conversation_uuid,
            reference_number: row.reference_number ?? '',
            subject: row.subject,
            contact_name: row.contact_name ?? '',
          }
        : null,
    conversation_count: row.conversation_count,
    message_uuid: row.message_uuid,
    change,
    due: metric && due_at ? { metric, at: due_at } : null,
    rating,
  }
}
