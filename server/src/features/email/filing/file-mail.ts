import { addressVariants } from '@parley/mail/address'
import type { Tx } from '../../../db/transaction.ts'
import type { IncomingMail } from '../../../mail-parser/read-incoming-mail.ts'
import { isTemporary, type SenderChecks } from '../../../sender-auth/sender-checks.ts'
import { upsertContact } from '../../contacts/upsert-contact.ts'
import { confirmPlusAddressProbe } from '../../inboxes/plus-address.ts'
import { filterNewConversation } from '../../spam/filter-new-conversation.ts'
import { type DeliveryRow, quarantineDelivery, setDeliveryOutcome } from '../ledger/delivery-outcome.ts'
import type { Envelope } from '../ledger/record-delivery.ts'
import { addIncomingMessage } from './add-incoming-message.ts'
import { addSideThreadMessage } from './add-side-thread-message.ts'
import { fileBounce } from './file-bounce.ts'
import { findConversation, findSubjectSuggestion, lockThreadIds } from './find-conversation.ts'
import { findDuplicateDelivery, findDuplicateInConversation } from './find-duplicate.ts'
import { routeByCitedSideThread, routeParticipant, type SideThreadRoute } from './find-side-thread.ts'
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
  const { inbox_id } = delivery
  if (inbox_id === null)
    return quarantineDelivery(tx, delivery.id, 'The inbox of this email no longer exists')
  const ownAddresses = await listOwnAddresses(tx)
  const isOurs = (address: string) => addressVariants(address).some((variant) => ownAddresses.has(variant))
  const sender = findSender(mail, (delivery.envelope as Envelope).from, isOurs)
  await updateDeliverySummary(tx, delivery.id, mail, sender?.address ?? null)
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
    return setDeliveryOutcome(tx, delivery.id, {
      state: 'ignored',
      reason: 'Test email that this workspace sent itself to check plus addressing',
    })
  const duplicate = await findDuplicateDelivery(tx, delivery, mail)
  if (duplicate) return ignoreDuplicate(tx, delivery, duplicate)
  const ownOrigin = await findOwnMailOrigin(tx, mail, inbox_id)
  if (ownOrigin === 'of this inbox')
    return setDeliveryOutcome(tx, delivery.id, {
      state: 'ignored',
      reason: 'Sent by this workspace, from this inbox',
    })
  if (mail.classification.bounce && (await fileBounce(tx, delivery, mail))) return
  if (!sender) return quarantineDelivery(tx, delivery.id, 'The email has no sender to reply to')
  const blocked = await findBlockedAddress(tx, sender.address)
  if (blocked)
    return setDeliveryOutcome(tx, delivery.id, {
      state: 'ignored',
      reason: `The contact ${blocked} is blocked`,
    })

  await fileFromSender(tx, {
    ...{ delivery, inbox_id, mail, parts, sender, isOurs },
    checks: checksForSender(authenticationChecks, sender.address),
    same_inbox_only: ownOrigin === 'of another inbox',
  })
}

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
    checks,
    same_inbox_only,
  }: {
    delivery: DeliveryRow
    inbox_id: number
    mail: IncomingMail
    parts: StoredPart[]
    sender: Parameters<typeof splitSenderName>[0]
    isOurs: (address: string) => boolean
    checks: SenderChecks
    same_inbox_only: boolean
  },
): Promise<void> {
  const contact = await upsertContact(tx, { email: sender.address, ...splitSenderName(sender) })
  const by = { address: sender.address, verified: checks.verdict === 'pass' }
  const cited = await routeByCitedSideThread(tx, mail, by, { inbox_id, same_inbox_only })
  const byReference = cited
    ? null
    : await findConversation(tx, mail, { ...by, inbox_id, sender: by.address, same_inbox_only })
  const route = cited ?? (byReference && (await routeParticipant(tx, byReference, by)))
  const joined = route ? joinedConversation(route) : byReference
  const duplicate = joined && (await findDuplicateInConversation(tx, joined, mail))
  if (duplicate) return ignoreDuplicate(tx, delivery, duplicate)
  const authentication = await assessSender(tx, checks, {
    mail,
    sender: sender.address,
    contact,
    conversation_id: joined?.id ?? null,
    isOurs,
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
  await setDeliveryOutcome(tx, delivery.id, {
    state: 'threaded',
    conversation_id: conversation.id,
    stored_message_id: message.id,
  })
}

const joinedConversation = (route: SideThreadRoute) =>
  route.to === 'new_conversation' ? null : route.conversation

const ignoreDuplicate = (
  tx: Tx,
  delivery: DeliveryRow,
  duplicate: { delivery_id: number | null; conversation_id: number | null },
) =>
  setDeliveryOutcome(tx, delivery.id, {
    state: 'ignored',
    reason: 'Duplicate: an email with the same Message-ID and content was already received',
    duplicate_of_id: duplicate.delivery_id,
    conversation_id: duplicate.conversation_id,
  })

/** Updates what the ledger shows of a mail, whatever its outcome. */
const updateDeliverySummary = (tx: Tx, id: number, mail: IncomingMail, from_address: string | null) =>
  tx.db
    .updateTable('mail_deliveries')
    .set({
      message_id: mail.source_id,
      body_hash: Buffer.from(mail.body_hash),
      subject: mail.subject,
      from_address,
    })
    .where('id', '=', id)
    .execute()

async function listOwnAddresses(tx: Tx): Promise<Set<string>> {
  const rows = await tx.db
    .selectFrom('inboxes')
    .select(['address', 'aliases', 'receiving_address'])
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(
    rows.flatMap(({ address, aliases, receiving_address }) => [
      address,
      ...aliases,
      receiving_address ?? address,
    ]),
  )
}

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
    .where('a.address', 'in', variants)
    .execute()
  const blockedRow = variants.flatMap((variant) => rows.find((row) => row.address === variant) ?? [])[0]
  return blockedRow && !blockedRow.enabled ? blockedRow.address : null
}
