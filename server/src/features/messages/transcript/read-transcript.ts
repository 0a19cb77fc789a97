import type { MessageMeta } from '@parley/contract/messages/messages'
import { sql } from 'kysely'
import type { Actor } from '../../../actor.ts'
import { getVisible } from '../../../conversation-access.ts'
import type { Db } from '../../../db/pool.ts'
import { conflict } from '../../../http/errors.ts'
import { withMerged } from '../../../merged-conversations.ts'
import { agentTimeZone } from '../../../time-zone.ts'

export type TranscriptEntry = {
  created_at: Date
  kind: 'email' | 'note' | 'side_thread'
  author: string
  to: string[]
  cc: string[]
  content: string
  content_type: 'html' | 'text'
  failed: boolean
  files: string[]
}
export type Transcript = {
  subject: string
  reference_number: string
  /** Of the first entry to the last. */
  entries: TranscriptEntry[]
  /** Of all dates in it. */
  time_zone: string
  formatDate: (at: Date) => string
}

const maxMessages = 2_000

type Row = {
  created_at: Date
  private: boolean
  is_side: boolean
  status: string
  content: string
  content_type: 'html' | 'text'
  meta: unknown
  name: string | null
  files: string[]
}

/** What a transcript contains. Notes and emails with third parties only when they are asked for. */
export async function readTranscript(
  db: Db,
  actor: Actor,
  uuid: string,
  { notes, side_threads }: { notes: boolean; side_threads: boolean },
): Promise<Transcript> {
  const c = await getVisible(db, actor, uuid)
  const { rows } = await sql<Row>`
    select m.created_at, m.private, m.side_thread_id is not null as is_side, m.status, m.content, m.content_type, m.meta,
      nullif(trim(coalesce(a.first_name || ' ' || a.last_name, k.first_name || ' ' || k.last_name)), '') as name,
      array(select filename from media f where f.message_id = m.id and f.disposition = 'attachment' order by filename) as files
    from messages m
    left join agents a on m.sender_type = 'agent' and a.id = m.sender_id
    left join contacts k on m.sender_type = 'contact' and k.id = m.sender_id
    where m.conversation_id = any(${withMerged(c.id)}) and m.held_until is null and m.type <> 'activity'
      and not coalesce((m.meta->>'is_csat')::boolean, false)
      and (not m.private or case when m.side_thread_id is null then ${notes}::boolean else ${side_threads}::boolean end)
    order by m.created_at, m.id limit ${maxMessages + 1}`.execute(db)
  if (rows.length > maxMessages)
    throw conflict(`This conversation has more than ${maxMessages} messages, too many for a transcript`)
  const time_zone = await agentTimeZone(db, actor.id)
  return {
    subject: c.subject ?? '',
    reference_number: c.reference_number,
    entries: rows.map(toEntry),
    time_zone,
    formatDate: dateFormatIn(time_zone),
  }
}

function toEntry(row: Row): TranscriptEntry {
  const meta = row.meta as MessageMeta // written from the contract's type
  const address = meta.from?.[0]
  return {
    created_at: row.created_at,
    kind: row.is_side ? 'side_thread' : row.private ? 'note' : 'email',
    author: row.name ? (address ? `${row.name} <${address}>` : row.name) : (address ?? ''),
    to: meta.to ?? [],
    cc: meta.cc ?? [],
    content: row.content,
    content_type: row.content_type,
    failed: row.status === 'failed',
    files: row.files,
  }
}

function dateFormatIn(time_zone: string): (at: Date) => string {
  const format = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: time_zone,
  })
  return (at) => format.format(at)
}
