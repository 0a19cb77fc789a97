import {
  type AiCitation,
  type AiCompletionAsk,
  type AiStreamEvent,
  streamCompletion,
} from '@parley/contract/ai/ai-completions'
import type { z } from 'zod'
import { ApiError } from '../api/api-error.ts'
import { apiErrorFromFailure, apiErrorFromResponse } from '../api/to-api-error.ts'
import { readCookie } from '../lib/browser/cookie.ts'
import { i18n } from '../lib/i18n.ts'
import { readEventStream } from './read-event-stream.ts'

export type Completion = {
  text: string
  html: string | null
  truncated: boolean
  citations: AiCitation[]
  tags: { id: number; name: string }[]
}
type CompletionRequest = z.input<typeof streamCompletion.body> & Pick<AiCompletionAsk, 'task'>

/**
 * Requests a completion. `onText` receives the full text so far whenever more arrives; the promise resolves when the
 * answer is complete. Throws an Error whose message can be displayed, or the abort reason when `signal` fired.
 */
export async function requestCompletion(
  ask: CompletionRequest,
  { signal, onText }: { signal: AbortSignal; onText?: (text: string) => void },
): Promise<Completion> {
  const completion: Completion = { text: '', html: null, truncated: false, citations: [], tags: [] }
  let text = ''
  let isComplete = false
  for await (const { event, data } of openStream(ask, signal)) {
    if (event === 'delta') {
      text += data.text
      onText?.(text)
    }
    if (event === 'citations' || event === 'tags') Object.assign(completion, data)
    if (event === 'error') throw new Error(data.message)
    if (event === 'done') {
      Object.assign(completion, data)
      isComplete = true
    }
  }
  signal.throwIfAborted()
  if (!isComplete) throw new Error(failureMessages().noResponse)
  return completion
}

async function* openStream(ask: CompletionRequest, signal: AbortSignal): AsyncGenerator<AiStreamEvent> {
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
    throw apiErrorFromFailure(error, true, failureMessages())
  }
  if (!response.ok || !response.body)
    throw apiErrorFromResponse(response.status, await response.json().catch(() => null), failureMessages())
  try {
    yield* readEventStream(response.body)
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof ApiError ? error : apiErrorFromFailure(error, true, failureMessages())
  }
}

const failureMessages = () => ({
  noResponse: i18n.t('error.no_response'),
  requestSetup: i18n.t('error.request_setup'),
  unknown: i18n.t('error.unknown'),
})
