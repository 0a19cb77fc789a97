import type { Address } from '@parley/mail/types'
import type { IncomingMail } from '../../../mail-parser/read-incoming-mail.ts'

/**
 * Who wrote the mail. Mailing groups put their own address into From for DMARC's sake: then the person is in X-Original-From or
 * Reply-To. Null when the mail names nobody.
 */
export function findSender(
  mail: Pick<IncomingMail, 'from' | 'sender' | 'reply_to' | 'original_from' | 'return_path'>,
  envelope_from: string | null,
  isOurs: (address: string) => boolean,
): Address | null {
  const named = (list: Address[]) => list.filter(({ address }) => isValidAddress(address))
  const [from] = named(mail.from)
  if (from && isOurs(from.address)) {
    const person = [...named(mail.original_from), ...named(mail.reply_to)].find(
      ({ address }) => !isOurs(address),
    )
    if (person) return { ...person, name: person.name || from.name.replace(/\s+(?:via|per|über)\s.*$/i, '') }
  }
  if (from) return from
  const bare = [envelope_from ?? '', mail.return_path].filter(isValidAddress)
  const others = [...named(mail.sender), ...named(mail.reply_to)]
  return others[0] ?? (bare[0] ? { address: bare[0].toLowerCase(), name: '' } : null)
}

const isValidAddress = (text: string) => text.length <= 320 && /^[^\s@<>]+@[^\s@<>]+$/.test(text)

/** First and last name as the contact will be called. Without a display name: the local part, or the domain when that is nobody's name. */
export function splitSenderName({ address, name }: Address): { first_name: string; last_name: string } {
  const shown = name.replace(/\s+/g, ' ').trim()
  if (shown === '' || shown.toLowerCase() === address || shown.includes('@'))
    return { first_name: nameFromAddress(address), last_name: '' }
  const turned = /^([^,]{1,60}), ([^,]{1,60})$/.exec(shown)
  if (turned?.[2] && companySuffixPattern.test(turned[2])) return { first_name: shown, last_name: '' }
  if (turned?.[1] && turned[2]) return { first_name: turned[2].trim(), last_name: turned[1].trim() }
  const [first = '', ...rest] = shown.split(' ')
  return { first_name: first, last_name: rest.join(' ') }
}

// "Acme, Inc." is no person called Inc.
const companySuffixPattern = /^(?:inc|ltd|llc|gmbh|ag|kg|co|corp|s\.?a|b\.?v|oy|ab|plc|limited)\b/i
const roleAddressPattern =
  /^(?:info|hello|hi|contact|kontakt|office|mail|support|help|sales|billing|admin|no-?reply|do-?not-?reply|notifications?|team|service)$/

function nameFromAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at).split('+')[0] ?? ''
  return roleAddressPattern.test(local) || local === '' ? address.slice(at + 1) : local
}
