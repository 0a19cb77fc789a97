import type { LanguageModel } from 'ai'
import type { Reach } from '../../http/outbound.ts'
import { outboundFetch } from '../../http/outbound-fetch.ts'
import { AskFailure, failureOf } from './failure.ts'
import type { ProviderRow } from './providers.ts'

/** In ms. A model on a small machine reads a long conversation before its first word. */
export type AskLimits = { first: number; between: number; total: number }
export const askLimits: AskLimits = { first: 60_000, between: 30_000, total: 180_000 }

/** Whom to ask, with the key opened. */
export type Target = Pick<ProviderRow, 'name' | 'kind' | 'base_url' | 'model'> & { api_key: string }

export type Question = { instructions: string; prompt: string; max_tokens: number }

export type AnswerPart =
  | { type: 'text'; text: string }
  /** Last. Tokens are null where the provider tells none. */
  | { type: 'end'; tokens_in: number | null; tokens_out: number | null; truncated: boolean }

/**
 * Asks a model and hands out the answer as it comes. No tools are offered: an answer is text, whatever the model was told in the mail. Throws
 * AskFailure, or the reason of `signal` when it fired.
 */
export async function* ask(
  target: Target,
  question: Question,
  { reach, signal, limits }: { reach: Reach; signal: AbortSignal; limits: AskLimits },
): AsyncGenerator<AnswerPart> {
  // Libraries of some 30 MB, loaded by whoever asks first.
  const { streamText } = await import('ai')
  const late = new AbortController()
  const whole = setTimeout(() => late.abort(), limits.total)
  let step = setTimeout(() => late.abort(), limits.first)
  let begun = false
  try {
    const { fullStream } = streamText({
      model: await modelOf(target, reach),
      instructions: question.instructions,
      prompt: question.prompt,
      maxOutputTokens: question.max_tokens,
      ...(target.kind === 'openai_compatible' && { temperature: 0.7 }),
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, late.signal]),
      // Thrown below; the library would print it.
      onError: () => {},
    })
    for await (const part of fullStream) {
      clearTimeout(step)
      step = setTimeout(() => late.abort(), limits.between)
      if (part.type === 'error') throw part.error
      if (part.type === 'abort') throw new Error('aborted')
      if (part.type === 'text-delta' && part.text) {
        begun = true
        yield { type: 'text', text: part.text }
      }
      if (part.type === 'finish') {
        // A stream that ends without saying why was cut off, or never was an answer.
        if (part.rawFinishReason === undefined)
          throw new AskFailure(begun ? 'broken' : 'garbage', target.name, 'The answer has no end')
        yield {
          type: 'end',
          tokens_in: part.totalUsage.inputTokens ?? null,
          tokens_out: part.totalUsage.outputTokens ?? null,
          truncated: part.finishReason === 'length',
        }
      }
    }
  } catch (error) {
    signal.throwIfAborted()
    if (late.signal.aborted) throw new AskFailure('late', target.name)
    throw failureOf(error, target.name, begun)
  } finally {
    clearTimeout(whole)
    clearTimeout(step)
    // Whoever stops reading stops the model as well.
    late.abort()
  }
}

async function modelOf({ kind, base_url, api_key, model }: Target, reach: Reach): Promise<LanguageModel> {
  // It prints warnings otherwise.
  ;(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false
  const fetch = outboundFetch(reach)
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
    ...(isReasoning(base_url, model) && { transformRequestBody: forReasoning }),
  })(model)
}

/** OpenAI's newer models take neither `max_tokens` nor a temperature. */
const isReasoning = (base_url: string, model: string) =>
  new URL(base_url).hostname.endsWith('openai.com') && /^(?:o\d|gpt-[5-9])/.test(model)

const forReasoning = ({ max_tokens, temperature: _none, ...body }: Record<string, unknown>) => ({
  ...body,
  // They think in tokens as well.
  max_completion_tokens: Number(max_tokens) + 2000,
})
