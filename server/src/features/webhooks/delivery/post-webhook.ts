import type { WebhookOutcome } from '@parley/contract/webhooks/webhooks'
import type { Clock } from '../../../clock.ts'
import { type NetworkAccess, OutboundRefusal } from '../../../http/outbound/fetch-outbound.ts'
import {
  PostFailure,
  type PostResponse,
  type PostTimeouts,
  postOutbound,
} from '../../../http/outbound/post-outbound.ts'
import type { Secrets } from '../../../secrets.ts'
import { signedHeaders } from './signed-headers.ts'

export type WebhookSender = {
  clock: Clock
  version: string
  /** Which addresses may be reached; tests use receivers on this machine. */
  network: NetworkAccess
  timeouts?: PostTimeouts
}

/** Sends one request and returns its outcome. Never throws. */
export async function postWebhook(
  { clock, version, network, timeouts }: WebhookSender,
  secrets: Secrets,
  /** With the secret as stored. */
  { url, secret, id, body }: { url: string; secret: string; id: string; body: string },
): Promise<WebhookOutcome> {
  const startedAt = performance.now()
  const outcome = (answer: PostResponse | null, error: string | null): WebhookOutcome => ({
    ok: error === null,
    status: answer?.status ?? null,
    took_ms: Math.round(performance.now() - startedAt),
    // PostgreSQL does not store NUL; a truncated character becomes a replacement character.
    answer: answer?.excerpt.toString('utf8').replaceAll('\0', '') ?? '',
    error,
  })
  try {
    const headers = signedHeaders({ id, at: clock.now(), body, secret: secrets.open(secret), version })
    const answer = await postOutbound(url, body, headers, network, timeouts)
    return outcome(answer, statusError(answer.status))
  } catch (error) {
    if (error instanceof PostFailure) return outcome(error.response, error.message)
    if (error instanceof OutboundRefusal) return outcome(null, error.message)
    return outcome(null, `The request couldn’t be sent: ${(error as Error).message}`)
  }
}

function statusError(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `The server responded with ${status}: redirects aren’t followed`
  return `The server responded with ${status}`
}
