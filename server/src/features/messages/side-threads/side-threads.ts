import { domainOf } from '@parley/mail/address'
import { type Selectable, sql } from 'kysely'
import type { DB } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transaction.ts'
import { invalid, notFound } from '../../../http/errors.ts'
import { withMerged } from '../../../merged-conversations.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { allRecipients, type Recipients } from '../recipients.ts'

export type SideThreadRow = Selectable<DB['side_threads']>

/** The condition on `side_threads t` for one conversation. Messages may have been moved to it with their side thread. */
export const isOfConversation = (conversation_id: number) => sql<boolean>`t.id in (
  select id from side_threads where conversation_id = any(${withMerged(conversation_id)})
  union select side_thread_id from messages where conversation_id = any(${withMerged(conversation_id)}) and side_thread_id is not null)`

/** A side thread of a locked conversation, locked as well. */
export async function lockSideThread(tx: Tx, c: ConversationRow, uuid: string): Promise<SideThreadRow> {
  const row = await tx.db
    .selectFrom('side_threads as t')
    .selectAll('t')
    .where('t.uuid', '=', uuid)
    .where(isOfConversation(c.id))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('Side thread')
  return row
}

/** The customer must not get what is written about them. Their colleagues may be asked; that is for agents to decide. */
export async function assertNotCustomer(tx: Tx, c: ConversationRow, recipients: Recipients): Promise<void> {
  const addresses = await tx.db
    .selectFrom('contact_addresses')
    .select('address')
    .where('contact_id', '=', c.contact_id)
    .execute()
  const written = new Set(allRecipients(recipients).map(inAscii))
  const customer = addresses.find(({ address }) => written.has(inAscii(address)))
  if (customer)
    throw invalid('to', `${customer.address} is the customer of this conversation. Reply to them instead`)
}

/** An international domain has two spellings. */
const inAscii = (address: string) => `${address.slice(0, address.lastIndexOf('@'))}@${domainOf(address)}`

/** Everyone whom agents write to takes part from then on. Nobody else does, whatever their emails say. */
export async function addParticipants(tx: Tx, thread: SideThreadRow, recipients: Recipients): Promise<void> {
  const participants = [...new Set([...thread.participants, ...allRecipients(recipients)])]
  if (participants.length === thread.participants.length) return
  await tx.db.updateTable('side_threads').set({ participants }).where('id', '=', thread.id).execute()
}
