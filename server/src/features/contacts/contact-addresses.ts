import type { ContactAddress } from '@parley/contract/contacts/contacts'
import { removeAddressRefusal } from '@parley/contract/contacts/contacts'
import { addressVariants } from '@parley/mail/address'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transaction.ts'
import { conflict, fieldConflict, invalid, notFound } from '../../http/errors.ts'
import type { ContactRow } from './contact-row.ts'
import { lockContact } from './lock-contact.ts'

/** Maximum number of addresses per contact. A longer list is a mistake. */
const maxAddresses = 50

/** All addresses of a contact, the primary one first. */
export async function listAddresses(db: Db, contact: ContactRow): Promise<ContactAddress[]> {
  const primary = contact.email?.toLowerCase()
  const rows = await db
    .selectFrom('contact_addresses')
    .select(['address', 'created_at'])
    .where('contact_id', '=', contact.id)
    .orderBy((eb) => eb('address', '=', primary ?? ''), 'desc')
    .orderBy('created_at')
    .orderBy('address')
    .execute()
  return rows.map(({ address, created_at }) => ({
    address,
    is_primary: address === primary,
    created_at: created_at.toISOString(),
  }))
}

export async function addAddress(tx: Tx, id: number, address: string): Promise<void> {
  const contact = await lockContact(tx, id)
  const existing = await listAddresses(tx.db, contact)
  if (existing.some((one) => one.address === address)) return
  if (existing.length >= maxAddresses)
    throw conflict(`A contact can have at most ${maxAddresses} email addresses`)
  await assertAddressAvailable(tx, address, 'address')
  if (contact.email === null) {
    await setPrimary(tx, contact, address)
  } else {
    await tx.db
      .insertInto('contact_addresses')
      .values({ address, contact_id: id, created_at: tx.now })
      .execute()
    await updateOtherAddresses(tx, id)
  }
  await tx.record({
    type: 'contact.address_added',
    object: { type: 'contact', id },
    changes: { addresses: [null, address] },
  })
}

export async function removeAddress(tx: Tx, id: number, address: string): Promise<void> {
  const contact = await lockContact(tx, id)
  const existing = (await listAddresses(tx.db, contact)).find((one) => one.address === address)
  if (!existing) throw notFound('Address')
  const refusal = removeAddressRefusal(existing)
  if (refusal) throw conflict(refusal)
  await tx.db.deleteFrom('contact_addresses').where('address', '=', address).execute()
  await updateOtherAddresses(tx, id)
  await tx.record({
    type: 'contact.address_removed',
    object: { type: 'contact', id },
    changes: { addresses: [address, null] },
  })
}

export async function makeAddressPrimary(tx: Tx, id: number, address: string): Promise<void> {
  const contact = await lockContact(tx, id)
  const existing = (await listAddresses(tx.db, contact)).find((one) => one.address === address)
  if (!existing) throw notFound('Address')
  if (existing.is_primary) return
  await setPrimary(tx, contact, address)
  await tx.record({
    type: 'contact.changed',
    object: { type: 'contact', id },
    changes: { email: [contact.email, address] },
  })
}

/** Sets the primary address. A database trigger adds it to the contact's addresses. */
async function setPrimary(tx: Tx, contact: ContactRow, email: string): Promise<void> {
  await tx.db
    .updateTable('contacts')
    .set({ email, updated_at: tx.now })
    .where('id', '=', contact.id)
    .execute()
  await updateOtherAddresses(tx, contact.id)
}

/** Copies the non-primary addresses to the column that search uses. */
export async function updateOtherAddresses(tx: Tx, contact_id: number): Promise<void> {
  await sql`
    update contacts k set updated_at = ${tx.now}, other_addresses = coalesce((
      select string_agg(a.address, ' ' order by a.created_at, a.address) from contact_addresses a
      where a.contact_id = k.id and a.address is distinct from lower(k.email)), '')
    where k.id = ${contact_id}`.execute(tx.db)
}

/**
 * Refuses an address that belongs to another contact or to one of our inboxes. Holds a lock, so nobody else can take
 * the address before the transaction ends.
 */
export async function assertAddressAvailable(tx: Tx, address: string, field: string): Promise<void> {
  const inbox = await findInboxByAddress(tx.db, address)
  // Our own forms send from the inbox address; that mail would be attributed to this contact, regardless of who
  // filled in the form.
  if (inbox)
    throw invalid(field, `This is an address of the inbox "${inbox.name}", so it can’t belong to a contact`)
  await lockAddress(tx, address)
  const taken = await tx.db
    .selectFrom('contact_addresses as a')
    .innerJoin('contacts as k', 'k.id', 'a.contact_id')
    .select(['k.first_name', 'k.last_name'])
    .where('a.address', '=', address)
    .executeTakeFirst()
  if (taken)
    throw fieldConflict(
      field,
      `${`${taken.first_name} ${taken.last_name}`.trim() || 'Another contact'} already has this email address. Merge the two contacts if they’re the same person`,
    )
}

function findInboxByAddress(db: Db, address: string): Promise<{ name: string } | undefined> {
  const spellings = addressVariants(address)
  return db
    .selectFrom('inboxes')
    .select('name')
    .where('deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('address', 'in', spellings),
        eb('aliases', '&&', eb.val(spellings)),
        eb('receiving_address', 'in', spellings),
      ]),
    )
    .executeTakeFirst()
}

/** Serialises a mail from an unknown address and a user who adds that address to a contact. */
export async function lockAddress(tx: Tx, address: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(7275542, hashtext(${address}))`.execute(tx.db)
}
