import { z } from 'zod'
import { changesTo } from '../shared/changes-schema.ts'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, id, idParams, instant, nonEmptyLine, singleLine } from '../shared/fields.ts'

/** The provider's protocol: OpenAI chat completions, which most other providers support as well, or Anthropic messages. */
export const aiKinds = ['openai_compatible', 'anthropic'] as const
export type AiKind = (typeof aiKinds)[number]

/** Why this URL can never be a provider, whatever responds there, or null. */
export function aiUrlRefusal(address: string): string | null {
  if (address === '') return 'This cannot be empty'
  if (!URL.canParse(address)) return 'Enter the full URL, such as https://api.openai.com/v1'
  const { protocol, username, password, search, hash } = new URL(address)
  if (protocol !== 'https:' && protocol !== 'http:') return 'The URL must start with https:// or http://'
  if (username || password) return 'Enter the URL without a username or password'
  return search || hash ? 'Enter the URL without a question mark or #' : null
}

const price = z.number().min(0, 'Enter a price of 0 or more').max(1_000_000)

/** An AI provider as administrators see it. */
export const AiProvider = z.object({
  id,
  created_at: instant,
  updated_at: instant,
  name: z.string(),
  kind: z.enum(aiKinds),
  base_url: z.string(),
  /** Ten bullets if one is stored. */
  api_key: z.string(),
  model: z.string(),
  /** Per million tokens, in the currency of the budget. */
  input_price: z.number(),
  output_price: z.number(),
  /** Whether this provider is in use. At most one is; without any, AI assistance is off. */
  enabled: z.boolean(),
})
export type AiProvider = z.infer<typeof AiProvider>

const base_url = z
  .string()
  .trim()
  .max(2000)
  .transform((url) => url.replace(/\/+$/, ''))
  .superRefine((address, { addIssue }) => {
    const message = aiUrlRefusal(address)
    if (message) addIssue({ code: 'custom', message })
  })
/** "" and bullets keep the stored value. */
const api_key = z
  .string()
  .trim()
  .max(1000)
  .regex(/^[\x20-\x7e•]*$/, 'A key can contain only letters, digits and symbols, on one line')
  .default('')

export const AiProviderWrite = z.object({
  name: nonEmptyLine(140),
  kind: z
    .enum(aiKinds, { error: `The type must be one of ${aiKinds.join(', ')}` })
    .default('openai_compatible'),
  base_url,
  api_key,
  /** Treats an empty key as "no key" instead of keeping the stored one. */
  remove_api_key: z.boolean().default(false),
  model: nonEmptyLine(200),
  input_price: price.default(0),
  output_price: price.default(0),
  enabled: z.boolean().default(false),
})

/** The result of one test request to a provider. */
export const AiProbe = z.object({
  ok: z.boolean(),
  took_ms: z.int(),
  /** The model's response; "" if there was none. */
  answer: z.string(),
  tokens_in: z.int(),
  tokens_out: z.int(),
  /** Why it failed, including the provider's own message; null on success. */
  error: z.string().nullable(),
})
export type AiProbe = z.infer<typeof AiProbe>

/** A prompt for rewriting text that an agent wrote. `key` and `title` are fixed by docs/spec/wire.md#ai. */
export const AiPrompt = z.object({
  id,
  created_at: instant,
  updated_at: instant,
  title: z.string(),
  key: z.string(),
  /** One of the five built-in prompts. They can be changed and reset, but not deleted. */
  is_builtin: z.boolean(),
  /** A built-in prompt that differs from its default. */
  is_changed: z.boolean(),
})
export type AiPrompt = z.infer<typeof AiPrompt>
export const AiPromptDetail = AiPrompt.extend({ content: z.string() })
export type AiPromptDetail = z.infer<typeof AiPromptDetail>

export const AiPromptWrite = z.object({
  title: nonEmptyLine(140),
  /** The instruction given to the model along with the text. */
  content: z.string().trim().min(1, 'This cannot be empty').max(8000),
})

