import type { AiFailure } from '@parley/contract/ai/ai-completions'
import { OutboundRefusal } from '../../../http/outbound/fetch-outbound.ts'

/** A model gave no answer or an incomplete one. `message` is for agents; `detail` is the provider's own message, for administrators. */
export class ModelFailure extends Error {
  override name = 'AskFailure'
  readonly kind: AiFailure
  readonly detail: string
  constructor(kind: AiFailure, provider: string, detail = '') {
    super(sentences[kind].replace('{name}', provider))
    this.kind = kind
    this.detail = detail
  }
}

const sentences: Record<AiFailure, string> = {
  key: '{name} rejected the API key. An administrator can update it under Admin → AI',
  model: '{name} doesn’t recognise the model or URL. An administrator can fix it under Admin → AI',
  busy: '{name} isn’t accepting more requests right now: too many at once, or its credit is used up. Try again in a minute',
  refused: '{name} rejected the request. A shorter text may help',
  trouble: '{name} is having problems right now. Try again in a moment',
  unreachable: '{name} can’t be reached',
  late: '{name} took too long to respond',
  broken: '{name} stopped in the middle of its response',
  garbage: '{name} sent a response that couldn’t be read',
}

type ProviderError = {
  statusCode?: number
  responseBody?: string
  message?: string
  code?: string
  name?: string
  cause?: unknown
}

/** Maps a library error to one of our failure kinds. `started` is true once part of the answer has arrived. */
export function toModelFailure(error: unknown, provider: string, started: boolean): ModelFailure {
  if (error instanceof ModelFailure) return error
  const { statusCode, responseBody, message = '', name = '' } = (error ?? {}) as ProviderError
  const fail = (kind: AiFailure, detail = message) => new ModelFailure(kind, provider, detail)
  const refusal = findCause(error, (cause) => cause instanceof OutboundRefusal)
  if (refusal) return fail('unreachable', (refusal as Error).message)
  if (statusCode !== undefined && (statusCode < 200 || statusCode >= 300)) {
    return fail(kindOfStatus(statusCode), `${statusCode}: ${messageIn(responseBody) || message}`)
  }
  const code = (
    findCause(error, (cause) => typeof (cause as ProviderError).code === 'string') as ProviderError | null
  )?.code
  if (started && (code !== undefined || /aborted|terminated|closed/i.test(message))) return fail('broken')
  if (code !== undefined) return fail('unreachable', `${connectionMessages[code] ?? message} (${code})`)
  if (/JSONParse|TypeValidation|InvalidResponse|NoContent|NoOutput|EmptyResponse/i.test(name))
    return fail('garbage')
  if (statusCode !== undefined) return fail('garbage')
  return fail(started ? 'broken' : 'trouble')
}

const kindsByStatus: Record<number, AiFailure> = {
  401: 'key',
  402: 'busy',
  403: 'key',
  404: 'model',
  405: 'model',
  429: 'busy',
  529: 'busy',
}

function kindOfStatus(status: number): AiFailure {
  if (status < 400) return 'garbage'
  return kindsByStatus[status] ?? (status >= 500 ? 'trouble' : 'refused')
}

const connectionMessages: Record<string, string> = {
  ECONNREFUSED: 'Nothing is listening at this address',
  ECONNRESET: 'The server closed the connection',
  ETIMEDOUT: 'The server isn’t responding',
  EHOSTUNREACH: 'The server can’t be reached',
}

function findCause(error: unknown, matches: (cause: object) => boolean): object | null {
  for (let cause = error, depth = 0; depth < 5 && typeof cause === 'object' && cause !== null; depth++) {
    if (matches(cause)) return cause
    cause = (cause as ProviderError).cause
  }
  return null
}

/** The message of a provider's error body, in any of the usual formats. */
function messageIn(body: string | undefined): string {
  if (!body) return ''
  try {
    const { error, message } = JSON.parse(body) as { error?: string | { message?: string }; message?: string }
    const providerMessage = typeof error === 'string' ? error : (error?.message ?? message ?? '')
    return String(providerMessage).slice(0, 500)
  } catch {
    return body
      .replaceAll(/<[^>]*>|\s+/g, ' ')
      .trim()
      .slice(0, 200)
  }
}
