import type { GettingStarted } from '@parley/contract/getting-started'
import { sql } from 'kysely'
import { json } from '../../db/json.ts'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transact.ts'
import { canSend, readStored } from '../system-mail/settings.ts'

const key = 'getting_started.dismissed'

export async function readGettingStarted(db: Db): Promise<GettingStarted> {
  const { rows } = await sql<Omit<GettingStarted, 'system_mail'>>`select
    exists (select from inboxes where deleted_at is null) as inbox,
    (select count(*) > 1 from (
      select from agents where enabled and not is_system and deleted_at is null limit 2) people) as agents,
    exists (select from conversations) as conversation,
    exists (select from settings where key = ${key} and value = 'true') as dismissed`.execute(db)
  const [steps] = rows
  if (!steps) throw new Error('A select without a table answers one row')
  return { ...steps, system_mail: canSend(await readStored(db)) }
}

/** Of the workspace, not of a person: what is set up is set up for everybody. */
export async function setDismissed(tx: Tx, dismissed: boolean): Promise<void> {
  const stored = await tx.db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst()
  const before = stored?.value === true
  if (before === dismissed) return
  const value = json(dismissed)
  await tx.db
    .insertInto('settings')
    .values({ key, value, updated_at: tx.now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: tx.now }))
    .execute()
  const changes = { [key]: [before, dismissed] as [unknown, unknown] }
  await tx.record({ type: 'settings.changed', object: { type: 'settings', id: null }, changes })
}
