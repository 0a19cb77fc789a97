import type { Selectable } from 'kysely'
import { json } from '../../db/json.ts'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transact.ts'
import { notFound } from '../../http/errors.ts'
import type { ConversationRow } from '../../spine/record.ts'
import { change } from '../conversations/change.ts'
import type { Values } from './read-values.ts'

type ContactRow = Selectable<DB['contacts']>

/** How many conversations of a contact show a new value at once; older ones show it when they are next fetched. */
const mostTold = 100

/**
 * Writes a contact's values by `next`. The contact's conversations that are not closed show them, so each tells its readers, and
 * `where_set` does so even when it is closed. The contact is locked before them: of two agents in two conversations one waits.
 */
export async function setContactValues(
  tx: Tx,
  contact_id: number,
  next: (stored: Values) => Promise<Values>,
  where_set: number | null = null,
): Promise<void> {
  const contact = await lockContact(tx, contact_id)
  const before = contact.custom_attributes as Values // the column holds an object
  const after = await next(before)
  if (sameValues(before, after)) return
  await tx.db
    .updateTable('contacts')
    .set({ custom_attributes: json(after), updated_at: tx.now })
    .where('id', '=', contact_id)
    .execute()
  await tx.record({
    type: 'contact.changed',
    object: { type: 'contact', id: contact_id },
    changes: { custom_attributes: [before, after] },
  })
  for (const c of await lockThoseShowing(tx, contact_id, where_set))
    await tx.record({
      type: 'conversation.contact_attributes_changed',
      conversation: { before: c, after: await change(tx, c, {}) },
      changes: { 'contact.custom_attributes': [before, after] },
    })
}

async function lockThoseShowing(
  tx: Tx,
  contact_id: number,
  where_set: number | null,
): Promise<ConversationRow[]> {
  const showing = await tx.db
    .selectFrom('conversations')
    .select('id')
    .where('contact_id', '=', contact_id)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('status_category', '<>', 'closed'), eb('id', '=', where_set ?? 0)]))
    .orderBy('created_at', 'desc')
    .limit(mostTold)
    .execute()
  if (showing.length === 0) return []
  return tx.db
    .selectFrom('conversations')
    .selectAll()
    .where(
      'id',
      'in',
      showing.map((one) => one.id),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** jsonb keeps keys in an order of its own. */
export const sameValues = (a: Values, b: Values): boolean => {
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && a[key] === b[key])
  )
}

async function lockContact(tx: Tx, id: number): Promise<ContactRow> {
  const row = await tx.db
    .selectFrom('contacts')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('Contact')
  return row
}
