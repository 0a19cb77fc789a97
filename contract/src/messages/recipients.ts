import { parseFromHeader } from '../email/from-header.ts'
import type { Inbox } from '../inboxes/inboxes.ts'
import type { Message, MessageMeta } from './messages.ts'

export type Recipients = { to: string[]; cc: string[]; bcc: string[] }

/** So many addresses one reply goes to, To, Cc and Bcc together. */
export const maxRecipients = 100

type ReplyableMessage = Pick<Message, 'type' | 'status' | 'private' | 'meta' | 'authentication'>

/**
 * To whom an answer goes, given the message it answers (api-contract 8.14); `inbox_addresses` are ours, aliases included.
 * An incoming message: its Reply-To or author, everybody else it went to in Cc, and the contact, whom somebody else's mail must
 * not push out. An outgoing one: the same people again. A stranger who found a way in gets nothing before an agent decides so
 * (product-decisions 17), and of an unverified sender's mail every address that is new to the conversation is left out, Reply-To included: it may be
 * there to draw the answer away (product-decisions 35). Bcc is never carried over. Of a mail to more people than one reply may go to, the author alone: whoever writes to
 * thousands must not make us do the same.
 */
export function replyRecipients({
  last_message,
  contact_email,
  contact_addresses = [],
  inbox_addresses,
}: {
  last_message: Pick<ReplyableMessage, 'type' | 'meta' | 'authentication'> | null
  contact_email: string | null
  /** The contact's further addresses: mail from one of them pushes nobody out. */
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
  // A mail needs somebody it is to.
  return to.length > 0 ? { to, cc, bcc: [] } : { to: cc, cc: [], bcc: [] }
}

/**
 * The message that an answer is to, of messages newest first: what failed, what a machine wrote, surveys and strangers' mails are passed
 * over, so that they do not change who is in the conversation.
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

/** Every address of these inboxes, for `inbox_addresses`. */
export const ownAddresses = (
  inboxes: readonly Pick<Inbox, 'from' | 'aliases' | 'receiving_address'>[],
): string[] =>
  inboxes.flatMap(({ from, aliases, receiving_address }) => [
    parseFromHeader(from).address,
    ...aliases,
    ...(receiving_address ? [receiving_address] : []),
  ])

/** Whether an address is one of ours or a plus variant of one: support+anything@ is support@, and not the other way round. */
export function isOwnAddress(address: string, own: readonly string[]): boolean {
  const wanted = address.trim().toLowerCase()
  return own.some((one) => {
    const ours = one.trim().toLowerCase()
    const at = ours.lastIndexOf('@')
    return wanted === ours || (wanted.startsWith(`${ours.slice(0, at)}+`) && wanted.endsWith(ours.slice(at)))
  })
}

/** Reply-To stands in for the author, who asked for it; one that only names us (a list, a forwarder) asks for nothing. */
function replyToOrFrom(meta: MessageMeta, others: (addresses: readonly string[]) => string[]): string[] {
  const replyTo = others(meta.reply_to ?? [])
  return replyTo.length > 0 ? replyTo : (meta.from ?? [])
}

/** The contact, when somebody else wrote. Of a contact who set a Reply-To, that address is the one to use. */
const contactUnlessAuthor = (meta: MessageMeta, contact: string[], further: readonly string[]): string[] =>
  (meta.from ?? []).some((author) => [...contact, ...further].includes(author.toLowerCase())) ? [] : contact

const normaliseAddresses = (addresses: readonly string[], own: readonly string[]): string[] => [
  ...new Set(
    addresses
      .map((address) => address.trim().toLowerCase())
      .filter((address) => /^[^\s@]+@[^\s@]+$/.test(address) && !isOwnAddress(address, own)),
  ),
]
