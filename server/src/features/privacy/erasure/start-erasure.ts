import { createHmac } from 'node:crypto'
import { confirmationRefusal } from '@parley/contract/privacy/privacy'
import { sql } from 'kysely'
import { json } from '../../../db/json.ts'
import type { Db } from '../../../db/pool.ts'
import type { Tx } from '../../../db/transaction.ts'
import { invalid } from '../../../http/errors.ts'
import type { Secrets } from '../../../secrets.ts'
import type { ContactRow } from '../../contacts/contact-row.ts'
import { lockContact } from '../../contacts/lock-contact.ts'
import { type ErasureRow, erasureSteps } from './erasure-state.ts'
import type { Subject } from './redact.ts'

export const eraseContactJob = 'erase_contact'
/** Keeps the list of erasures with the backups. */
export const storeErasureListJob = 'store_erasure_list'

/** Stands in for the person's name where a conversation with others still needs an author. */
const erasedName = 'Erased contact'

/** What to type to confirm. */
export const confirmationOf = ({ email, first_name, last_name }: ContactRow): string =>
  email ?? (`${first_name} ${last_name}`.trim() || 'erase')

/** The same for a person at the screen, who has to type the address. */
export async function requestErasure(
  tx: Tx,
  secrets: Secrets,
  id: number,
  confirmation: string,
): Promise<ErasureRow> {
  const contact = await lockContact(tx, id)
  const refusal = confirmationRefusal(confirmation, confirmationOf(contact))
  if (refusal) throw invalid('confirmation', refusal)
  return startErasure(tx, secrets, contact)
}

/**
 * Removes the locked contact from every list at once, and queues the job that removes everything else about the person. Mail that they
 * send from now on belongs to a new contact.
 */
export async function startErasure(tx: Tx, secrets: Secrets, contact: ContactRow): Promise<ErasureRow> {
  const subject = await readSubject(tx.db, contact)
  // Waits for mail of the person that is being filed; what arrives from now on finds no contact any more.
  await tx.db
    .selectFrom('contacts')
    .select('id')
    .where('id', 'in', subject.contact_ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  const erasure = await tx.db
    .insertInto('contact_erasures')
    .values({
      requested_at: tx.now,
      requested_by_id: tx.actor.id,
      requested_by: await readActorName(tx),
      step: erasureSteps[0],
      subject: json(subject),
      address_hashes: subject.addresses.map((address) => hashAddress(secrets, address)),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx.db
    .updateTable('contacts')
    .set({
      ...{ deleted_at: tx.now, updated_at: tx.now, first_name: erasedName, last_name: '', email: null },
      ...{ phone_number: null, phone_number_country_code: null, avatar_url: null, other_addresses: '' },
      custom_attributes: json({}),
    })
    .where('id', 'in', subject.contact_ids)
    .execute()
  await tx.record({ type: 'contact.erased', object: { type: 'contact', id: contact.id } })
  await tx.record({ type: 'erasure.requested', object: { type: 'erasure', id: erasure.id } })
  await tx.enqueue(eraseContactJob, { id: erasure.id }, { key: `${eraseContactJob}:${erasure.id}` })
  await tx.enqueue(storeErasureListJob, {}, { key: storeErasureListJob })
  return erasure
}

/** Also of the contacts that were merged into this one, and of addresses that the contact no longer has. */
export async function readSubject(db: Db, contact: ContactRow): Promise<Subject> {
  const contacts = await db
    .selectFrom('contacts')
    .selectAll()
    .where((eb) => eb.or([eb('id', '=', contact.id), eb('merged_into_id', '=', contact.id)]))
    .orderBy('id')
    .execute()
  const contact_ids = contacts.map(({ id }) => id)
  const { rows } = await sql<{ address: string }>`
    select address from contact_addresses where contact_id = any(${contact_ids}::bigint[])
    union
    select lower(value) from events e, jsonb_array_elements_text(
      case when e.changes ? 'addresses' then e.changes->'addresses' else coalesce(e.changes->'email', '[]') end) value
    where e.conversation_id is null and e.object_type = 'contact' and e.object_id = any(${contact_ids}::bigint[]) and value like '%@%'
      -- Someone else's by now.
      and not exists (select from contact_addresses a where a.address = lower(value) and a.contact_id <> all(${contact_ids}::bigint[]))
    order by 1`.execute(db)
  const addresses = new Set(rows.map(({ address }) => address))
  for (const { email } of contacts) if (email) addresses.add(email.toLowerCase())
  return {
    contact_ids,
    addresses: [...addresses],
    names: unique(contacts.flatMap(namesOf)),
    single_names: unique(
      contacts
        .flatMap(({ first_name, last_name }) => [first_name.trim(), last_name.trim()])
        .filter((name) => name.length >= 2),
    ),
    phone_numbers: unique(
      contacts.flatMap(({ phone_number }) =>
        phone_number && phone_number.length >= 6 ? [phone_number] : [],
      ),
    ),
  }
}

const namesOf = ({ first_name, last_name }: ContactRow): string[] =>
  first_name.trim() && last_name.trim()
    ? [`${first_name.trim()} ${last_name.trim()}`, `${last_name.trim()}, ${first_name.trim()}`]
    : []

const unique = (texts: string[]) => [...new Set(texts)]

/** Identifies an address without telling it. The key is the workspace's own, so backups of it have the same hashes. */
export const hashAddress = (secrets: Secrets, address: string): Buffer =>
  createHmac('sha256', secrets.derive('erased address')).update(address.trim().toLowerCase()).digest()

async function readActorName({ db, actor }: Tx): Promise<string> {
  if (actor.kind === 'operator') return 'Operator'
  if (actor.kind === 'system') return 'Parley, after a restore'
  const row = await db
    .selectFrom('agents')
    .select(['first_name', 'last_name'])
    .where('id', '=', actor.id)
    .executeTakeFirst()
  return `${row?.first_name ?? ''} ${row?.last_name ?? ''}`.trim()
}
