import type { LanguageModel, TextStreamPart, ToolSet } from 'ai'
import { outboundFetch } from '../../../http/outbound/fetch-adapter.ts'
import type { NetworkAccess } from '../../../http/outbound/fetch-outbound.ts'
import type { ProviderRow } from '../providers/providers.ts'
import { ModelFailure, toModelFailure } from './model-failure.ts'

/** In ms. A model on a small machine reads a long conversation before its first token. */
export type ModelTimeouts = { first: number; between: number; total: number }
export const modelTimeouts: ModelTimeouts = { first: 60_000, between: 30_000, total: 180_000 }

/** The model to call, with the decrypted key. */
export type ModelTarget = Pick<ProviderRow, 'name' | 'kind' | 'base_url' | 'model'> & { api_key: string }

export type ModelRequest = { instructions: string; prompt: string; max_tokens: number }

export type ModelPart =
  | { type: 'text'; text: string }
  /** Always last. Tokens are null if the provider does not report them. */
  | { type: 'end'; tokens_in: number | null; tokens_out: number | null; truncated: boolean }

/** Parts that may arrive before the model has read the request: the library or the server sends them. */
const preludeParts: ReadonlySet<string> = new Set(['start', 'start-step', 'ping'])

/**
 * Calls a model and streams its answer. No tools are offered: the answer is text, even if an email contains instructions. Throws
 * ModelFailure, or the reason of `signal` when it fired.
 */
export async function* askModel(
  target: ModelTarget,
  request: ModelRequest,
  {
    network,
    signal,
    limits: timeouts,
  }: { network: NetworkAccess; signal: AbortSignal; limits: ModelTimeouts },
): AsyncGenerator<ModelPart> {
  // About 30 MB of libraries, loaded on first use.
  const { streamText } = await import('ai')
  const deadline = new AbortController()
  const totalTimer = setTimeout(() => deadline.abort(), timeouts.total)
  let stepTimer = setTimeout(() => deadline.abort(), timeouts.first)
  let hasResponded = false
  let started = false
  try {
    const { fullStream } = streamText({
      model: await loadModel(target, network),
      instructions: request.instructions,
      prompt: request.prompt,
      maxOutputTokens: request.max_tokens,
      ...(target.kind === 'openai_compatible' && { temperature: 0.7 }),
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, deadline.signal]),
      // Thrown below; the library would log it.
      onError: () => {},
    })
    for await (const part of fullStream) {
      hasResponded ||= !preludeParts.has(part.type)
      if (hasResponded) {
        clearTimeout(stepTimer)
        stepTimer = setTimeout(() => deadline.abort(), timeouts.between)
      }
      const answer = toModelPart(part, target.name, started)
      if (!answer) continue
      started ||= answer.type === 'text'
      yield answer
    }
  } catch (error) {
    signal.throwIfAborted()
    if (deadline.signal.aborted) throw new ModelFailure('late', target.name)
    throw toModelFailure(error, target.name, started)
  } finally {
    clearTimeout(totalTimer)
    clearTimeout(stepTimer)
    // When the consumer stops reading, stop the model too.
    deadline.abort()
  }
}

/** Null for parts that carry nothing for agents. `started` is true once part of the answer has arrived. */
function toModelPart(part: TextStreamPart<ToolSet>, provider: string, started: boolean): ModelPart | null {
  if (part.type === 'error') throw part.error
  if (part.type === 'abort') throw new Error('aborted')
  if (part.type === 'text-delta' && part.text) return { type: 'text', text: part.text }
  if (part.type !== 'finish') return null
  // A stream without a finish reason was truncated, or was never an answer.
  if (part.rawFinishReason === undefined)
    throw new ModelFailure(started ? 'broken' : 'garbage', provider, 'The response is too long')
  return {
    type: 'end',
    tokens_in: part.totalUsage.inputTokens ?? null,
    tokens_out: part.totalUsage.outputTokens ?? null,
    truncated: part.finishReason === 'length',
  }
}

async function loadModel(
  { kind, base_url, api_key, model }: ModelTarget,
  network: NetworkAccess,
): Promise<LanguageModel> {
  // The library logs warnings otherwise.
  ;(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false
  const fetch = outboundFetch(network)
  if (kind === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ baseURL: base_url, apiKey: api_key, fetch })(model)
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  return createOpenAICompatible({
    name: 'provider',
    baseURL: base_url,
    includeUsage: true,
    fetch,
    ...(api_key && { apiKey: api_key }),
    ...(isReasoning(base_url, model) && { transformRequestBody: toReasoningBody }),
  })(model)
}

/** OpenAI's newer models accept neither `max_tokens` nor a temperature. */
const isReasoning = (base_url: string, model: string) =>
  new URL(base_url).hostname.endsWith('openai.com') && /^(?:o\d|gpt-[5-9])/.test(model)

const toReasoningBody = ({ max_tokens, temperature: _none, ...body }: Record<string, unknown>) => ({
  ...body,
  // Reasoning uses tokens too.
  max_completion_tokens: Number(max_tokens) + 2000,
})
