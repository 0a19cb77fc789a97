import { addressVariants } from '@parley/mail/address'
import { sql } from 'kysely'
import { prepared } from '../../../db/prepared-statements.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { IncomingMail } from '../../../mail-parser/read-incoming-mail.ts'
import { isTemporary, type SenderChecks } from '../../../sender-auth/sender-checks.ts'
import { upsertContact } from '../../contacts/upsert-contact.ts'
import { confirmPlusAddressProbe } from '../../inboxes/plus-address.ts'
import { filterNewConversation } from '../../spam/filter-new-conversation.ts'
import {
  type DeliveryOutcome,
  type DeliveryRow,
  quarantined,
  setDeliveryOutcome,
} from '../ledger/delivery-outcome.ts'
import type { Envelope } from '../ledger/record-delivery.ts'
import { addIncomingMessage } from './add-incoming-message.ts'
import { addSideThreadMessage } from './add-side-thread-message.ts'
import { fileBounce } from './file-bounce.ts'
import { findConversation, findSubjectSuggestion, lockThreadIds } from './find-conversation.ts'
import { findDuplicateDelivery, findDuplicateInConversation } from './find-duplicate.ts'
import { routeByCitedSideThread, routeParticipant, type SideThreadRoute } from './find-side-thread.ts'
import { listOwnAddresses } from './own-addresses.ts'
import { findOwnMailOrigin } from './own-mail.ts'
import { scheduleSenderRecheck } from './schedule-sender-recheck.ts'
import { findSender, splitSenderName } from './sender.ts'
import { assessSender, checksForSender } from './sender-authentication.ts'
import type { StoredPart } from './store-attachments.ts'

/** Files a parsed mail in one transaction: a message in a conversation, or ignored with a reason. */
export async function fileMail(
  tx: Tx,
  delivery: DeliveryRow,
  mail: IncomingMail,
  parts: StoredPart[],
  authenticationChecks: SenderChecks,
): Promise<void> {
  const own = await listOwnAddresses(tx.db)
  const isOurs = (address: string) => addressVariants(address).some((variant) => own.all.has(variant))
  const sender = findSender(mail, (delivery.envelope as Envelope).from, isOurs)
  const outcome = await decideOutcome(tx, delivery, {
    ...{ mail, parts, sender, isOurs },
    own_domains: own.domains,
    checks: authenticationChecks,
  })
  await setDeliveryOutcome(tx, delivery.id, {
    // What the ledger shows of a mail, whatever its outcome.
    message_id: mail.source_id,
    body_hash: Buffer.from(mail.body_hash),
    subject: mail.subject,
    from_address: sender?.address ?? null,
    ...outcome,
  })
}

type ParsedDelivery = {
  mail: IncomingMail
  parts: StoredPart[]
  sender: ReturnType<typeof findSender>
  isOurs: (address: string) => boolean
  own_domains: readonly string[]
  checks: SenderChecks
}

async function decideOutcome(
  tx: Tx,
  delivery: DeliveryRow,
  { mail, sender, checks, ...parsed }: ParsedDelivery,
): Promise<DeliveryOutcome> {
  const { inbox_id } = delivery
  if (inbox_id === null) return quarantined('The inbox of this email no longer exists')
  await lockThreadIds(
    tx,
    mail.thread_ids.length > 0 ? mail.thread_ids : [mail.source_id ?? ''].filter(Boolean),
  )
  const recipients = [...mail.to.map(({ address }) => address), ...(delivery.envelope as Envelope).recipients]
  if (
    await confirmPlusAddressProbe(
      tx,
      inbox_id,
      recipients,
      delivery.source === 'imap' ? mail.authentication_results : null,
    )
  )
    return ignored('Test email that this workspace sent itself to check plus addressing')
  const duplicate = await findDuplicateDelivery(tx, delivery, mail)
  if (duplicate) return ignoredDuplicate(duplicate)
  const ownOrigin = await findOwnMailOrigin(tx, mail, inbox_id)
  if (ownOrigin === 'of this inbox') return ignored('Sent by this workspace, from this inbox')
  const bounce = mail.classification.bounce && (await fileBounce(tx, mail))
  if (bounce) return bounce
  if (!sender) return quarantined('The email has no sender to reply to')
  const blocked = await findBlockedAddress(tx, sender.address)
  if (blocked) return ignored(`The contact ${blocked} is blocked`)
  return fileFromSender(tx, {
    ...{ ...parsed, delivery, inbox_id, mail, sender },
    checks: checksForSender(checks, sender.address),
    same_inbox_only: ownOrigin === 'of another inbox',
  })
}

