import { sanitiseName } from '@parley/contract/shared/fields'
import { contactColumns } from '../../db/columns.ts'
import type { Db } from '../../db/pool.ts'
import { prepared } from '../../db/prepared-statements.ts'
import type { Tx } from '../../db/transaction.ts'
import { lockAddress } from './contact-addresses.ts'
import type { ContactRow } from './contact-row.ts'

/**
 * Finds the contact with this address, primary or not, or creates it. An existing name is never overwritten
 * (docs/spec/wire.md#contacts-and-notes). The contact cannot be merged into another one before the transaction ends.
 */
export async function upsertContact(
  tx: Tx,
  { email, first_name, last_name }: { email: string; first_name: string; last_name: string },
): Promise<ContactRow> {
  const address = email.trim().toLowerCase()
  const existing = await lockSharedByAddress(tx, address)
  if (existing) return existing
  // A concurrent transaction may be creating the contact, or may just have merged the one found. After this lock it has
  // committed.
  await lockAddress(tx, address)
  const concurrent = await lockSharedByAddress(tx, address)
  if (concurrent) return concurrent
  const created = await tx.db
    .insertInto('contacts')
    .values({
      created_at: tx.now,
      updated_at: tx.now,
      email: address,
      first_name: sanitiseName(first_name).slice(0, 140),
      last_name: sanitiseName(last_name).slice(0, 140),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx.record({ type: 'contact.created', object: { type: 'contact', id: created.id } })
  return created
}

/** The share lock makes a merge of the contact wait, so nothing is written to a contact that no longer exists. */
const lockSharedByAddress = (tx: Tx, address: string): Promise<ContactRow | undefined> =>
  selectByAddress(tx.db, address).forKeyShare('k').modifyEnd(prepared).executeTakeFirst()

/** The contact with this address, for reading. */
export const findContactByAddress = (db: Db, email: string): Promise<ContactRow | undefined> =>
  selectByAddress(db, email.trim().toLowerCase()).executeTakeFirst()

const qualifiedColumns = contactColumns.map((column) => `k.${column}` as const)

const selectByAddress = (db: Db, address: string) =>
  db
    .selectFrom('contact_addresses as a')
    .innerJoin('contacts as k', 'k.id', 'a.contact_id')
    .select(qualifiedColumns)
    .where('a.address', '=', address)
    .where('k.deleted_at', 'is', null)