const tag = 'ai'
const access = 'ai:manage'
export const listAiProviders = endpoint({
  method: 'GET',
  path: '/api/v1/ai/providers',
  access,
  summary: 'List the language model providers',
  tag,
  response: z.array(AiProvider),
})
export const getAiProvider = endpoint({
  method: 'GET',
  path: '/api/v1/ai/providers/:id',
  access,
  summary: 'Get a provider',
  tag,
  params: idParams,
  response: AiProvider,
})
export const createAiProvider = endpoint({
  method: 'POST',
  path: '/api/v1/ai/providers',
  access,
  summary: 'Add a provider',
  tag,
  body: AiProviderWrite,
  response: AiProvider,
})
export const AiProviderChanges = changesTo(AiProviderWrite)
export const updateAiProvider = endpoint({
  method: 'PUT',
  path: '/api/v1/ai/providers/:id',
  access,
  summary: 'Change a provider',
  tag,
  params: idParams,
  nulls: 'refused',
  body: AiProviderChanges,
  response: AiProvider,
})
export const toggleAiProvider = endpoint({
  method: 'PUT',
  path: '/api/v1/ai/providers/:id/toggle',
  access,
  summary: 'Enable a provider, disabling the current one, or disable it',
  tag,
  params: idParams,
  response: AiProvider,
})
export const deleteAiProvider = endpoint({
  method: 'DELETE',
  path: '/api/v1/ai/providers/:id',
  access,
  summary: 'Delete a provider; what it cost stays on record',
  tag,
  params: idParams,
  response: acknowledgement,
})
export const testAiProvider = endpoint({
  method: 'POST',
  path: '/api/v1/ai/providers/test',
  access,
  summary: 'Test a provider with one short request; only its cost is stored',
  tag,
  /** `id` reuses that provider's stored key, but only for its own URL. */
  body: AiProviderWrite.omit({ name: true, enabled: true, remove_api_key: true }).extend({
    id: id.optional(),
    name: singleLine(140).default(''),
  }),
  response: AiProbe,
  supports_idempotency_key: false,
  other_error_statuses: [404],
})
export const setAiKey = endpoint({
  method: 'PUT',
  path: '/api/v1/ai/provider',
  access,
  summary: 'Set the OpenAI key and enable the provider, for older clients',
  tag,
  body: z.object({ provider: z.string().max(140), api_key: z.string().trim().max(1000) }),
  response: z.string(),
})

export const listAiPrompts = endpoint({
  method: 'GET',
  path: '/api/v1/ai/prompts',
  access: 'agent',
  summary: 'List the prompts by title',
  tag,
  response: z.array(AiPrompt),
})
export const getAiPrompt = endpoint({
  method: 'GET',
  path: '/api/v1/ai/prompts/:id',
  access,
  summary: 'Get a prompt, with its instructions',
  tag,
  params: idParams,
  response: AiPromptDetail,
})
export const createAiPrompt = endpoint({
  method: 'POST',
  path: '/api/v1/ai/prompts',
  access,
  summary: 'Create a prompt; its key is derived from the title',
  tag,
  body: AiPromptWrite,
  response: AiPromptDetail,
})
export const AiPromptChanges = changesTo(AiPromptWrite)
export const updateAiPrompt = endpoint({
  method: 'PUT',
  path: '/api/v1/ai/prompts/:id',
  access,
  summary: 'Change a prompt',
  tag,
  params: idParams,
  nulls: 'refused',
  body: AiPromptChanges,
  response: AiPromptDetail,
})
export const resetAiPrompt = endpoint({
  method: 'PUT',
  path: '/api/v1/ai/prompts/:id/reset',
  access,
  summary: 'Reset a built-in prompt',
  tag,
  params: idParams,
  response: AiPromptDetail,
})
export const deleteAiPrompt = endpoint({
  method: 'DELETE',
  path: '/api/v1/ai/prompts/:id',
  access,
  summary: 'Delete a prompt of your own',
  tag,
  params: idParams,
  response: acknowledgement,
})
