import type { AiFailure } from '@parley/contract/ai-completions'
import { OutboundRefusal } from '../../http/outbound.ts'

/** A model did not answer, or not to the end. `message` is for agents; `detail` is what the provider itself said, for administrators. */
export class AskFailure extends Error {
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
  key: '{name} refused the key. An administrator can enter it again under Admin → AI',
  model: '{name} does not know the model or the address. An administrator can correct it under Admin → AI',
  busy: '{name} takes no more questions just now: too many at once, or its credit is used up. Try again in a minute',
  refused: '{name} refused the question. A shorter text may help',
  trouble: '{name} has trouble of its own just now. Try again in a moment',
  unreachable: '{name} cannot be reached',
  late: '{name} took too long to answer',
  broken: '{name} broke off in the middle of its answer',
  garbage: '{name} answered with something that cannot be understood',
}

type Thrown = {
  statusCode?: number
  responseBody?: string
  message?: string
  code?: string
  name?: string
  cause?: unknown
}

/** What a library threw, as the one of our kinds that it means. `begun` when a part of the answer had come. */
export function failureOf(error: unknown, provider: string, begun: boolean): AskFailure {
  if (error instanceof AskFailure) return error
  const { statusCode, responseBody, message = '', name = '' } = (error ?? {}) as Thrown
  const fail = (kind: AiFailure, detail = message) => new AskFailure(kind, provider, detail)
  const refusal = causeOf(error, (cause) => cause instanceof OutboundRefusal)
  if (refusal) return fail('unreachable', (refusal as Error).message)
  if (statusCode !== undefined && (statusCode < 200 || statusCode >= 300)) {
    const said = `${statusCode}: ${wordsIn(responseBody) || message}`
    if (statusCode === 401 || statusCode === 403) return fail('key', said)
    if (statusCode === 404 || statusCode === 405) return fail('model', said)
    if (statusCode === 429 || statusCode === 402 || statusCode === 529) return fail('busy', said)
    if (statusCode >= 500) return fail('trouble', said)
    return fail(statusCode < 400 ? 'garbage' : 'refused', said)
  }
  const code = (causeOf(error, (cause) => typeof (cause as Thrown).code === 'string') as Thrown | null)?.code
  if (begun && (code !== undefined || /aborted|terminated|closed/i.test(message))) return fail('broken')
  if (code !== undefined) return fail('unreachable', `${connection[code] ?? message} (${code})`)
  if (/JSONParse|TypeValidation|InvalidResponse|NoContent|NoOutput|EmptyResponse/i.test(name))
    return fail('garbage')
  if (statusCode !== undefined) return fail('garbage')
  return fail(begun ? 'broken' : 'trouble')
}

const connection: Record<string, string> = {
  ECONNREFUSED: 'Nothing listens at this address',
  ECONNRESET: 'The server closed the connection',
  ETIMEDOUT: 'The server does not answer',
  EHOSTUNREACH: 'There is no way to the server',
}

function causeOf(error: unknown, fits: (cause: object) => boolean): object | null {
  for (let cause = error, depth = 0; depth < 5 && typeof cause === 'object' && cause !== null; depth++) {
    if (fits(cause)) return cause
    cause = (cause as Thrown).cause
  }
  return null
}

/** The sentence in an error of the provider, whichever of the usual shapes it has. */
function wordsIn(body: string | undefined): string {
  if (!body) return ''
  try {
    const { error, message } = JSON.parse(body) as { error?: string | { message?: string }; message?: string }
    const said = typeof error === 'string' ? error : (error?.message ?? message ?? '')
    return String(said).slice(0, 500)
  } catch {
    return body
      .replaceAll(/<[^>]*>|\s+/g, ' ')
      .trim()
      .slice(0, 200)
  }
}
