import type { Address } from '@parley/mail/types'
import type { IncomingMail } from '../../../mail-parser/read-incoming-mail.ts'

/**
 * Finds the author of the mail. Mailing groups put their own address in From because of DMARC; then the person is in
 * X-Original-From or Reply-To. Null if the mail names no sender.
 */
export function findSender(
  mail: Pick<IncomingMail, 'from' | 'sender' | 'reply_to' | 'original_from' | 'return_path'>,
  envelope_from: string | null,
  isOurs: (address: string) => boolean,
): Address | null {
  const withAddress = (list: Address[]) => list.filter(({ address }) => isValidAddress(address))
  const [from] = withAddress(mail.from)
  if (from && isOurs(from.address)) {
    const person = [...withAddress(mail.original_from), ...withAddress(mail.reply_to)].find(
      ({ address }) => !isOurs(address),
    )
    if (person) return { ...person, name: person.name || from.name.replace(/\s+(?:via|per|über)\s.*$/i, '') }
  }
  if (from) return from
  const envelopeAddresses = [envelope_from ?? '', mail.return_path].filter(isValidAddress)
  const others = [...withAddress(mail.sender), ...withAddress(mail.reply_to)]
  return (
    others[0] ?? (envelopeAddresses[0] ? { address: envelopeAddresses[0].toLowerCase(), name: '' } : null)
  )
}

const isValidAddress = (text: string) => text.length <= 320 && /^[^\s@<>]+@[^\s@<>]+$/.test(text)

/**
 * First and last name for the contact. Without a display name: the local part, or the domain if the local part is a
 * role such as info.
 */
export function splitSenderName({ address, name }: Address): { first_name: string; last_name: string } {
  const displayName = name.replace(/\s+/g, ' ').trim()
  if (displayName === '' || displayName.toLowerCase() === address || displayName.includes('@'))
    return { first_name: nameFromAddress(address), last_name: '' }
  const lastNameFirst = /^([^,]{1,60}), ([^,]{1,60})$/.exec(displayName)
  if (lastNameFirst?.[2] && companySuffixPattern.test(lastNameFirst[2]))
    return { first_name: displayName, last_name: '' }
  if (lastNameFirst?.[1] && lastNameFirst[2])
    return { first_name: lastNameFirst[2].trim(), last_name: lastNameFirst[1].trim() }
  const [first = '', ...rest] = displayName.split(' ')
  return { first_name: first, last_name: rest.join(' ') }
}

// "Acme, Inc." is not a person named Inc.
const companySuffixPattern = /^(?:inc|ltd|llc|gmbh|ag|kg|co|corp|s\.?a|b\.?v|oy|ab|plc|limited)\b/i
const roleAddressPattern =
  /^(?:info|hello|hi|contact|kontakt|office|mail|support|help|sales|billing|admin|no-?reply|do-?not-?reply|notifications?|team|service)$/

function nameFromAddress(address: string): string {
  const atIndex = address.lastIndexOf('@')
  const local = address.slice(0, atIndex).split('+')[0] ?? ''
  return roleAddressPattern.test(local) || local === '' ? address.slice(atIndex + 1) : local
}
