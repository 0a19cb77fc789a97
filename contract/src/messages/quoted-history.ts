import type { Message } from './messages.ts'
import { isOwnAddress } from './recipients.ts'

type Mail = Pick<Message, 'type' | 'status' | 'private' | 'meta' | 'authentication'>

export type QuotedHistory = {
  /** For each message, whether all recipients of the reply have already received it. */
  seen_by_all: boolean[]
  /** Recipients who would see messages for the first time, and who were never written to here. Sending them the history needs confirmation. */
  new_recipients: string[]
}

/**
 * Which earlier messages (newest first) the recipients of a reply have already received. The contact and our own addresses have received
 * all. Anyone else has received the messages that name them, and everything up to one that included the history: a reply of ours that did
 * not omit it, or an email from a verified sender. A recipient list in an unverified sender's email proves nothing.
 */
export function historyForReply(
  newestFirst: readonly Mail[],
  {
    recipients,
    contact_addresses,
    inbox_addresses,
  }: {
    recipients: readonly string[]
    contact_addresses: readonly string[]
    inbox_addresses: readonly string[]
  },
): QuotedHistory {
  const contact = new Set(contact_addresses.map((address) => address.toLowerCase()))
  const otherRecipients = [...new Set(recipients.map((address) => address.trim().toLowerCase()))].filter(
    (address) => !contact.has(address) && !isOwnAddress(address, inbox_addresses),
  )
  const mails = newestFirst.map((mail) => ({ mail, addresses: addressesIn(mail) }))
  const seenByAll = mails.map(() => true)
  const new_recipients: string[] = []
  for (const address of otherRecipients) {
    const seenFrom = mails.findIndex(
      ({ mail, addresses: names }) => names.has(address) && includesHistory(mail),
    )
    let hasUnseen = false
    for (const [at, { mail, addresses: names }] of mails.entries()) {
      if (names.has(address) || (seenFrom !== -1 && at >= seenFrom)) continue
      seenByAll[at] = false
      hasUnseen ||= isQuotable(mail)
    }
    const wasWrittenTo = mails.some(
      ({ mail, addresses: names }) => mail.type === 'outgoing' && names.has(address),
    )
    if (hasUnseen && !wasWrittenTo) new_recipients.push(address)
  }
  return { seen_by_all: seenByAll, new_recipients }
}

const addressesIn = ({ private: isPrivate, meta }: Mail): Set<string> =>
  new Set(
    isPrivate
      ? []
      : [meta.from, meta.reply_to, meta.to, meta.cc, meta.bcc].flatMap((list) =>
          (list ?? []).map((address) => address.toLowerCase()),
        ),
  )

/** Notes, activity lines, surveys and email from strangers are never quoted. */
const isQuotable = ({ type, status, private: isPrivate, meta }: Mail): boolean =>
  !isPrivate && type !== 'activity' && status !== 'failed' && !meta.is_csat && !meta.new_participant

const includesHistory = (mail: Mail): boolean =>
  isQuotable(mail) &&
  (mail.type === 'outgoing'
    ? mail.meta.history_withheld !== true
    : !mail.authentication || mail.authentication.verdict === 'pass')
