import type { AiFailure, AiStreamEvent } from '@parley/contract/ai-completions'
import type { Actor } from '../../actor.ts'
import type { Clock } from '../../clock.ts'
import type { Act } from '../../db/transact.ts'
import type { Reach } from '../../http/outbound.ts'
import type { Log } from '../../log.ts'
import type { Secrets } from '../../secrets.ts'
import { type AskLimits, ask } from './ask.ts'
import { AskFailure } from './failure.ts'
import { finish } from './finish.ts'
import { costMicros, reserve, settle } from './ledger.ts'
import type { ProviderRow } from './providers.ts'
import type { Prepared } from './tasks.ts'
import { estimateTokens } from './tokens.ts'

export type AiMeans = {
  clock: Clock
  secrets: Secrets
  log: Log
  reach: Reach
  limits?: Partial<AskLimits> | undefined
}

export type Run = {
  act: Act
  actor: Actor
  provider: ProviderRow
  prepared: Prepared
  means: AiMeans
  limits: AskLimits
  signal: AbortSignal
}

/**
 * Writes the call down, with the most it can cost, and answers what runs it: what the model says as it says it, then what it rests on. A failure
 * is the last event. However it ends, also when nobody listens any more, the ledger learns what was used.
 */
export async function begin(run: Run): Promise<AsyncGenerator<AiStreamEvent>> {
  const { act, actor, provider, prepared } = run
  const { question, task, redactions, prompt_key, conversation_id } = prepared
  const most_in = estimateTokens(question.instructions + question.prompt)
  const id = await act(actor, (tx) =>
    reserve(tx, provider, {
      task,
      redactions,
      tokens_in: most_in,
      tokens_out: question.max_tokens,
      ...(prompt_key !== undefined && { prompt_key }),
      ...(conversation_id !== undefined && { conversation_id }),
    }),
  )
  return follow(run, id, most_in)
}

async function* follow(run: Run, id: number, most_in: number): AsyncGenerator<AiStreamEvent> {
  const { act, actor, provider, prepared, means, limits, signal } = run
  const begun = performance.now()
  let said = ''
  let truncated = false
  let used: { tokens_in: number | null; tokens_out: number | null } | null = null
  let outcome: 'done' | 'stopped' | 'failed' = 'stopped'
  let failure: AiFailure | null = null
  const amounts = () => {
    // Who refused the question took nothing for it.
    const free = outcome === 'failed' && said === ''
    const tokens_in = used?.tokens_in ?? (free ? 0 : most_in)
    const tokens_out = used?.tokens_out ?? estimateTokens(said)
    return { tokens_in, tokens_out, cost_micros: costMicros(provider, tokens_in, tokens_out) }
  }
  try {
    const target = { ...provider, api_key: means.secrets.open(provider.api_key) }
    for await (const part of ask(target, prepared.question, { reach: means.reach, signal, limits })) {
      if (part.type === 'text') {
        said += part.text
        yield { event: 'delta', data: { text: part.text } }
      } else {
        used = part
        truncated = part.truncated
      }
    }
    if (said.trim() === '') throw new AskFailure('garbage', provider.name, 'The answer is empty')
    outcome = 'done'
    const { tokens_in, tokens_out, cost_micros } = amounts()
    yield { event: 'usage', data: { tokens_in, tokens_out, cost: cost_micros / 1_000_000 } }
    yield* finish(prepared, said, truncated)
  } catch (error) {
    if (signal.aborted) return
    if (!(error instanceof AskFailure)) throw error
    outcome = 'failed'
    failure = error.kind
    means.log.warn(
      { kind: error.kind, detail: error.detail, provider: provider.name },
      'a language model failed',
    )
    yield { event: 'error', data: { kind: error.kind, message: error.message } }
  } finally {
    const ms = Math.round(performance.now() - begun)
    await act(actor, (tx) => settle(tx, id, { outcome, failure, ...amounts(), ms }))
  }
}
