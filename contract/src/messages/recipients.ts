import { parseFromHeader } from '../email/from-header.ts'
import type { Inbox } from '../inboxes/inboxes.ts'
import type { Message, MessageMeta } from './messages.ts'

export type Recipients = { to: string[]; cc: string[]; bcc: string[] }

/** The most recipients a reply can have, To, Cc and Bcc together. */
export const maxRecipients = 100

type ReplyableMessage = Pick<Message, 'type' | 'status' | 'private' | 'meta' | 'authentication'>

/**
 * The recipients of a reply, given the message it replies to (docs/spec/wire.md#default-recipients). `inbox_addresses` are ours, including aliases. To an
 * incoming message: its Reply-To or author, with everyone else it went to in Cc, and the contact, whom another sender must not replace. To
 * an outgoing one: the same recipients again. A new participant gets nothing until an agent decides otherwise (docs/spec/product-decisions.md#threading). For
 * an unverified sender, every address that is new to the conversation is dropped, including Reply-To, as it may be there to divert the
 * reply (docs/spec/product-decisions.md#sender-authentication). Bcc is never carried over. If the message had more recipients than a reply may have, only its author gets
 * the reply: a bulk sender must not make us a bulk sender.
 */
export function replyRecipients({
  last_message,
  contact_email,
  contact_addresses = [],
  inbox_addresses,
}: {
  last_message: Pick<ReplyableMessage, 'type' | 'meta' | 'authentication'> | null
  contact_email: string | null
  /** The contact's other addresses. Email from one of them is from the contact. */
  contact_addresses?: readonly string[]
  inbox_addresses: readonly string[]
}): Recipients {
  const unverifiedAddresses = new Set(last_message?.authentication?.new_addresses)
  const withoutOwn = (addresses: readonly string[]) =>
    normaliseAddresses(addresses, inbox_addresses).filter((address) => !unverifiedAddresses.has(address))
  const contact = withoutOwn(contact_email ? [contact_email] : [])
  const meta = last_message?.meta ?? {}
  if (!last_message || meta.new_participant) return { to: contact, cc: [], bcc: [] }

  const incoming = last_message.type === 'incoming'
  const toCandidates = incoming ? withoutOwn(replyToOrFrom(meta, withoutOwn)) : withoutOwn(meta.to ?? [])
  const to = toCandidates.length > 0 ? toCandidates : contact
  const ccCandidates = incoming
    ? [...(meta.cc ?? []), ...(meta.to ?? []), ...contactUnlessAuthor(meta, contact, contact_addresses)]
    : (meta.cc ?? [])
  const cc = withoutOwn(ccCandidates).filter((address) => !to.includes(address))
  if (to.length + cc.length > maxRecipients) return { to: to.length > 1 ? contact : to, cc: [], bcc: [] }
  // An email needs at least one To recipient.
  return to.length > 0 ? { to, cc, bcc: [] } : { to: cc, cc: [], bcc: [] }
}

/**
 * The message that a reply refers to, given messages newest first. Failed and automatic messages, surveys and email from strangers are
 * skipped, so that they do not change the recipients.
 */
export function messageToReplyTo<M extends ReplyableMessage>(newestFirst: readonly M[]): M | null {
  const mails = newestFirst.filter(
    ({ type, status, private: isPrivate }) =>
      !isPrivate &&
      ((type === 'incoming' && status === 'received') || (type === 'outgoing' && status !== 'failed')),
  )
  const fromPeople = mails.filter(
    ({ meta }) => !meta.new_participant && meta.auto_reply === undefined && !meta.is_csat,
  )
  return fromPeople[0] ?? mails[0] ?? null
}

/** All addresses of these inboxes, for `inbox_addresses`. */
export const ownAddresses = (
  inboxes: readonly Pick<Inbox, 'from' | 'aliases' | 'receiving_address'>[],
): string[] =>
  inboxes.flatMap(({ from, aliases, receiving_address }) => [
    parseFromHeader(from).address,
    ...aliases,
    ...(receiving_address ? [receiving_address] : []),
  ])

/** Whether an address is one of ours or a plus variant of one: support+anything@ matches support@, but not the other way round. */
export function isOwnAddress(address: string, own_addresses: readonly string[]): boolean {
  const normalised = address.trim().toLowerCase()
  return own_addresses.some((own_address) => {
    const ours = own_address.trim().toLowerCase()
    const at = ours.lastIndexOf('@')
    return (
      normalised === ours ||
      (normalised.startsWith(`${ours.slice(0, at)}+`) && normalised.endsWith(ours.slice(at)))
    )
  })
}

/** Reply-To takes precedence over From. One that only contains our own addresses (a list, a forwarder) is ignored. */
function replyToOrFrom(meta: MessageMeta, withoutOwn: (addresses: readonly string[]) => string[]): string[] {
  const replyTo = withoutOwn(meta.reply_to ?? [])
  return replyTo.length > 0 ? replyTo : (meta.from ?? [])
}

/** The contact, if someone else wrote. If the contact wrote with a Reply-To, that address is used instead. */
const contactUnlessAuthor = (meta: MessageMeta, contact: string[], further: readonly string[]): string[] =>
  (meta.from ?? []).some((author) => [...contact, ...further].includes(author.toLowerCase())) ? [] : contact

const normaliseAddresses = (addresses: readonly string[], own_addresses: readonly string[]): string[] => [
  ...new Set(
    addresses
      .map((address) => address.trim().toLowerCase())
      .filter((address) => /^[^\s@]+@[^\s@]+$/.test(address) && !isOwnAddress(address, own_addresses)),
  ),
]
