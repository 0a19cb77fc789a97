import type { AiProvider, AiProviderChanges, AiProviderWrite } from '@parley/contract/ai/ai-settings'
import { secretMask } from '@parley/contract/inboxes/inboxes'
import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../../db/pool.ts'
import type { DB } from '../../../db/schema.ts'
import type { Tx } from '../../../db/transaction.ts'
import { notFound } from '../../../http/errors.ts'
import type { Secrets } from '../../../secrets.ts'
import { changedFields } from '../../../spine/changed-fields.ts'
import { objectRecorder } from '../../../spine/object-recorder.ts'
import { sealApiKey } from './check-provider.ts'

export type ProviderRow = Selectable<DB['ai_providers']>
/** With the key already encrypted: see `sealApiKey`. */
export type ProviderValues = Omit<z.output<typeof AiProviderWrite>, 'remove_api_key'>
type Changes = z.output<typeof AiProviderChanges>

const record = objectRecorder('ai_provider')

/** The enabled provider first, then by name. */
export const listProviders = (db: Db): Promise<ProviderRow[]> =>
  db
    .selectFrom('ai_providers')
    .selectAll()
    .orderBy('enabled', 'desc')
    .orderBy((eb) => eb.fn('lower', ['name']))
    .execute()

/** The provider in use; undefined while AI assistance is off. */
export const findEnabledProvider = (db: Db): Promise<ProviderRow | undefined> =>
  db.selectFrom('ai_providers').selectAll().where('enabled', '=', true).executeTakeFirst()

export const isAiEnabled = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('ai_providers').select('id').where('enabled', '=', true).executeTakeFirst()) !==
  undefined

export async function getProvider(db: Db, id: number): Promise<ProviderRow> {
  const row = await db.selectFrom('ai_providers').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Provider')
  return row
}

export async function createProvider(tx: Tx, values: ProviderValues): Promise<ProviderRow> {
  if (values.enabled) await disableProviders(tx, await lockProviders(tx), null)
  const row = await tx.db
    .insertInto('ai_providers')
    .values({ ...values, created_at: tx.now, updated_at: tx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await record(tx, 'ai_provider.created', row.id, changedFields(null, fieldsOf(row)))
  return row
}

export async function updateProvider(
  tx: Tx,
  secrets: Secrets,
  id: number,
  { api_key = '', remove_api_key, ...sent }: Changes,
): Promise<ProviderRow> {
  if (sent.enabled) await disableProviders(tx, await lockProviders(tx), id)
  const before = await lockProvider(tx, id)
  const fields = { ...fieldsOf(before), ...sent }
  const values = {
    ...fields,
    api_key: sealApiKey(secrets, { api_key, remove_api_key, base_url: fields.base_url }, before),
  }
  const changes = {
    ...changedFields(fieldsOf(before), fieldsOf({ ...before, ...values })),
    ...(before.api_key !== values.api_key && { api_key: [secretMask, secretMask] as [unknown, unknown] }),
  }
  if (Object.keys(changes).length === 0) return before
  const after = await tx.db
    .updateTable('ai_providers')
    .set({ ...values, updated_at: tx.now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await record(tx, 'ai_provider.changed', id, changes)
  return after
}

export async function toggleProvider(tx: Tx, id: number): Promise<ProviderRow> {
  const rows = await lockProviders(tx)
  const before = rows.find((row) => row.id === id)
  if (!before) throw notFound('Provider')
  if (!before.enabled) await disableProviders(tx, rows, id)
  const after = await tx.db
    .updateTable('ai_providers')
    .set({ enabled: !before.enabled, updated_at: tx.now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await record(tx, 'ai_provider.changed', id, { enabled: [before.enabled, after.enabled] })
  return after
}

export async function deleteProvider(tx: Tx, id: number): Promise<void> {
  const before = await lockProvider(tx, id)
  await tx.db.deleteFrom('ai_providers').where('id', '=', id).execute()
  await record(tx, 'ai_provider.deleted', id, changedFields(fieldsOf(before), null))
}

/** Always in id order, so that two concurrent switches do not deadlock. */
export const lockProviders = (tx: Tx): Promise<ProviderRow[]> =>
  tx.db.selectFrom('ai_providers').selectAll().orderBy('id').forUpdate().execute()

async function disableProviders(
  tx: Tx,
  rows: readonly ProviderRow[],
  except_id: number | null,
): Promise<void> {
  for (const { id } of rows.filter((row) => row.enabled && row.id !== except_id)) {
    await tx.db
      .updateTable('ai_providers')
      .set({ enabled: false, updated_at: tx.now })
      .where('id', '=', id)
      .execute()
    await record(tx, 'ai_provider.changed', id, { enabled: [true, false] })
  }
}

async function lockProvider(tx: Tx, id: number): Promise<ProviderRow> {
  const row = await tx.db
    .selectFrom('ai_providers')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('Provider')
  return row
}

export const presentProvider = (row: ProviderRow): AiProvider => ({
  id: row.id,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  ...fieldsOf(row),
  api_key: row.api_key && secretMask,
})

/** The fields that administrators set, except the key. */
const fieldsOf = ({ name, kind, base_url, model, input_price, output_price, enabled }: ProviderRow) => ({
  name,
  kind,
  base_url,
  model,
  input_price,
  output_price,
  enabled,
})
