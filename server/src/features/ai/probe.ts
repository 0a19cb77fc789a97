import type { AiProbe } from '@parley/contract/ai'
import type { Actor } from '../../actor.ts'
import type { Act } from '../../db/transact.ts'
import { type AskLimits, ask } from './ask.ts'
import type { AiMeans } from './complete.ts'
import { AskFailure } from './failure.ts'
import { costMicros, reserve, settle } from './ledger.ts'
import type { ProviderRow } from './providers.ts'
import { estimateTokens } from './tokens.ts'

const question = {
  instructions: 'You are asked whether you can be reached.',
  prompt: 'Answer with one short sentence that says that you are ready.',
  max_tokens: 200,
}

/** One short question, and what came of it: the real answer of the real server. Its cost counts. */
export async function probe(
  { act, actor, means, limits }: { act: Act; actor: Actor; means: AiMeans; limits: AskLimits },
  provider: Omit<ProviderRow, 'id' | 'created_at' | 'updated_at' | 'enabled'> & { id: number | null },
): Promise<AiProbe> {
  const begun = performance.now()
  const ms = () => Math.round(performance.now() - begun)
  const asked = estimateTokens(question.instructions + question.prompt)
  const api_key = means.secrets.open(provider.api_key)
  const row = { ...provider, created_at: means.clock.now(), updated_at: means.clock.now(), enabled: false }
  const call = { task: 'test' as const, redactions: 0, tokens_in: asked, tokens_out: question.max_tokens }
  const id = await act(actor, (tx) => reserve(tx, row, call))
  let answer = ''
  let tokens_in = 0
  let tokens_out = 0
  let failure: AskFailure | null = null
  try {
    const signal = new AbortController().signal
    for await (const part of ask({ ...provider, api_key }, question, {
      reach: means.reach,
      signal,
      limits,
    })) {
      if (part.type === 'text') answer += part.text
      else {
        tokens_in = part.tokens_in ?? asked
        tokens_out = part.tokens_out ?? estimateTokens(answer)
      }
    }
  } catch (error) {
    if (!(error instanceof AskFailure)) throw error
    failure = error
  } finally {
    await act(actor, (tx) =>
      settle(tx, id, {
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
