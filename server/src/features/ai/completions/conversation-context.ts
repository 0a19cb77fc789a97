import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { withMerged } from '../../../merged-conversations.ts'
import { estimateTokens } from './estimate-tokens.ts'
import type { RedactedText } from './redact.ts'

/** One message as the model sees it, with the number to cite it by. */
export type MessageBlock = { n: number; uuid: string; line: string }

/** Limits: the newest messages of a long conversation, the beginning of a long message. */
const maxMessages = 200
const maxTokens = 16_000
const maxMessageChars = 6_000
/** Only this much of a huge message is scanned for card numbers, and nothing beyond it is sent. */
const maxCharsRead = 40_000

type Row = {
  uuid: string
  created_at: Date
  type: 'incoming' | 'outgoing'
  private: boolean
  /** Part of an email exchange with a third party, and who wrote it. */
  side: 'agent' | 'contact' | null
  first_name: string
  text_content: string
}

/**
 * The messages of a conversation, oldest first, each as one line of JSON: an email cannot end its line or start another one.
 * Includes notes only where the answer stays internal.
 */
export async function readMessageBlocks(
  db: Db,
  conversation_id: number,
  { notes, redact }: { notes: boolean; redact: (text: string) => RedactedText },
): Promise<{ blocks: MessageBlock[]; redactions: number }> {
  const { rows } = await sql<Row>`
    select m.uuid, m.created_at, m.type, m.private, case when m.side_thread_id is not null then m.sender_type end as side, coalesce(a.first_name, k.first_name, '') as first_name,
      left(m.text_content, ${maxCharsRead}) as text_content
    from messages m
    left join agents a on m.sender_type = 'agent' and a.id = m.sender_id
    left join contacts k on m.sender_type = 'contact' and k.id = m.sender_id
    where m.conversation_id = any(${withMerged(conversation_id)}) and m.held_until is null and m.type <> 'activity' and m.status <> 'failed'
      ${notes ? sql`` : sql`and not m.private`}
    order by m.created_at desc, m.id desc limit ${maxMessages}`.execute(db)
  let redactions = 0
  let tokens_left = maxTokens
  const included: { uuid: string; content: object }[] = []
  for (const row of rows) {
    const { text, count } = redact(row.text_content.trim())
    const entry = {
      by: authorOf(row),
      name: redact(row.first_name).text,
      at: row.created_at.toISOString().slice(0, 16),
      text: truncateMessage(text),
    }
    tokens_left -= estimateTokens(JSON.stringify(entry))
    if (tokens_left < 0 && included.length > 0) break
    redactions += count
    included.unshift({ uuid: row.uuid, content: entry })
  }
  const blocks = included.map(({ uuid, content: entry }, index) => ({
    n: index + 1,
    uuid,
    line: toJsonLine({ message: index + 1, ...entry }),
  }))
  return { blocks, redactions }
}

export const truncateMessage = (text: string): string =>
  text.length > maxMessageChars ? `${text.slice(0, maxMessageChars)} […]` : text

/** JSON does not escape two of Unicode's line separators. */
const toJsonLine = (entry: object): string =>
  JSON.stringify(entry).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

/** Third parties are named as such, so that their words are not taken for the customer's. */
function authorOf({ type, private: isPrivate, side }: Row): string {
  if (side) return side === 'contact' ? 'third party' : 'agent to third party'
  if (isPrivate) return 'note'
  return type === 'incoming' ? 'customer' : 'agent'
}
