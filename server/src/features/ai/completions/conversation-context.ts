import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { estimateTokens } from './estimate-tokens.ts'
import type { RedactedText } from './redact.ts'

/** One message as a model sees it: a number to cite it by, and what it says. */
export type MessageBlock = { n: number; uuid: string; line: string }

/** What fits: of a long conversation its newest messages, of a long message its beginning. */
const maxMessages = 200
const maxTokens = 16_000
const maxMessageChars = 6_000
/** A mail of megabytes is not searched for card numbers to its end; what is beyond is not sent either. */
const maxCharsRead = 40_000

type Row = {
  uuid: string
  created_at: Date
  type: 'incoming' | 'outgoing'
  private: boolean
  first_name: string
  text_content: string
}

/**
 * The messages of a conversation, oldest first, each one line of JSON: whatever a mail says, it cannot end its line or begin another one.
 * Notes are there only where the answer stays inside.
 */
export async function readMessageBlocks(
  db: Db,
  conversation_id: number,
  { notes, redact }: { notes: boolean; redact: (text: string) => RedactedText },
): Promise<{ blocks: MessageBlock[]; redactions: number }> {
  const { rows } = await sql<Row>`
    select m.uuid, m.created_at, m.type, m.private, coalesce(a.first_name, k.first_name, '') as first_name,
      left(m.text_content, ${maxCharsRead}) as text_content
    from messages m
    left join agents a on m.sender_type = 'agent' and a.id = m.sender_id
    left join contacts k on m.sender_type = 'contact' and k.id = m.sender_id
    where m.conversation_id = ${conversation_id} and m.held_until is null and m.type <> 'activity' and m.status <> 'failed'
      ${notes ? sql`` : sql`and not m.private`}
    order by m.created_at desc, m.id desc limit ${maxMessages}`.execute(db)
  let redactions = 0
  let tokens_left = maxTokens
  const chosen: { uuid: string; content: object }[] = []
  for (const row of rows) {
    const { text, count } = redact(row.text_content.trim())
    const said = {
      by: row.private ? 'note' : row.type === 'incoming' ? 'customer' : 'agent',
      name: redact(row.first_name).text,
      at: row.created_at.toISOString().slice(0, 16),
      text: truncateMessage(text),
    }
    tokens_left -= estimateTokens(JSON.stringify(said))
    if (tokens_left < 0 && chosen.length > 0) break
    redactions += count
    chosen.unshift({ uuid: row.uuid, content: said })
  }
  const blocks = chosen.map(({ uuid, content: said }, index) => ({
    n: index + 1,
    uuid,
    line: toJsonLine({ message: index + 1, ...said }),
  }))
  return { blocks, redactions }
}

export const truncateMessage = (text: string): string =>
  text.length > maxMessageChars ? `${text.slice(0, maxMessageChars)} […]` : text

/** JSON leaves two line separators of Unicode as they are. */
const toJsonLine = (said: object): string =>
  JSON.stringify(said).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
