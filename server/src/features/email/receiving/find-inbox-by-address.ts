import type { Db } from '../../../db/pool.ts'
import { parseReceivingToken } from '../../inboxes/receiving-address.ts'

/**
 * The inbox that the receiver takes mail to this address for, by its address, an alias or the address made for it, or null. `help+anything@` belongs to `help@`,
 * unless some inbox has it as its very own address.
 */
export async function findInboxByAddress(db: Db, address: string): Promise<{ id: number } | null> {
  const token = parseReceivingToken(address)
  const spellings = addressVariants(address)
  const rows = await db
    .selectFrom('inboxes')
    .select(['id', 'address', 'aliases', 'receiving_token'])
    .where('deleted_at', 'is', null)
    .where('enabled', '=', true)
    .where('receiver_enabled', '=', true)
    .where((eb) =>
      eb.or([
        eb('address', 'in', spellings),
        eb('aliases', '&&', eb.val(spellings)),
        eb('receiving_token', '=', token),
      ]),
    )
    .orderBy('id')
    .execute()
  const byToken = token && rows.find((row) => row.receiving_token === token)
  if (byToken) return { id: byToken.id }
  for (const spelling of spellings) {
    const inbox = rows.find((row) => row.address === spelling || row.aliases.includes(spelling))
    if (inbox) return { id: inbox.id }
  }
  return null
}

/** The address itself, then without what follows its last `+`, and so on. */
export function addressVariants(address: string): string[] {
  const lower = address.trim().toLowerCase()
  const at = lower.lastIndexOf('@')
  const spellings = [lower]
  for (let plus = lower.lastIndexOf('+', at); plus > 0; plus = lower.lastIndexOf('+', plus - 1))
    spellings.push(lower.slice(0, plus) + lower.slice(at))
  return spellings
}
