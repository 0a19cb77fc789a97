import type { AiProvider } from '@parley/contract/ai/ai-settings'
import { secretMask } from '@parley/contract/inboxes/inboxes'
import type { Selectable } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { DB } from '../../../db/schema.ts'
import { Entity, presentTimes } from '../../../entities/entity.ts'

export type ProviderRow = Selectable<DB['ai_providers']>

export const providerEntity = new Entity({
  table: 'ai_providers',
  type: 'ai_provider',
  name: 'Provider',
  fields: ({ name, kind, base_url, model, input_price, output_price, enabled }) => ({
    name,
    kind,
    base_url,
    model,
    input_price,
    output_price,
    enabled,
  }),
})

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

export const presentProvider = (row: ProviderRow): AiProvider => ({
  id: row.id,
  ...presentTimes(row),
  name: row.name,
  kind: row.kind,
  base_url: row.base_url,
  model: row.model,
  input_price: row.input_price,
  output_price: row.output_price,
  enabled: row.enabled,
  api_key: row.api_key && secretMask,
})
