import { addressVariants } from '@parley/mail/address'
import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import { prepared } from '../../../db/prepared-statements.ts'
import { parseReceivingToken } from '../../inboxes/receiving-address.ts'

/**
 * Finds the inbox for which the receiver accepts mail to this address: by its address, an alias or its generated
 * receiving address; null if there is none. `help+anything@` belongs to `help@`, unless an inbox has exactly that
 * address.
 */
export async function findInboxByAddress(db: Db, address: string): Promise<{ id: number } | null> {
  const token = parseReceivingToken(address)
  const variants = addressVariants(address)
  const rows = await db
    .selectFrom('inboxes')
    .select(['id', 'address', 'aliases', 'receiving_token'])
    .where('deleted_at', 'is', null)
    .where('enabled', '=', true)
    .where('receiver_enabled', '=', true)
    .where((eb) =>
      eb.or([
        eb('address', '=', sql<string>`any(${variants}::text[])`),
        sql<boolean>`aliases && ${variants}::text[]`,
        sql<boolean>`receiving_token = ${token}::text`,
      ]),
    )
    .orderBy('id')
    .modifyEnd(prepared)
    .execute()
  const tokenMatch = token && rows.find((row) => row.receiving_token === token)
  if (tokenMatch) return { id: tokenMatch.id }
  for (const variant of variants) {
    const inbox = rows.find((row) => row.address === variant || row.aliases.includes(variant))
    if (inbox) return { id: inbox.id }
  }
  return null
}
