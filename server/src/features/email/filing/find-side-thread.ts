import { addressVariants } from '@parley/mail/address'
import { sql } from 'kysely'
import { prepared } from '../../../db/prepared-statements.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { IncomingMail } from '../../../mail-parser/read-incoming-mail.ts'
import { withMerged } from '../../../merged-conversations.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { lockMergeTarget } from './find-conversation.ts'

export type JoinedSideThread = { id: number; uuid: string; is_stranger: boolean }

/** Where a mail goes that is about a side thread, or would join the conversation that has one. */
export type SideThreadRoute =
  | { to: 'side_thread'; side_thread: JoinedSideThread; conversation: ConversationRow }
  /** From the customer, proven: an email like any other of theirs. */
  | { to: 'customer'; conversation: ConversationRow }
  /** Perhaps from the customer: a person decides. */
  | { to: 'new_conversation'; suggested: { uuid: string; reference_number: string } }

type Thread = {
  id: number
  uuid: string
  conversation_id: number
  inbox_id: number
  is_participant: boolean
  is_customer_side: boolean
}
type Sender = { address: string; verified: boolean }

/**
 * Where a mail belongs that cites a side thread by its token or by an id; null if it cites none. Whoever cites a side
 * thread knows something that only third parties were sent, so the mail joins the customer's messages only if it is
 * proven to be from that side and not from a participant of the side thread, whatever else it cites.
 */
export async function routeByCitedSideThread(
  tx: Tx,
  mail: Pick<IncomingMail, 'join_keys' | 'message_id'>,
  sender: Sender,
  { inbox_id, same_inbox_only }: { inbox_id: number; same_inbox_only: boolean },
): Promise<SideThreadRoute | null> {
  const cited = await listCited(tx, mail, sender)
  const inThisInbox = cited.filter((thread) => thread.inbox_id === inbox_id)
  const candidates = same_inbox_only ? inThisInbox : [...inThisInbox, ...cited]
  // A thread that the sender takes part in comes before one that they only cite.
  const [thread] = [...candidates.filter(({ is_participant }) => is_participant), ...candidates]
  if (!thread) return null
  const conversation = await lockMergeTarget(tx, thread.conversation_id)
  if (!conversation) return null
  const { id, uuid, is_participant, is_customer_side } = thread
  if (is_participant || !is_customer_side)
    return { to: 'side_thread', side_thread: { id, uuid, is_stranger: !is_participant }, conversation }
  return sender.verified ? { to: 'customer', conversation } : suggest(conversation)
}

/**
 * A third party who cites the customer's messages, which they may have been told about: their side thread of that
 * conversation, unless they also take part in the conversation itself.
 */
export async function routeParticipant(
  tx: Tx,
  conversation: ConversationRow,
  sender: Sender,
): Promise<SideThreadRoute | null> {
  const { rows } = await sql<Thread>`${prepared}${selectThreads(sender)}
    where c.id = any(${withMerged(conversation.id)}) and t.participants && ${addressVariants(sender.address)}::text[]
    order by t.id desc limit 1`.execute(tx.db)
  const [thread] = rows
  if (!thread || thread.is_customer_side) return null
  const { id, uuid } = thread
  return { to: 'side_thread', side_thread: { id, uuid, is_stranger: false }, conversation }
}

const suggest = ({ uuid, reference_number }: ConversationRow): SideThreadRoute => ({
  to: 'new_conversation',
  suggested: { uuid, reference_number },
})

const selectThreads = ({ address }: Sender) => sql`
  select t.id, t.uuid, t.conversation_id, c.inbox_id,
    t.participants && ${addressVariants(address)}::text[] as is_participant,
    (exists (select from conversation_addresses a where a.conversation_id = c.id and a.address = ${address})
      or exists (select from contact_addresses a where a.contact_id = c.contact_id and a.address = ${address})) as is_customer_side
  from side_threads t join conversations c on c.id = t.conversation_id`

/** In the order in which the mail cites them: tokens first. */
async function listCited(
  tx: Tx,
  { join_keys, message_id }: Pick<IncomingMail, 'join_keys' | 'message_id'>,
  sender: Sender,
): Promise<Thread[]> {
  const tokens = join_keys.flatMap((key) => (key.kind === 'token' && key.token.side_thread_id) || [])
  const source_ids = join_keys.flatMap((key) =>
    key.kind === 'message_id' && key.message_id !== message_id ? [key.message_id] : [],
  )
  if (tokens.length === 0 && source_ids.length === 0) return []
  const { rows } = await sql<Thread>`${prepared}
    with cited as (
      select distinct on (id) id, place from (
        select id, place from unnest(${tokens}::bigint[]) with ordinality as tokens (id, place)
        union all
        select s.side_thread_id, 1000 + place from unnest(${source_ids}::text[]) with ordinality as ids (source_id, place)
        join side_thread_ids s using (source_id)) every
      order by id, place)
    select found.* from cited join (${selectThreads(sender)}) found using (id) order by cited.place`.execute(
    tx.db,
  )
  return rows
}
