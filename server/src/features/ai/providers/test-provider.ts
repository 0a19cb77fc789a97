import type { AiProbe } from '@parley/contract/ai/ai-settings'
import type { Actor } from '../../../actor.ts'
import type { Act } from '../../../db/transaction.ts'
import { askModel, type ModelTimeouts } from '../completions/ask-model.ts'
import { estimateTokens } from '../completions/estimate-tokens.ts'
import { ModelFailure } from '../completions/model-failure.ts'
import type { AiDeps } from '../completions/run-completion.ts'
import { costMicros, reserveCall, settleCall } from '../usage/call-ledger.ts'
import type { ProviderRow } from './providers.ts'

const testRequest = {
  instructions: 'This is a connection test.',
  prompt: 'Respond with one short sentence saying that you are ready.',
  max_tokens: 200,
}

/** Sends one short request to the provider and returns the real outcome. Its cost counts towards the budget. */
export async function testProvider(
  {
    act,
    actor,
    means: deps,
    limits: timeouts,
  }: { act: Act; actor: Actor; means: AiDeps; limits: ModelTimeouts },
  provider: Omit<ProviderRow, 'id' | 'created_at' | 'updated_at' | 'enabled'> & { id: number | null },
): Promise<AiProbe> {
  const startedAt = performance.now()
  const ms = () => Math.round(performance.now() - startedAt)
  const prompt_tokens = estimateTokens(testRequest.instructions + testRequest.prompt)
  const api_key = deps.secrets.open(provider.api_key)
  const row = { ...provider, created_at: deps.clock.now(), updated_at: deps.clock.now(), enabled: false }
  const call = {
    task: 'test' as const,
    redactions: 0,
    tokens_in: prompt_tokens,
    tokens_out: testRequest.max_tokens,
  }
  const id = await act(actor, (tx) => reserveCall(tx, row, call))
  let answer = ''
  let tokens_in = 0
  let tokens_out = 0
  let failure: ModelFailure | null = null
  try {
    const signal = new AbortController().signal
    for await (const part of askModel({ ...provider, api_key }, testRequest, {
      network: deps.network,
      signal,
      limits: timeouts,
    })) {
      if (part.type === 'text') answer += part.text
      else {
        tokens_in = part.tokens_in ?? prompt_tokens
        tokens_out = part.tokens_out ?? estimateTokens(answer)
      }
    }
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    failure = error
  } finally {
    await act(actor, (tx) =>
      settleCall(tx, id, {
        outcome: failure ? 'failed' : 'done',
        failure: failure?.kind ?? null,
        tokens_in,
        tokens_out,
        cost_micros: costMicros(provider, tokens_in, tokens_out),
        ms: ms(),
      }),
    )
  }
  const detail = api_key === '' ? failure?.detail : failure?.detail.replaceAll(api_key, '•••')
  return {
    ok: failure === null,
    took_ms: ms(),
    answer: answer.trim().slice(0, 1000),
    tokens_in,
    tokens_out,
    error: failure && [failure.message, detail].filter(Boolean).join('. '),
  }
}
