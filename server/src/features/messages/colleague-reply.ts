import type { ColleagueReply } from '@parley/contract/messages/colleague-replies'
import type { MessageSend } from '@parley/contract/messages/messages'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../../db/transaction.ts'
import { AppError } from '../../http/errors.ts'
import { withMerged } from '../../merged-conversations.ts'
import type { ConversationRow } from '../../spine/record-event.ts'

type Input = Pick<
  z.output<typeof MessageSend>,
  'last_seen_uuid' | 'send_despite' | 'sender_type' | 'private' | 'side_thread_uuid'
>
type Match = { uuid: string; agent_id: number; at: Date; text: string | null }

const maxTextLength = 300

/**
 * Refuses a reply whose author doesn't know that a colleague has just answered the customer. The conversation is locked,
 * so of two agents who send in the same moment, the second one is asked. Only asked when the reply is accepted: when a
 * held or scheduled one is sent, nobody may be there to answer (docs/spec/wire.md#messages).
 */
export async function assertNoColleagueReply(tx: Tx, c: ConversationRow, input: Input): Promise<void> {
  const { last_seen_uuid, send_despite } = input
  if (!last_seen_uuid || input.sender_type === 'contact' || input.private || input.side_thread_uuid) return
  const seen = [last_seen_uuid, ...send_despite]
  const match = (await findSentSince(tx, c, seen)) ?? (await findHeldByColleague(tx, c, seen))
  if (!match) return
  const colleague_reply = await presentColleagueReply(tx, match)
  const { first_name, last_name } = colleague_reply.agent
  const name = `${first_name} ${last_name}`.trim()
  throw new AppError(
    409,
    'ConflictException',
    match.text === null
      ? `${name} is sending a reply, so nothing was sent. Send again to reply anyway`
      : `${name} has replied in the meantime, so nothing was sent. Read it, then send again to reply anyway`,
    { data: { colleague_reply } },
  )
}

/** The newest one. Ids are in the order in which a conversation's messages were added, whatever their times. */
const findSentSince = (tx: Tx, c: ConversationRow, seen: string[]): Promise<Match | undefined> =>
  tx.db
    .selectFrom('messages')
    .select(['uuid', 'sender_id as agent_id', 'created_at as at', 'text_content as text'])
    .where(inConversation(c))
    .where('id', '>', (eb) =>
      eb
        .selectFrom('messages')
        .select((max) => max.fn.max<number>('id').as('id'))
        .where('uuid', 'in', seen),
    )
    .where('type', '=', 'outgoing')
    .where('private', '=', false)
    .where('sender_type', '=', 'agent')
    .where('sender_id', '<>', tx.actor.id)
    // Surveys and what rules send are no answers.
    .where(sql<boolean>`not (meta ?| array['why', 'is_csat'])`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

const findHeldByColleague = async (
  tx: Tx,
  c: ConversationRow,
  seen: string[],
): Promise<Match | undefined> => {
  const held = await tx.db
    .selectFrom('held_sends')
    .select(['uuid', 'agent_id', 'created_at as at'])
    .where(inConversation(c))
    .where('uuid', 'not in', seen)
    .where('undone_at', 'is', null)
    .where('side_thread', 'is', null)
    .where('agent_id', '<>', tx.actor.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return held && { ...held, text: null }
}

const inConversation = ({ id }: ConversationRow): RawBuilder<boolean> =>
  sql<boolean>`conversation_id = any(${withMerged(id)})`

async function presentColleagueReply(tx: Tx, { uuid, agent_id, at, text }: Match): Promise<ColleagueReply> {
  const agent = await tx.db
    .selectFrom('agents')
    .select(['id', 'first_name', 'last_name'])
    .where('id', '=', agent_id)
    .executeTakeFirstOrThrow()
  const mayRead = tx.actor.permissions.has('messages:read')
  return {
    uuid,
    agent,
    at: at.toISOString(),
    text: mayRead && text !== null ? text.trim().slice(0, maxTextLength) : null,
  }
}
