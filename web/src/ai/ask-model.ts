import {
  type AiCitation,
  type AiCompletionAsk,
  type AiStreamEvent,
  streamCompletion,
} from '@parley/contract/ai-completions'
import type { z } from 'zod'
import { ApiError } from '../api/api-error.ts'
import { failureOf, refusalOf } from '../api/failure.ts'
import { readCookie } from '../lib/cookie.ts'
import { i18n } from '../lib/i18n.ts'
import { readEvents } from './read-events.ts'

export type Answer = {
  text: string
  html: string | null
  truncated: boolean
  citations: AiCitation[]
  tags: { id: number; name: string }[]
}
type Ask = z.input<typeof streamCompletion.body> & Pick<AiCompletionAsk, 'task'>

/**
 * Asks the model. `onText` is told all that was said so far, whenever there is more; the answer comes once it is whole. Throws an Error whose
 * message can be shown, or the abort when `signal` fired.
 */
export async function askModel(
  ask: Ask,
  { signal, onText }: { signal: AbortSignal; onText?: (text: string) => void },
): Promise<Answer> {
  const answer: Answer = { text: '', html: null, truncated: false, citations: [], tags: [] }
  let said = ''
  let whole = false
  for await (const { event, data } of open(ask, signal)) {
    if (event === 'delta') {
      said += data.text
      onText?.(said)
    }
    if (event === 'citations' || event === 'tags') Object.assign(answer, data)
    if (event === 'error') throw new Error(data.message)
    if (event === 'done') {
      Object.assign(answer, data)
      whole = true
    }
  }
  signal.throwIfAborted()
  if (!whole) throw new Error(wordsOf().noResponse)
  return answer
}

async function* open(ask: Ask, signal: AbortSignal): AsyncGenerator<AiStreamEvent> {
  let response: Response
  try {
    response = await fetch(streamCompletion.path, {
      method: 'POST',
      signal,
      headers: {
        accept: 'text/event-stream',
        'content-type': 'application/json',
        'x-csrftoken': readCookie('csrf_token') ?? '',
      },
      body: JSON.stringify(ask),
    })
  } catch (error) {
    signal.throwIfAborted()
    throw failureOf(error, true, wordsOf())
  }
  if (!response.ok || !response.body)
    throw refusalOf(response.status, await response.json().catch(() => null), wordsOf())
  try {
    yield* readEvents(response.body)
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof ApiError ? error : failureOf(error, true, wordsOf())
  }
}

const wordsOf = () => ({
  noResponse: i18n.t('error.no_response'),
  requestSetup: i18n.t('error.request_setup'),
  unknown: i18n.t('error.unknown'),
})
