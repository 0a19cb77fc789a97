import type { Agent, UserCompact } from '@parley/contract/agents/agent'
import type { Contact } from '@parley/contract/contacts/contacts'
import type { Db } from '../../db/pool.ts'
import { notFound } from '../../http/errors.ts'
import { callingCodeOf } from '../../phone-numbers/phone-country.ts'
import { listAddresses } from './contact-addresses.ts'
import type { ContactRow } from './contact-row.ts'

/** One contact. The id of a merged contact returns the contact it was merged into. */
export async function getContact(db: Db, id: number): Promise<Contact> {
  const row = await getContactRow(db, id)
  return {
    ...presentContact(row),
    addresses: await listAddresses(db, row),
  }
}

/** The same as a row. A merge updates older references, so at most one step is needed. */
export async function getContactRow(db: Db, id: number): Promise<ContactRow> {
  const row = await db
    .selectFrom('contacts as asked')
    .innerJoin('contacts as k', (join) =>
      join.on((eb) => eb('k.id', '=', eb.fn.coalesce('asked.merged_into_id', 'asked.id'))),
    )
    .selectAll('k')
    .where('asked.id', '=', id)
    .where('k.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound('Contact')
  return row
}

const presentContact = (row: ContactRow): Agent => ({
  ...presentContactCompact(row),
  phone_number_country_code: row.phone_number_country_code,
  phone_number_calling_code: callingCodeOf(row.phone_number_country_code),
  phone_number: row.phone_number,
  last_active_at: row.last_active_at?.toISOString() ?? null,
  last_login_at: null,
  roles: null,
  permissions: null,
  custom_attributes: row.custom_attributes as Agent['custom_attributes'], // always an object
  teams: [],
  api_key: null,
  api_key_last_used_at: null,
})

export const presentContactCompact = (row: ContactRow): UserCompact => ({
  id: row.id,
  type: 'contact',
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  enabled: row.enabled,
  avatar_url: row.avatar_url,
  availability_status: 'offline',
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})
