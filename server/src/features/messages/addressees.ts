import { mostRecipients } from '@parley/contract/recipients'
import { isAddress } from '@parley/mail/compose-header'
import { invalid } from '../../http/errors.ts'

export type Addressees = { to: string[]; cc: string[]; bcc: string[] }

/** To whom a reply goes, lower-cased; 400 when that is nobody, too many, or no address. */
export function readAddressees(input: Addressees): Addressees {
  const lower = (list: string[]) => list.map((address) => address.toLowerCase())
  const result = { to: lower(input.to), cc: lower(input.cc), bcc: lower(input.bcc) }
  if (result.to.length === 0) throw invalid('to', 'Add at least one recipient')
  const everybody = everybodyOf(result)
  if (everybody.length > mostRecipients)
    throw invalid(
      'to',
      `A reply goes to ${mostRecipients} addresses at most; this one has ${everybody.length}`,
    )
  for (const address of everybody)
    if (!isAddress(address)) throw invalid('to', `"${address}" is not an email address`)
  return result
}

export const everybodyOf = ({ to, cc, bcc }: Addressees): string[] => [...to, ...cc, ...bcc]
