import type { SenderAuthentication } from '@parley/contract/email/sender-authentication'
import { domainOf } from '@parley/mail/address'
import { type SqlBool, sql } from 'kysely'
import { prepared } from '../../../db/prepared-statements.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { IncomingMail } from '../../../mail-parser/read-incoming-mail.ts'
import { withMerged } from '../../../merged-conversations.ts'
import type { SenderChecks } from '../../../sender-auth/sender-checks.ts'
import type { ContactRow } from '../../contacts/contact-row.ts'
import { findLookalikeDomain } from './lookalike-domain.ts'

/** The checks apply to the domain in From. They prove nothing about an author named by another header. */
export function checksForSender(checks: SenderChecks, sender: string): SenderChecks {
  if (checks.verdict !== 'pass' || domainOf(sender) === checks.domain) return checks
  return { ...checks, verdict: 'fail', reason: 'other_author' }
}

/**
 * What agents see about the sender, assessed when the mail is filed. `conversation_id` is null for a new
 * conversation.
 */
export async function assessSender(
  tx: Tx,
  checks: SenderChecks,
  {
    mail,
    sender,
    contact,
    conversation_id,
    isOurs,
    own_domains,
  }: {
    mail: Pick<IncomingMail, 'reply_to' | 'to' | 'cc'>
    sender: string
    contact: ContactRow
    conversation_id: number | null
    isOurs: (address: string) => boolean
    own_domains: readonly string[]
  },
): Promise<SenderAuthentication> {
  const named = [...mail.reply_to, ...mail.to, ...mail.cc].map(({ address }) => address)
  const others = [...new Set(named)].filter(
    (address) => address !== '' && address !== sender && !isOurs(address),
  )
  const first_from_sender = await isFirstContact(tx, contact.id, conversation_id)
  return {
    ...checks,
    first_from_sender,
    looks_like: await findLookalikeDomain(tx.db, domainOf(sender), own_domains),
    new_addresses:
      checks.verdict === 'pass' ? [] : await findNewAddresses(tx, others, { contact, conversation_id }),
  }
}

async function isFirstContact(tx: Tx, contact_id: number, conversation_id: number | null): Promise<boolean> {
  const other = await tx.db
    .selectFrom('conversations')
    .select('id')
    .where('contact_id', '=', contact_id)
    .limit(1)
    .modifyEnd(prepared)
    .executeTakeFirst()
  if (other) return false
  if (conversation_id === null) return true
  const earlierMessage = await tx.db
    .selectFrom('conversation_participants')
    .select('person_id')
    .where('conversation_id', '=', conversation_id)
    .where('person_id', '=', contact_id)
    .executeTakeFirst()
  return !earlierMessage
}

/** Addresses that neither the contact nor an agent nor a verified mail introduced to the conversation. */
async function findNewAddresses(
  tx: Tx,
  addresses: string[],
  { contact, conversation_id }: { contact: ContactRow; conversation_id: number | null },
): Promise<string[]> {
  if (addresses.length === 0) return []
  const named = (key: 'to' | 'cc' | 'from') => sql<SqlBool>`m.meta->${sql.lit(key)} ? wanted.address`
  const conversations = withMerged(sql`${conversation_id}`)
  const { rows } = await sql<{ address: string }>`
    select wanted.address from unnest(${addresses}::text[]) with ordinality as wanted (address, place)
    where not exists (select from contact_addresses a where a.contact_id = ${contact.id} and a.address = wanted.address)
      and not exists (select from conversation_addresses a
        where a.conversation_id = any(${conversations}) and a.address = wanted.address)
      and not exists (select from messages m where m.conversation_id = any(${conversations}) and m.type = 'incoming' and not m.private
        and coalesce(m.authentication->>'verdict', 'pass') = 'pass' and not m.meta ? 'new_participant'
        and (${named('from')} or ${named('to')} or ${named('cc')}))
    order by wanted.place`.execute(tx.db)
  return rows.map(({ address }) => address)
}
