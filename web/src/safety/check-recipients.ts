import type { Message } from '@parley/contract/messages/messages'
import { isOwnAddress } from '@parley/contract/messages/recipients'

type Mail = Pick<Message, 'type' | 'private' | 'meta' | 'authentication'>

export type RecipientContext = {
  /** All recipients of the reply. */
  recipients: readonly string[]
  /** The messages of the conversation, newest first. */
  messages: readonly Mail[]
  /** Whether earlier messages may be missing from these. */
  isPartial?: boolean
  contact_addresses: readonly string[]
  inbox_addresses: readonly string[]
  /** Recipients whom something else has the author confirm anyway. */
  confirmed_elsewhere?: readonly string[]
}

/** From how many recipients on a reply to all is worth a second look. */
export const manyRecipients = 10

/**
 * The recipients at organisations that have had no part in this conversation: a mistyped or wrong address. None while
 * only a part of the conversation is loaded.
 */
export function findNewDomains(context: RecipientContext): string[] {
  if (context.isPartial) return []
  const { recipients, messages, contact_addresses, inbox_addresses } = context
  const familiar = new Set(
    [...contact_addresses, ...inbox_addresses, ...messages.flatMap(addressesIn)].map(domainOf),
  )
  return recipients.filter(
    (address) => !isOwnAddress(address, inbox_addresses) && !familiar.has(domainOf(address)),
  )
}

/** Recipients whom the sender of the newest email added to a conversation that we had already answered. */
export function findAddedRecipients({
  recipients,
  messages,
  contact_addresses,
  inbox_addresses,
}: RecipientContext): {
  added: string[]
  by: string | null
} {
  const mails = messages.filter(({ type, private: isPrivate }) => !isPrivate && type !== 'activity')
  const [newest, ...earlier] = mails
  if (newest?.type !== 'incoming' || !earlier.some(({ type }) => type === 'outgoing'))
    return { added: [], by: null }
  const before = new Set([
    ...earlier.flatMap(addressesIn),
    ...contact_addresses.map(lower),
    ...(newest.meta.from ?? []).map(lower),
  ])
  const copied = new Set([...(newest.meta.to ?? []), ...(newest.meta.cc ?? [])].map(lower))
  const added = recipients
    .map(lower)
    .filter(
      (address) => copied.has(address) && !before.has(address) && !isOwnAddress(address, inbox_addresses),
    )
  return { added, by: newest.meta.from?.[0] ?? null }
}

/** The sender of the email that this replies to, if the reply goes to them although the check of their address failed. */
export function findUnverifiedSender({ recipients, messages }: RecipientContext): string | null {
  const newest = messages.find(({ type, private: isPrivate }) => !isPrivate && type === 'incoming')
  if (newest?.authentication?.verdict !== 'fail') return null
  const all = new Set(recipients.map(lower))
  return (
    [...(newest.meta.reply_to ?? []), ...(newest.meta.from ?? [])].find((sender) => all.has(lower(sender))) ??
    null
  )
}

const addressesIn = ({ private: isPrivate, type, meta }: Mail): string[] =>
  isPrivate || type === 'activity'
    ? []
    : [meta.from, meta.reply_to, meta.to, meta.cc, meta.bcc].flatMap((list) => (list ?? []).map(lower))

const lower = (address: string): string => address.trim().toLowerCase()
const domainOf = (address: string): string => lower(address).split('@').at(-1) ?? ''
