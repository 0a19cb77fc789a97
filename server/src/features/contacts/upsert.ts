import { type Selectable, sql } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { Tx } from '../../db/transact.ts'

export type ContactRow = Selectable<DB['contacts']>

const lowerEmail = sql<string>`lower(email)`

/** The contact with this address, made when there is none. A name that is there is never overwritten (api-contract 8.12). */
export async function upsertContact(
  tx: Tx,
  { email, first_name, last_name }: { email: string; first_name: string; last_name: string },
): Promise<ContactRow> {
  const address = email.trim().toLowerCase()
  const find = () =>
    tx.db
      .selectFrom('contacts')
      .selectAll()
      .where((eb) => eb(eb.fn('lower', ['email']), '=', address))
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
  const found = await find()
  if (found) return found
  const made = await tx.db
    .insertInto('contacts')
    .values({
      created_at: tx.now,
      updated_at: tx.now,
      email: address,
      first_name: first_name.slice(0, 140),
      last_name: last_name.slice(0, 140),
    })
    .onConflict((conflict) => conflict.expression(lowerEmail).where('deleted_at', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!made) {
    // Somebody else made it a moment ago; their transaction has committed by now.
    const theirs = await find()
    if (theirs) return theirs
    throw new Error('A contact vanished while it was looked up')
  }
  await tx.record({ type: 'contact.created', object: { type: 'contact', id: made.id } })
  return made
}
