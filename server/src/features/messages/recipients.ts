import { domainToASCII, domainToUnicode } from 'node:url'
import { maxRecipients } from '@parley/contract/messages/recipients'
import { isBareAddress } from '@parley/mail/compose/header-values'
import { invalid } from '../../http/errors.ts'

export type Recipients = { to: string[]; cc: string[]; bcc: string[] }

/** The recipients of a reply, as they will be sent: lower-cased, and with domains as mail servers see them. Throws 400 if there are none, too many, or an invalid address. */
export function parseRecipients(input: Recipients): Recipients {
  const normalise = (list: string[]) => list.map((address) => normaliseDomain(address.toLowerCase()))
  const result = { to: normalise(input.to), cc: normalise(input.cc), bcc: normalise(input.bcc) }
  if (result.to.length === 0) throw invalid('to', 'Add at least one recipient')
  const all = allRecipients(result)
  if (all.length > maxRecipients)
    throw invalid('to', `A reply can have at most ${maxRecipients} recipients; this one has ${all.length}`)
  for (const address of all)
    if (!isBareAddress(address)) throw invalid('to', `"${address}" is not an email address`)
  return result
}

/**
 * Other spellings of a domain, such as with a full-width dot or a dot at its end, would get past everything that compares addresses.
 * What can't be a domain is empty afterwards, which the next check refuses.
 */
function normaliseDomain(address: string): string {
  const at = address.lastIndexOf('@')
  if (at < 0) return address
  const domain = address.slice(at + 1)
  const normal = /^[\0-\x7f]*$/.test(domain) ? domain : domainToUnicode(domainToASCII(domain))
  return `${address.slice(0, at)}@${normal.replace(/\.$/, '')}`
}

export const allRecipients = ({ to, cc, bcc }: Recipients): string[] => [...to, ...cc, ...bcc]
