import { sql } from 'kysely'
import { json } from '../../../db/json.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { Redactor } from './redact.ts'

type EventRow = { id: number; at: Date; changes: Record<string, unknown>; data: Record<string, unknown> }

/** Columns with text that the customer, or someone about them, has written. */
const writtenFields = ['subject', 'custom_attributes', 'contact.custom_attributes']

/**
 * Removes the person from what events of these conversations changed. Events themselves stay: reports count them, and they keep their
 * order. Returns how many were changed.
 */
export async function redactEvents(
  tx: Tx,
  conversation_ids: number[],
  redactor: Redactor,
  /** The conversation is or was the person's own. */
  is_own: boolean,
): Promise<number> {
  const { rows } = await sql<EventRow>`
    select id, at, changes, data from events where conversation_id = any(${conversation_ids}::bigint[])
      and (changes <> '{}' or data <> '{}') order by id`.execute(tx.db)
  let count = 0
  for (const event of rows) {
    const changes = Object.fromEntries(
      Object.entries(event.changes).filter(([field]) => !(is_own && writtenFields.includes(field))),
    )
    const next = redactor.redactJson({ changes, data: event.data })
    if (JSON.stringify(next) === JSON.stringify({ changes: event.changes, data: event.data })) continue
    await updateEvent(tx, event, next)
    count++
  }
  return count
}

/** What happened to contacts and to notes about them: only that it happened. */
export async function emptyContactEvents(tx: Tx, contact_ids: number[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update events set changes = '{}', data = data - 'addresses' - 'filled'
    where conversation_id is null and object_type = 'contact' and object_id = any(${contact_ids}::bigint[])
      and (changes <> '{}' or data <> '{}')`.execute(tx.db)
  return Number(numAffectedRows ?? 0)
}

/** Events about emails in the ledger, which may name an address in a reason. */
export async function redactDeliveryEvents(tx: Tx, redactor: Redactor): Promise<number> {
  const { rows } = await sql<EventRow>`
    select id, at, changes, data from events
    where conversation_id is null and object_type = 'delivery' and data ? 'reason'`.execute(tx.db)
  const named = rows.filter(({ data }) => redactor.isIn(JSON.stringify(data)))
  for (const event of named) await updateEvent(tx, event, redactor.redactJson(event))
  return named.length
}

const updateEvent = (tx: Tx, { id, at }: EventRow, { changes, data }: Pick<EventRow, 'changes' | 'data'>) =>
  tx.db
    .updateTable('events')
    .set({ changes: json(changes), data: json(data) })
    .where('at', '=', at)
    .where('id', '=', id)
    .execute()
