import type { AiProviderChanges, AiProviderWrite } from '@parley/contract/ai/ai-settings'
import { secretMask } from '@parley/contract/inboxes/inboxes'
import type { z } from 'zod'
import type { Tx } from '../../../db/transaction.ts'
import type { Secrets } from '../../../secrets.ts'
import { sealApiKey } from './check-provider.ts'
import { type ProviderRow, providerEntity } from './providers.ts'

/** With the key already encrypted: see `sealApiKey`. */
type Values = Omit<z.output<typeof AiProviderWrite>, 'remove_api_key'>

export async function createProvider(tx: Tx, values: Values): Promise<ProviderRow> {
  if (values.enabled) await disableOthers(tx, null)
  return providerEntity.create(tx, values)
}

export async function updateProvider(
  tx: Tx,
  secrets: Secrets,
  id: number,
  { api_key = '', remove_api_key, ...changes }: z.output<typeof AiProviderChanges>,
): Promise<ProviderRow> {
  if (changes.enabled) await disableOthers(tx, id)
  const before = await providerEntity.lock(tx, id)
  const { base_url } = { ...before, ...changes }
  const sealedKey = sealApiKey(secrets, { api_key, remove_api_key, base_url }, before)
  return providerEntity.update(
    tx,
    before,
    { ...changes, api_key: sealedKey },
    { changes: before.api_key === sealedKey ? {} : { api_key: [secretMask, secretMask] } },
  )
}

export async function toggleProvider(tx: Tx, id: number): Promise<ProviderRow> {
  await lockProviders(tx)
  const before = await providerEntity.lock(tx, id)
  if (!before.enabled) await disableOthers(tx, id)
  return providerEntity.update(tx, before, { enabled: !before.enabled })
}

export async function deleteProvider(tx: Tx, id: number): Promise<void> {
  const before = await providerEntity.lockExclusively(tx, id)
  await providerEntity.delete(tx, before)
}

/** Always in id order, so that two concurrent switches do not deadlock. */
export const lockProviders = (tx: Tx): Promise<ProviderRow[]> =>
  tx.db.selectFrom('ai_providers').selectAll().orderBy('id').forNoKeyUpdate().execute()

/** Only one provider is in use. */
async function disableOthers(tx: Tx, id: number | null): Promise<void> {
  for (const row of await lockProviders(tx))
    if (row.id !== id) await providerEntity.update(tx, row, { enabled: false })
}
