import type { SenderAuthentication } from '@parley/contract/email/sender-authentication'
import type { MessageMeta } from '@parley/contract/messages/messages'
import { historyForReply, type QuotedHistory } from '@parley/contract/messages/quoted-history'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transaction.ts'
import { withMerged } from '../../merged-conversations.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { allRecipients, type Recipients } from './recipients.ts'

type Row = Pick<Selectable<DB['messages']>, 'type' | 'status' | 'private' | 'meta' | 'authentication'>

/** How many messages are searched for recipients who may already have the history. */
const maxMessages = 500

/** Whether quoting the history in a reply would show a recipient messages they have not received. */
export async function lacksHistory(tx: Tx, c: ConversationRow, to: Recipients): Promise<boolean> {
  const rows = await tx.db
    .selectFrom('messages')
    .select(['type', 'status', 'private', 'meta', 'authentication'])
    .where('conversation_id', '=', sql<number>`any(${withMerged(c.id)})`)
    .where('type', 'in', ['incoming', 'outgoing'])
    .where('private', '=', false)
    .where('status', '<>', 'failed')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxMessages)
    .execute()
  const { seen_by_all } = await readHistory(tx.db, c.id, rows, to)
  return seen_by_all.includes(false)
}

/** Which of these messages, newest first, each recipient of a reply has already received. */
export async function readHistory(
  db: Db,
  conversation_id: number,
  newestFirst: readonly Row[],
  { to = [], cc = [], bcc = [] }: Partial<Recipients>,
): Promise<QuotedHistory> {
  const contact = await db
    .selectFrom('contact_addresses as a')
    .innerJoin('conversations as c', 'c.contact_id', 'a.contact_id')
    .select('a.address')
    .where('c.id', '=', conversation_id)
    .execute()
  const inboxes = await db
    .selectFrom('inboxes')
    .select(['address', 'aliases', 'receiving_address'])
    .where('deleted_at', 'is', null)
    .execute()
  return historyForReply(
    newestFirst.map(({ type, status, private: isPrivate, meta, authentication }) => ({
      type,
      status: status === 'sending' ? 'pending' : status,
      private: isPrivate,
      // Both are written from the contract's types.
      meta: meta as MessageMeta,
      authentication: authentication as SenderAuthentication | null,
    })),
    {
      recipients: allRecipients({ to, cc, bcc }),
      contact_addresses: contact.map(({ address }) => address),
      inbox_addresses: inboxes.flatMap(({ address, aliases, receiving_address }) => [
        address,
        ...aliases,
        receiving_address ?? address,
      ]),
    },
  )
}
