import type { AiKind, AiProvider, AiProviderWrite } from '@parley/contract/ai/ai-settings'
import type { z } from 'zod'

export type ProviderFields = z.input<typeof AiProviderWrite>

/** Defaults of each kind of provider. */
export const kindDefaults: Record<AiKind, { base_url: string; model: string }> = {
  openai_compatible: { base_url: 'https://api.openai.com/v1', model: 'gpt-4o-mini' },
  anthropic: { base_url: 'https://api.anthropic.com/v1', model: 'claude-sonnet-4-5' },
}

export const newProvider: ProviderFields = {
  name: '',
  kind: 'openai_compatible',
  base_url: kindDefaults.openai_compatible.base_url,
  api_key: '',
  remove_api_key: false,
  model: '',
  input_price: 0,
  output_price: 0,
  enabled: true,
}

/** Form values of a provider. The key is never shown; leaving it empty keeps it. */
export const fieldsOf = (provider: AiProvider): ProviderFields => ({
  name: provider.name,
  kind: provider.kind,
  base_url: provider.base_url,
  api_key: '',
  remove_api_key: false,
  model: provider.model,
  input_price: provider.input_price,
  output_price: provider.output_price,
  enabled: provider.enabled,
})
