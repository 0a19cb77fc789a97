import type { WebhookOutcome } from '@parley/contract/webhooks'
import type { Clock } from '../../clock.ts'
import { OutboundRefusal, type Reach } from '../../http/outbound.ts'
import { type PostAnswer, PostFailure, type PostTimeouts, postOutbound } from '../../http/outbound-post.ts'
import type { Secrets } from '../../secrets.ts'
import { headersOf } from './sign.ts'

export type Sending = {
  clock: Clock
  version: string
  /** Which addresses may be reached; tests have receivers on this machine. */
  reach: Reach
  timeouts?: PostTimeouts
}

/** One request, and what came of it. Never throws. */
export async function attempt(
  { clock, version, reach, timeouts }: Sending,
  secrets: Secrets,
  /** With its secret as it is stored. */
  { url, secret, id, body }: { url: string; secret: string; id: string; body: string },
): Promise<WebhookOutcome> {
  const begun = performance.now()
  const outcome = (answer: PostAnswer | null, error: string | null): WebhookOutcome => ({
    ok: error === null,
    status: answer?.status ?? null,
    took_ms: Math.round(performance.now() - begun),
    // PostgreSQL keeps no NUL; a letter that was cut in half becomes a mark.
    answer: answer?.excerpt.toString('utf8').replaceAll('\0', '') ?? '',
    error,
  })
  try {
    const headers = headersOf({ id, at: clock.now(), body, secret: secrets.open(secret), version })
    const answer = await postOutbound(url, body, headers, reach, timeouts)
    return outcome(answer, refusalOf(answer.status))
  } catch (error) {
    if (error instanceof PostFailure) return outcome(error.answer, error.message)
    if (error instanceof OutboundRefusal) return outcome(null, error.message)
    return outcome(null, `The request could not be made: ${(error as Error).message}`)
  }
}

function refusalOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `The server answered ${status}: redirects are not followed`
  return `The server answered ${status}`
}
