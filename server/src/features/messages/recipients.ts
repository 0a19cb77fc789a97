import { maxRecipients } from '@parley/contract/messages/recipients'
import { isBareAddress } from '@parley/mail/compose/header-values'
import { invalid } from '../../http/errors.ts'

export type Recipients = { to: string[]; cc: string[]; bcc: string[] }

/** The recipients of a reply, lower-cased. Throws 400 if there are none, too many, or an invalid address. */
export function parseRecipients(input: Recipients): Recipients {
  const lower = (list: string[]) => list.map((address) => address.toLowerCase())
  const result = { to: lower(input.to), cc: lower(input.cc), bcc: lower(input.bcc) }
  if (result.to.length === 0) throw invalid('to', 'Add at least one recipient')
  const all = allRecipients(result)
  if (all.length > maxRecipients)
    throw invalid('to', `A reply can have at most ${maxRecipients} recipients; this one has ${all.length}`)
  for (const address of all)
    if (!isBareAddress(address)) throw invalid('to', `"${address}" is not an email address`)
  return result
}

export const allRecipients = ({ to, cc, bcc }: Recipients): string[] => [...to, ...cc, ...bcc]
