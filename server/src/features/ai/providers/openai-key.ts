import type { Tx } from '../../../db/transaction.ts'
import type { Secrets } from '../../../secrets.ts'
import { createProvider, updateProvider } from './write-provider.ts'

/** What older clients mean by "openai" (docs/spec/wire.md#ai), with its prices in USD. */
const openai = {
  name: 'OpenAI',
  kind: 'openai_compatible' as const,
  base_url: 'https://api.openai.com/v1',
  model: 'gpt-4o-mini',
  input_price: 0.15,
  output_price: 0.6,
}

/** Older clients know a single provider: setting its key also enables it. */
export async function setOpenAiKey(tx: Tx, secrets: Secrets, api_key: string): Promise<void> {
  const existing = await tx.db
    .selectFrom('ai_providers')
    .selectAll()
    .where('base_url', '=', openai.base_url)
    .orderBy('enabled', 'desc')
    .orderBy('id')
    .executeTakeFirst()
  if (!existing) {
    await createProvider(tx, { ...openai, api_key: secrets.seal(api_key), enabled: true })
    return
  }
  await updateProvider(tx, secrets, existing.id, { api_key, enabled: true })
}
