import { type NetworkAccess, OutboundRefusal } from '../../../http/outbound/fetch-outbound.ts'
import { PostFailure, type PostResponse, postOutbound } from '../../../http/outbound/post-outbound.ts'
import type { PushKeys } from './push-keys.ts'
import type { PushPayload } from './push-payload.ts'

type Subscription = { endpoint: string; p256dh: string; auth: string }
type Sender = {
  keys: PushKeys
  /** Tells push services whose server this is: the URL of the workspace. */
  subject: string
  network: NetworkAccess
}

export type PushOutcome =
  | { kind: 'sent' }
  /** The browser has unsubscribed. */
  | { kind: 'gone'; reason: string }
  | { kind: 'failed'; reason: string }
  | { kind: 'later'; reason: string; wait_ms: number }

/** How long a push service keeps the message for a browser that is offline, in seconds. */
const timeToLive_s = 4 * 3600
/** A push service can't ask for more patience. */
const maxWaitMs = 3_600_000

/** Encrypts and sends one push message (RFC 8030, 8291, 8292). Never throws. */
export async function postPush(
  { keys, subject, network }: Sender,
  { endpoint, p256dh, auth }: Subscription,
  payload: PushPayload,
): Promise<PushOutcome> {
  try {
    const { default: webPush } = await import('web-push')
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(payload),
      {
        vapidDetails: {
          subject: vapidSubject(subject),
          publicKey: keys.public_key,
          privateKey: keys.private_key,
        },
        TTL: timeToLive_s,
        urgency: 'normal',
        // A newer message replaces one that was not delivered yet; 32 characters at most.
        topic: payload.tag.replaceAll('-', '').slice(0, 32),
      },
    )
    const answer = await postOutbound(endpoint, body ?? '', toStrings(headers), network)
    return outcomeOf(answer)
  } catch (error) {
    if (error instanceof PostFailure) return { kind: 'later', reason: error.message, wait_ms: 0 }
    const reason = (error as Error).message
    return error instanceof OutboundRefusal
      ? { kind: 'failed', reason }
      : { kind: 'failed', reason: `The message couldn’t be encrypted: ${reason}` }
  }
}

function outcomeOf({ status, retry_after }: PostResponse): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  const reason = `The push service responded with ${status}`
  if (status === 404 || status === 410) return { kind: 'gone', reason }
  if (status === 429 || status >= 500) return { kind: 'later', reason, wait_ms: waitOf(retry_after) }
  return { kind: 'failed', reason }
}

/** In seconds; the date form is rare, and our own delays are enough then. */
const waitOf = (retry_after: string | undefined): number =>
  /^\d{1,6}$/.test(retry_after ?? '') ? Math.min(Number(retry_after) * 1000, maxWaitMs) : 0

/** Must be an https or mailto URL. */
function vapidSubject(root_url: string): string {
  const { protocol, hostname, origin } = new URL(root_url)
  return protocol === 'https:' ? origin : `mailto:postmaster@${hostname}`
}

const toStrings = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
