import { lessonsBeforeMoving, type SpamFilterMode } from '@parley/contract/conversations/spam-filter'
import { sql } from 'kysely'
import { prepared } from '../../db/prepared-statements.ts'
import type { Tx } from '../../db/transaction.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import type { MessageRow } from '../conversations/timeline/insert-message.ts'
import { moveToSpam, suggestSpam } from '../conversations/trash/trash-conversation.ts'
import { judgeTokens, type LessonCounts } from './judge-tokens.ts'
import { toFilteredMail } from './read-first-mail.ts'
import { listSpamTokens } from './spam-tokens.ts'

/** Above this it is suggested; from the second on, it is moved. */
const suggestFrom = 0.9
const moveFrom = 0.99
/** Fewer lessons of either kind say nothing. */
const lessonsBeforeSuggesting = 5

/**
 * Judges a conversation that an email has just started, in the transaction that files it: whatever reacts to the new conversation finds
 * it where it belongs, and nobody is notified of spam.
 */
export async function filterNewConversation(tx: Tx, c: ConversationRow, mail: MessageRow): Promise<void> {
  const { mode, totals } = await readFilter(tx)
  if (mode === 'off') return
  const lessons = Math.min(totals.spam, totals.not_spam)
  if (lessons < lessonsBeforeSuggesting) return
  const history = await readHistory(tx, c)
  if (history.answered) return
  const tokens = listSpamTokens(toFilteredMail(mail))
  const judgement = judgeTokens(tokens, await readCounts(tx, tokens), totals)
  if (!judgement || judgement.score < suggestFrom) return
  const moves = mode === 'move' && lessons >= lessonsBeforeMoving && !history.listed
  if (moves && judgement.score >= moveFrom) await moveToSpam(tx, c, judgement)
  else await suggestSpam(tx, c, judgement)
}

async function readFilter(tx: Tx): Promise<{ mode: SpamFilterMode; totals: LessonCounts }> {
  const { rows } = await sql<LessonCounts & { mode: SpamFilterMode | null }>`${prepared}
    select spam, not_spam, (select value from settings where key = 'app.spam_filter') as mode from spam_totals`.execute(
    tx.db,
  )
  const [{ mode, ...totals } = { mode: null, spam: 0, not_spam: 0 }] = rows
  return { mode: mode ?? 'move', totals }
}

/** Whether we have written to this contact, and whether another of their conversations is in the lists or was said to be no spam. */
async function readHistory(tx: Tx, c: ConversationRow): Promise<{ answered: boolean; listed: boolean }> {
  const { rows } = await sql<{ answered: boolean; listed: boolean }>`
    select
      exists (
        select from conversations o join messages m on m.conversation_id = o.id
        where o.contact_id = ${c.contact_id} and m.type = 'outgoing' and not m.private) as answered,
      exists (
        select from conversations o left join spam_lessons l on l.conversation_id = o.id
        where o.contact_id = ${c.contact_id} and o.id <> ${c.id}
          and (o.deleted_at is null or o.merged_into_id is not null or not l.is_spam)) as listed`.execute(
    tx.db,
  )
  return rows[0] ?? { answered: true, listed: true }
}

async function readCounts(tx: Tx, tokens: readonly string[]): Promise<Map<string, LessonCounts>> {
  const rows = await tx.db
    .selectFrom('spam_tokens')
    .selectAll()
    .where('token', '=', sql<string>`any(${tokens}::text[])`)
    .execute()
  return new Map(rows.map(({ token, ...count }) => [token, count]))
}
