import type { ConversationContact } from '@parley/contract/conversations/conversation-contact'
import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import { callingCodeOf } from '../../phone-numbers/phone-country.ts'
import type { AccessKeys } from '../../spine/record-event.ts'
import type { ContactRow } from './contact-row.ts'

/**
 * A contact as conversations show it, with the access keys of those conversations. Anyone who sees one of them may see
 * the contact.
 */
export type ContactWithAccess = { object: ConversationContact; access_keys: AccessKeys[]; changed_at: number }

export async function loadConversationContacts(
  db: Db,
  ids: number[],
): Promise<Map<number, ContactWithAccess>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<ContactRow & { keys: AccessKeys[] }>`
    select k.*, coalesce((
      select json_agg(distinct jsonb_build_object('user', c.assigned_user_id, 'team', c.assigned_team_id))
      from conversations c where c.contact_id = k.id and c.deleted_at is null), '[]') as keys
    from contacts k where k.id = any(${ids}) and k.merged_into_id is null`.execute(db)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        object: presentConversationContact(row),
        access_keys: row.keys,
        changed_at: row.updated_at.getTime(),
      },
    ]),
  )
}

const presentConversationContact = (row: ContactRow): ConversationContact => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  other_addresses: row.other_addresses.split(' ').filter(Boolean),
  type: 'contact',
  availability_status: 'offline',
  avatar_url: row.avatar_url,
  phone_number: row.phone_number,
  phone_number_country_code: row.phone_number_country_code,
  phone_number_calling_code: callingCodeOf(row.phone_number_country_code),
  custom_attributes: row.custom_attributes as ConversationContact['custom_attributes'], // the column contains an object
  enabled: row.enabled,
  last_active_at: row.last_active_at?.toISOString() ?? null,
  last_login_at: null,
})