const ignored = (reason: string): DeliveryOutcome => ({ state: 'ignored', reason })

/** Files a mail of a sender who may write: into the conversation it belongs to, or a new one. */
async function fileFromSender(
  tx: Tx,
  {
    delivery,
    inbox_id,
    mail,
    parts,
    sender,
    isOurs,
    own_domains,
    checks,
    same_inbox_only,
  }: Omit<ParsedDelivery, 'sender'> & {
    delivery: DeliveryRow
    inbox_id: number
    sender: Parameters<typeof splitSenderName>[0]
    same_inbox_only: boolean
  },
): Promise<DeliveryOutcome> {
  const contact = await upsertContact(tx, { email: sender.address, ...splitSenderName(sender) })
  const by = { address: sender.address, verified: checks.verdict === 'pass' }
  const cited = await routeByCitedSideThread(tx, mail, by, { inbox_id, same_inbox_only })
  const byReference = cited
    ? null
    : await findConversation(tx, mail, { ...by, inbox_id, sender: by.address, same_inbox_only })
  const route = cited ?? (byReference && (await routeParticipant(tx, byReference, by)))
  const joined = route ? joinedConversation(route) : byReference
  const duplicate = joined && (await findDuplicateInConversation(tx, joined, mail))
  if (duplicate) return ignoredDuplicate(duplicate)
  const authentication = await assessSender(tx, checks, {
    ...{ mail, contact, isOurs, own_domains },
    sender: sender.address,
    conversation_id: joined?.id ?? null,
  })
  const incoming = { delivery, inbox_id, mail, parts, contact, authentication, sender: sender.address }
  const suggested_conversation =
    route?.to === 'new_conversation'
      ? route.suggested
      : joined
        ? null
        : await findSubjectSuggestion(tx, mail, sender.address)
  const { message, conversation } =
    route?.to === 'side_thread'
      ? await addSideThreadMessage(tx, route.conversation, route.side_thread, incoming)
      : await addIncomingMessage(tx, joined, { ...incoming, suggested_conversation })
  // What may be a reply isn't judged, nor is mail that was in the mailbox before us.
  if (!joined && !suggested_conversation && !delivery.historical)
    await filterNewConversation(tx, conversation, message)
  if (isTemporary(authentication)) await scheduleSenderRecheck(tx, message.id)
  return { state: 'threaded', conversation_id: conversation.id, stored_message_id: message.id }
}

const joinedConversation = (route: SideThreadRoute) =>
  route.to === 'new_conversation' ? null : route.conversation

const ignoredDuplicate = (duplicate: {
  delivery_id: number | null
  conversation_id: number | null
}): DeliveryOutcome => ({
  ...ignored('Duplicate: an email with the same Message-ID and content was already received'),
  duplicate_of_id: duplicate.delivery_id,
  conversation_id: duplicate.conversation_id,
})

/**
 * The address under which a sender is blocked, or null. Blocking `eve@` also blocks `eve+2@`, unless that exact
 * address belongs to a contact that is not blocked. Blocking `eve+shop@` does not block `eve@`, because it may be one
 * of many uses of the address.
 */
async function findBlockedAddress(tx: Tx, address: string): Promise<string | null> {
  const variants = addressVariants(address)
  const rows = await tx.db
    .selectFrom('contact_addresses as a')
    .innerJoin('contacts as k', 'k.id', 'a.contact_id')
    .select(['a.address', 'k.enabled'])
    .where('a.address', '=', sql<string>`any(${variants}::text[])`)
    .modifyEnd(prepared)
    .execute()
  const blockedRow = variants.flatMap((variant) => rows.find((row) => row.address === variant) ?? [])[0]
  return blockedRow && !blockedRow.enabled ? blockedRow.address : null
}
