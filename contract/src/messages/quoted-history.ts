import type { Message } from './messages.ts'
import { isOwnAddress } from './recipients.ts'

type Mail = Pick<Message, 'type' | 'status' | 'private' | 'meta' | 'authentication'>

export type QuotedHistory = {
  /** For each of the messages, whether everyone the reply goes to has had it. */
  seen_by_all: boolean[]
  /** Who would see messages for the first time and was never written to here: their getting the history needs a confirmation. */
  newcomers: string[]
}

/**
 * Who has had which earlier messages (newest first) of those that a reply goes to. The contact and our own addresses have had all of them.
 * Anybody else has had a message that names them, and everything up to one that carried the history to them: a reply of ours that did not
 * leave it out, or an email of a verified sender. A copy that only an unverified sender claims to have sent proves nothing.
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
  const others = [...new Set(recipients.map((address) => address.trim().toLowerCase()))].filter(
    (address) => !contact.has(address) && !isOwnAddress(address, inbox_addresses),
  )
  const mails = newestFirst.map((mail) => ({ mail, addresses: addressesIn(mail) }))
  const seenByAll = mails.map(() => true)
  const newcomers: string[] = []
  for (const address of others) {
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
    if (hasUnseen && !wasWrittenTo) newcomers.push(address)
  }
  return { seen_by_all: seenByAll, newcomers }
}

const addressesIn = ({ private: isPrivate, meta }: Mail): Set<string> =>
  new Set(
    isPrivate
      ? []
      : [meta.from, meta.reply_to, meta.to, meta.cc, meta.bcc].flatMap((list) =>
          (list ?? []).map((address) => address.toLowerCase()),
        ),
  )

/** Notes, activity lines, surveys and what strangers wrote are never quoted. */
const isQuotable = ({ type, status, private: isPrivate, meta }: Mail): boolean =>
  !isPrivate && type !== 'activity' && status !== 'failed' && !meta.is_csat && !meta.new_participant

const includesHistory = (mail: Mail): boolean =>
  isQuotable(mail) &&
  (mail.type === 'outgoing'
    ? mail.meta.history_withheld !== true
    : !mail.authentication || mail.authentication.verdict === 'pass')
