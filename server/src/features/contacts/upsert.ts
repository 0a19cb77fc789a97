import { asName } from '@parley/contract/fields'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transact.ts'
import { lockAddress } from './addresses.ts'
import type { ContactRow } from './contact-row.ts'

/**
 * The contact with this address, primary or not, made when there is none. A name that is there is never overwritten (api-contract 8.12).
 * It cannot be merged into another before the transaction ends.
 */
export async function upsertContact(
  tx: Tx,
  { email, first_name, last_name }: { email: string; first_name: string; last_name: string },
): Promise<ContactRow> {
  const address = email.trim().toLowerCase()
  const found = await holdByAddress(tx, address)
  if (found) return found
  // Somebody else may be making it, or the one that was found has just been merged: by now their transaction has committed.
  await lockAddress(tx, address)
  const theirs = await holdByAddress(tx, address)
  if (theirs) return theirs
  const made = await tx.db
    .insertInto('contacts')
    .values({
      created_at: tx.now,
      updated_at: tx.now,
      email: address,
      first_name: asName(first_name).slice(0, 140),
      last_name: asName(last_name).slice(0, 140),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx.record({ type: 'contact.created', object: { type: 'contact', id: made.id } })
  return made
}

/** The share lock makes a merge of the contact wait, so that nothing is written to a contact that is no more. */
const holdByAddress = (tx: Tx, address: string): Promise<ContactRow | undefined> =>
  byAddress(tx.db, address).forKeyShare('k').executeTakeFirst()

/** The contact with this address, to read from. */
export const findByAddress = (db: Db, email: string): Promise<ContactRow | undefined> =>
  byAddress(db, email.trim().toLowerCase()).executeTakeFirst()

const byAddress = (db: Db, address: string) =>
  db
    .selectFrom('contact_addresses as a')
    .innerJoin('contacts as k', 'k.id', 'a.contact_id')
    .selectAll('k')
    .where('a.address', '=', address)
    .where('k.deleted_at', 'is', null)
