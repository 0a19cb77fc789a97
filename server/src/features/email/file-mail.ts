import type { Tx } from '../../db/transact.ts'
import type { ReadMail } from '../../mail-parser/read-mail.ts'
import { isTemporary, type SenderChecks } from '../../sender-auth/checks.ts'
import { upsertContact } from '../contacts/upsert.ts'
import { provePlusAddress } from '../inboxes/plus-address.ts'
import { fileBounce } from './file-bounce.ts'
import { findConversation, findNamedInSubject, lockIds } from './find-conversation.ts'
import { findCopy, findCopyIn } from './find-copy.ts'
import { spellingsOf } from './find-inbox.ts'
import type { KeptPart } from './keep-parts.ts'
import type { Envelope } from './ledger.ts'
import { isOwnMail } from './own-mail.ts'
import { namesOf, senderOf } from './sender.ts'
import { checksOfSender, describeSender } from './sender-authentication.ts'
import { type DeliveryRow, quarantine, settle } from './settle.ts'
import { verifyLater } from './verify-later.ts'
import { writeMessage } from './write-message.ts'

/** Decides what becomes of a mail that was read: a message in a conversation, or ignored with a reason. One transaction. */
export async function fileMail(
  tx: Tx,
  delivery: DeliveryRow,
  mail: ReadMail,
  parts: KeptPart[],
  found: SenderChecks,
): Promise<void> {
  const { inbox_id } = delivery
  if (inbox_id === null) return quarantine(tx, delivery.id, 'The inbox that this mail came to is gone')
  const ours = await ownAddresses(tx)
  const isOurs = (address: string) => spellingsOf(address).some((spelling) => ours.has(spelling))
  const sender = senderOf(mail, (delivery.envelope as Envelope).from, isOurs)
  await describe(tx, delivery.id, mail, sender?.address ?? null)
  await lockIds(tx, mail.seen_ids.length > 0 ? mail.seen_ids : [mail.source_id ?? ''].filter(Boolean))

  const recipients = [...mail.to.map(({ address }) => address), ...(delivery.envelope as Envelope).recipients]
  if (
    await provePlusAddress(
      tx,
      inbox_id,
      recipients,
      delivery.source === 'imap' ? mail.authentication_results : null,
    )
  )
    return settle(tx, delivery.id, {
      state: 'ignored',
      reason: 'The mail that this workspace sent to itself to see whether plus-addresses arrive',
    })
  const copy = await findCopy(tx, delivery, mail)
  if (copy) return ignoreCopy(tx, delivery, copy)
  const own = await isOwnMail(tx, mail, inbox_id)
  if (own === 'of this inbox')
    return settle(tx, delivery.id, {
      state: 'ignored',
      reason: 'This workspace sent this mail itself, from this inbox',
    })
  if (mail.classification.bounce && (await fileBounce(tx, delivery, mail))) return
  if (!sender) return quarantine(tx, delivery.id, 'The mail names no sender who could be answered')
  const blocked = await blockedAs(tx, sender.address)
  if (blocked)
    return settle(tx, delivery.id, { state: 'ignored', reason: `The contact ${blocked} is blocked` })

  const contact = await upsertContact(tx, { email: sender.address, ...namesOf(sender) })
  const checks = checksOfSender(found, sender.address)
  const joined = await findConversation(tx, mail, {
    inbox_id,
    sender: sender.address,
    verified: checks.verdict === 'pass',
    only_here: own === 'of another inbox',
  })
  const known = joined && (await findCopyIn(tx, joined, mail))
  if (known) return ignoreCopy(tx, delivery, known)
  const authentication = await describeSender(tx, checks, {
    mail,
    sender: sender.address,
    contact,
    conversation_id: joined?.id ?? null,
    isOurs,
  })
  const { message, conversation } = await writeMessage(tx, joined, {
    delivery,
    inbox_id,
    mail,
    parts,
    contact,
    sender: sender.address,
    authentication,
    may_belong_to: joined ? null : await findNamedInSubject(tx, mail, sender.address),
  })
  if (isTemporary(authentication)) await verifyLater(tx, message.id)
  await settle(tx, delivery.id, {
    state: 'threaded',
    conversation_id: conversation.id,
    stored_message_id: message.id,
  })
}

const ignoreCopy = (
  tx: Tx,
  delivery: DeliveryRow,
  copy: { delivery_id: number | null; conversation_id: number | null },
) =>
  settle(tx, delivery.id, {
    state: 'ignored',
    reason: 'This mail came before, with the same Message-ID and the same content',
    duplicate_of_id: copy.delivery_id,
    conversation_id: copy.conversation_id,
  })

/** What the ledger shows of a mail, whatever becomes of it. */
const describe = (tx: Tx, id: number, mail: ReadMail, from_address: string | null) =>
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

async function ownAddresses(tx: Tx): Promise<Set<string>> {
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
 * The address by which a sender is shut out, or null. Whoever is blocked as `eve@` needs no new mailbox to write as `eve+2@`; that counts
 * unless somebody has taken in just that address. The other way round it does not: `eve+shop@` may be one use of an address among many,
 * and who blocks it has said nothing of `eve@`.
 */
async function blockedAs(tx: Tx, address: string): Promise<string | null> {
  const spellings = spellingsOf(address)
  const rows = await tx.db
    .selectFrom('contact_addresses as a')
    .innerJoin('contacts as k', 'k.id', 'a.contact_id')
    .select(['a.address', 'k.enabled'])
    .where('a.address', 'in', spellings)
    .execute()
  const known = spellings.flatMap((spelling) => rows.find((row) => row.address === spelling) ?? [])[0]
  return known && !known.enabled ? known.address : null
}
