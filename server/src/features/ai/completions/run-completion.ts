import type { AiFailure, AiStreamEvent } from '@parley/contract/ai/ai-completions'
import type { Actor } from '../../../actor.ts'
import type { Clock } from '../../../clock.ts'
import type { Act } from '../../../db/transaction.ts'
import type { NetworkAccess } from '../../../http/outbound/fetch-outbound.ts'
import type { Log } from '../../../log.ts'
import type { Secrets } from '../../../secrets.ts'
import type { ProviderRow } from '../providers/providers.ts'
import { costMicros, reserveCall, settleCall } from '../usage/call-ledger.ts'
import { askModel, type ModelTimeouts } from './ask-model.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { finalEvents } from './final-events.ts'
import { ModelFailure } from './model-failure.ts'
import type { PreparedTask } from './prepare-task.ts'

export type AiDeps = {
  clock: Clock
  secrets: Secrets
  log: Log
  network: NetworkAccess
  limits?: Partial<ModelTimeouts> | undefined
}

export type CompletionRun = {
  act: Act
  actor: Actor
  provider: ProviderRow
  prepared: PreparedTask
  deps: AiDeps
  limits: ModelTimeouts
  signal: AbortSignal
}

/**
 * Reserves the call at its maximum cost and returns the stream that runs it: the model's text as it arrives, then its citations. A
 * failure is the last event. However it ends, even after a disconnect, the ledger records the actual usage.
 */
export async function startCompletion(run: CompletionRun): Promise<AsyncGenerator<AiStreamEvent>> {
  const { act, actor, provider, prepared } = run
  const { request: question, task, redactions, prompt_key, conversation_id } = prepared
  const max_tokens_in = estimateTokens(question.instructions + question.prompt)
  const id = await act(actor, (tx) =>
    reserveCall(tx, provider, {
      task,
      redactions,
      tokens_in: max_tokens_in,
      tokens_out: question.max_tokens,
      ...(prompt_key !== undefined && { prompt_key }),
      ...(conversation_id !== undefined && { conversation_id }),
    }),
  )
  return streamCompletion(run, id, max_tokens_in)
}

async function* streamCompletion(
  run: CompletionRun,
  id: number,
  max_tokens_in: number,
): AsyncGenerator<AiStreamEvent> {
  const { act, actor, provider, prepared, deps: means, limits, signal } = run
  const startedAt = performance.now()
  let answer = ''
  let truncated = false
  let usage: { tokens_in: number | null; tokens_out: number | null } | null = null
  let outcome: 'done' | 'stopped' | 'failed' = 'stopped'
  let failure: AiFailure | null = null
  const amounts = () => {
    // A provider that rejected the request does not charge for it.
    const isFree = outcome === 'failed' && answer === ''
    const tokens_in = usage?.tokens_in ?? (isFree ? 0 : max_tokens_in)
    const tokens_out = usage?.tokens_out ?? estimateTokens(answer)
    return { tokens_in, tokens_out, cost_micros: costMicros(provider, tokens_in, tokens_out) }
  }
  try {
    const target = { ...provider, api_key: means.secrets.open(provider.api_key) }
    for await (const part of askModel(target, prepared.request, { network: means.network, signal, limits })) {
      if (part.type === 'text') {
        answer += part.text
        yield { event: 'delta', data: { text: part.text } }
      } else {
        usage = part
        truncated = part.truncated
      }
    }
    if (answer.trim() === '') throw new ModelFailure('garbage', provider.name, 'The response is empty')
    outcome = 'done'
    const { tokens_in, tokens_out, cost_micros } = amounts()
    yield { event: 'usage', data: { tokens_in, tokens_out, cost: cost_micros / 1_000_000 } }
    yield* finalEvents(prepared, answer, truncated)
  } catch (error) {
    if (signal.aborted) return
    if (!(error instanceof ModelFailure)) throw error
    outcome = 'failed'
    failure = error.kind
    means.log.warn(
      { kind: error.kind, detail: error.detail, provider: provider.name },
      'a language model failed',
    )
    yield { event: 'error', data: { kind: error.kind, message: error.message } }
  } finally {
    const ms = Math.round(performance.now() - startedAt)
    await act(actor, (tx) => settleCall(tx, id, { outcome, failure, ...amounts(), ms }))
  }
}
