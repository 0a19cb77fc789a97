import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { Event } from '../../../spine/read-events.ts'
import type { ConversationSnapshot } from './evaluate-rule.ts'
import type { OpenAt } from './evaluation-context.ts'

/** The stored state of a conversation, and of the message that an event is about. */
export type SnapshotRow = {
  id: number
  uuid: string
  reference_number: string
  subject: string | null
  status_id: number
  status_category: string
  priority_id: number | null
  assigned_team_id: number | null
  assigned_user_id: number | null
  inbox_id: number
  sla_policy_id: number | null
  origin: string
  created_at: Date
  first_reply_at: Date | null
  last_reply_at: Date | null
  resolved_at: Date | null
  closed_since: Date | null
  is_spam_suggested: boolean
  /** What the spam filter found, even if someone has decided since. */
  spam_score: number | null
  custom_attributes: Record<string, unknown>
  contact_email: string | null
  contact_name: string
  contact_attributes: Record<string, unknown>
  tag_ids: number[]
  content: string | null
  message_sender: ConversationSnapshot['message_sender']
  /** About the message itself: no earlier message is visible to the customer. */
  is_first_message: boolean
}

/** Which conversation, and which message: the given one, the first (`use_first_message`), or the latest at that time. */
export type SnapshotRequest = {
  conversation_id: number
  message_id: number | null
  use_first_message: boolean
  at: Date
}

/** Longer content is truncated. */
const maxContentLength = 100_000

/** One statement for all requests; results in the same order, null for deleted conversations. */
export async function readSnapshotRows(
  db: Db,
  requests: readonly SnapshotRequest[],
): Promise<(SnapshotRow | null)[]> {
  if (requests.length === 0) return []
  const { rows } = await sql<SnapshotRow & { place: number }>`
    select w.place::int as place, c.id, c.uuid, c.reference_number, c.subject, c.status_id, c.status_category, c.priority_id,
      c.assigned_team_id, c.assigned_user_id, c.inbox_id, c.sla_policy_id, c.origin, c.created_at, c.first_reply_at, c.last_reply_at,
      c.resolved_at, c.custom_attributes, c.is_spam_suggested, (c.spam_judgement->>'score')::float8 as spam_score, k.email as contact_email, trim(k.first_name || ' ' || k.last_name) as contact_name,
      k.custom_attributes as contact_attributes,
      array(select ct.tag_id from conversation_tags ct where ct.conversation_id = c.id order by 1) as tag_ids,
      case when c.status_category = 'closed' then coalesce((
        select max(e.at) from events e where e.conversation_id = c.id and e.at <= w.at
          and e.changes->'status_category'->>1 = 'closed'), c.resolved_at) end as closed_since,
      left(m.text_content, ${maxContentLength}) as content,
      case when m.sender_type = 'contact' then 'contact'
        when exists (select from agents a where a.id = m.sender_id and a.is_system) then 'system' else m.sender_type end as message_sender,
      m.id is not null and not exists (
        select from messages b where b.conversation_id = c.id and b.type in ('incoming', 'outgoing') and not b.private
          and (b.created_at, b.id) < (m.created_at, m.id)) as is_first_message
    from unnest(${requests.map((one) => one.conversation_id)}::bigint[], ${requests.map((one) => one.message_id)}::bigint[],
      ${requests.map((one) => one.use_first_message)}::boolean[], ${requests.map((one) => one.at.toISOString())}::timestamptz[])
      with ordinality as w (conversation_id, message_id, first, at, place)
    join conversations c on c.id = w.conversation_id and c.deleted_at is null
    join contacts k on k.id = c.contact_id
    left join lateral (
      select x.id, x.text_content, x.sender_type, x.sender_id, x.created_at from messages x
      where x.conversation_id = c.id and x.type in ('incoming', 'outgoing') and not x.private and x.held_until is null
        and case when w.message_id is not null then x.id = w.message_id else w.first or x.created_at <= w.at end
      order by case when w.first then x.created_at end, case when w.first then x.id end, x.created_at desc, x.id desc limit 1) m on true
    order by w.place`.execute(db)
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  return requests.map((_, n) => byPlace.get(n + 1) ?? null)
}

type Changes = Record<string, [unknown, unknown]>
const previousColumns = {
  status_id: 'status',
  priority_id: 'priority',
  assigned_team_id: 'assigned_team',
  assigned_user_id: 'assigned_user',
} as const

const text = (id: unknown): string | null => (id === null || id === undefined ? null : String(id))

/**
 * The conversation as rules see it at an event: columns that the event changed have the event's values, regardless of later changes.
 * `event` is null for time-based rules.
 */
export function createSnapshot(
  row: SnapshotRow,
  { event, at, openAt }: { event: Pick<Event, 'changes' | 'data'> | null; at: Date; openAt: OpenAt },
): ConversationSnapshot {
  const changes = (event?.changes ?? {}) as Changes // written by insertEvent
  const after = (column: keyof SnapshotRow) => (changes[column] ? changes[column][1] : row[column])
  const before = (column: keyof typeof previousColumns) =>
    text(changes[column] ? changes[column][0] : row[column])
  const { rating } = (event?.data ?? {}) as { rating?: unknown }
  const team = after('assigned_team_id')
  return {
    at,
    status: text(after('status_id')),
    priority: text(after('priority_id')),
    assigned_team: text(team),
    assigned_user: text(after('assigned_user_id')),
    inbox: text(after('inbox_id')),
    sla_policy: text(after('sla_policy_id')),
    previous_status: before('status_id'),
    previous_priority: before('priority_id'),
    previous_assigned_team: before('assigned_team_id'),
    previous_assigned_user: before('assigned_user_id'),
    contact_email: row.contact_email,
    subject: text(after('subject')),
    content: row.content,
    message_sender: row.message_sender,
    origin: row.origin,
    tags: row.tag_ids.map(String),
    csat_rating: typeof rating === 'number' ? rating : null,
    spam_score: after('is_spam_suggested') === true ? row.spam_score : null,
    is_open: openAt(typeof team === 'number' ? team : null, at),
    conversation_attributes: row.custom_attributes,
    contact_attributes: row.contact_attributes,
    since: {
      hours_since_created: row.created_at,
      hours_since_first_reply: row.first_reply_at,
      hours_since_last_reply: row.last_reply_at,
      hours_since_resolved: row.closed_since,
    },
  }
}
