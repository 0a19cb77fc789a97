import type { Message } from './messages.ts'
import { isOwnAddress } from './recipients.ts'

type Mail = Pick<Message, 'type' | 'status' | 'private' | 'meta' | 'authentication'>

export type History = {
  /** For each of the messages, whether everyone the reply goes to has had it. */
  had_by_all: boolean[]
  /** Who would see messages for the first time and was never written to here: their getting the history needs a confirmation. */
  newcomers: string[]
}

/**
 * Who has had which earlier messages (newest first) of those that a reply goes to. The contact and our own addresses have had all of them.
 * Anybody else has had a message that names them, and everything up to one that carried the history to them: a reply of ours that did not
 * leave it out, or an email of a verified sender. A copy that only an unverified sender claims to have sent proves nothing.
 */
export function historyOf(
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
): History {
  const contact = new Set(contact_addresses.map((address) => address.toLowerCase()))
  const others = [...new Set(recipients.map((address) => address.trim().toLowerCase()))].filter(
    (address) => !contact.has(address) && !isOwnAddress(address, inbox_addresses),
  )
  const mails = newestFirst.map((mail) => ({ mail, names: namesIn(mail) }))
  const had_by_all = mails.map(() => true)
  const newcomers: string[] = []
  for (const address of others) {
    const upTo = mails.findIndex(({ mail, names }) => names.has(address) && carriesHistory(mail))
    let misses = false
    for (const [at, { mail, names }] of mails.entries()) {
      if (names.has(address) || (upTo !== -1 && at >= upTo)) continue
      had_by_all[at] = false
      misses ||= isQuotable(mail)
    }
    const writtenTo = mails.some(({ mail, names }) => mail.type === 'outgoing' && names.has(address))
    if (misses && !writtenTo) newcomers.push(address)
  }
  return { had_by_all, newcomers }
}

const namesIn = ({ private: isPrivate, meta }: Mail): Set<string> =>
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

const carriesHistory = (mail: Mail): boolean =>
  isQuotable(mail) &&
  (mail.type === 'outgoing'
    ? mail.meta.history_withheld !== true
    : !mail.authentication || mail.authentication.verdict === 'pass')
