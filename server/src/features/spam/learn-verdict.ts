import { sql } from 'kysely'
import type { Tx } from '../../db/transaction.ts'
import { findFirstMail } from './read-first-mail.ts'
import { listSpamTokens } from './spam-tokens.ts'
import { type Verdict, type VerdictEvent, verdictEvents, verdictOf } from './verdict.ts'

/** Its lock in the database carries the name, too. */
export const spamConsumerName = 'spam_lessons'

/**
 * Makes the lesson of a conversation what its events say now. Derived instead of counted, so repeating it changes nothing. Only
 * the consumer calls it, one batch after the other, so lessons don't compete for rows.
 */
export async function learnVerdict(tx: Tx, conversation_id: number): Promise<void> {
  const verdict = verdictOf(await readVerdictEvents(tx, conversation_id))
  const lesson = await tx.db
    .selectFrom('spam_lessons')
    .select(['is_spam', 'tokens'])
    .where('conversation_id', '=', conversation_id)
    .executeTakeFirst()
  const learned: Verdict | null = lesson ? (lesson.is_spam ? 'spam' : 'not_spam') : null
  if (verdict === learned) return
  if (lesson && learned) await count(tx, learned, lesson.tokens, -1)
  await tx.db.deleteFrom('spam_lessons').where('conversation_id', '=', conversation_id).execute()
  if (verdict === null) return
  const tokens = lesson?.tokens ?? (await readTokens(tx, conversation_id))
  if (tokens === null) return
  await tx.db
    .insertInto('spam_lessons')
    .values({ conversation_id, is_spam: verdict === 'spam', tokens, learned_at: tx.now })
    .execute()
  await count(tx, verdict, tokens, 1)
}

/** Null if it wasn't started by a customer's email, or is deleted permanently. */
async function readTokens(tx: Tx, conversation_id: number): Promise<string[] | null> {
  // The purge would otherwise delete it in between.
  const { rows } = await sql`select from conversations where id = ${conversation_id} for key share`.execute(
    tx.db,
  )
  const mail = rows.length > 0 ? await findFirstMail(tx, conversation_id) : null
  return mail && listSpamTokens(mail)
}

/** The undone action is found by its first event, which may be about another conversation, and is less than two hours older. */
async function readVerdictEvents(tx: Tx, conversation_id: number): Promise<VerdictEvent[]> {
  const { rows } = await sql<VerdictEvent>`
    select e.type, e.xid::text as action, e.actor_kind in ('agent', 'api_key') as by_agent,
      coalesce(e.changes->'trash_reason'->>0 = 'spam', false) as was_spam,
      case when e.data ? 'undoes' then coalesce((
        select u.xid::text from events u
        where u.actor_id = e.actor_id and u.id = (e.data->>'undoes')::bigint
          and u.at between e.at - interval '1 day' and e.at + interval '1 hour'
          and u.conversation_id is not null and u.cause_id is null and u.actor_kind in ('agent', 'api_key')
          and (u.type <> 'conversation.seen' or u.data ? 'read_mark')), '') end as undoes
    from events e
    where e.conversation_id = ${conversation_id} and e.type = any(${verdictEvents as readonly string[]})
    order by e.id`.execute(tx.db)
  return rows
}

async function count(tx: Tx, verdict: Verdict, tokens: readonly string[], step: 1 | -1): Promise<void> {
  const [spam, not_spam] = verdict === 'spam' ? [step, 0] : [0, step]
  await tx.db
    .updateTable('spam_totals')
    .set({ spam: sql`spam + ${spam}`, not_spam: sql`not_spam + ${not_spam}` })
    .execute()
  if (step === 1)
    await sql`
      insert into spam_tokens (token, spam, not_spam) select token, ${spam}, ${not_spam} from unnest(${tokens}::text[]) token
      on conflict (token) do update
        set spam = spam_tokens.spam + excluded.spam, not_spam = spam_tokens.not_spam + excluded.not_spam`.execute(
      tx.db,
    )
  else {
    await sql`
      update spam_tokens set spam = spam + ${spam}, not_spam = not_spam + ${not_spam}
      where token = any(${tokens}::text[])`.execute(tx.db)
    await sql`
      delete from spam_tokens where token = any(${tokens}::text[]) and spam = 0 and not_spam = 0`.execute(
      tx.db,
    )
  }
}

/** Takes back what was learned from a conversation, including its words. Waits for the consumer, which must not learn at the same time. */
export async function forgetLesson(tx: Tx, conversation_id: number): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext(${`consumer:${spamConsumerName}`}))`.execute(tx.db)
  const lesson = await tx.db
    .deleteFrom('spam_lessons')
    .where('conversation_id', '=', conversation_id)
    .returning(['is_spam', 'tokens'])
    .executeTakeFirst()
  if (!lesson) return false
  await count(tx, lesson.is_spam ? 'spam' : 'not_spam', lesson.tokens, -1)
  return true
}
