import type { Connection } from './connection.ts'
import { toRefusal } from './errors.ts'
import type { ServerEvent } from './generated/operations.ts'
import { backoffMs, sleep } from './retry.ts'

export type EventOptions = {
  /** The `event_id` of the last event that was processed; the stream continues after it. */
  cursor?: string
  signal?: AbortSignal
  /** A connection without any event for this long, in milliseconds, is replaced by a new one, without losing events. Defaults to 300,000. */
  quiet_ms?: number
}

/**
 * Yields events one by one. A slow consumer only fills its own memory. After a `hello` with `reload: true`, too much was missed: fetch
 * everything you cache again.
 */
export async function* streamEvents(
  connection: Connection,
  options: EventOptions,
): AsyncGenerator<ServerEvent, void, void> {
  const { signal } = options
  let cursor = options.cursor
  for (let failures = 0; !signal?.aborted; ) {
    const eventSocket = openEventSocket(connection, cursor, options)
    try {
      for await (const event of eventSocket) {
        failures = 0
        cursor = event.event_id
        yield event
      }
    } finally {
      eventSocket.close()
    }
    if (signal?.aborted) return
    await throwIfRefused(connection, signal)
    failures += 1
    await sleep(backoffMs(failures, { status: null, retry_after_s: null }), signal).catch(() => {})
  }
}

function openEventSocket(
  { url, headers, webSocket }: Connection,
  cursor: string | undefined,
  options: EventOptions,
) {
  const socketUrl = `${url.replace(/^http/, 'ws')}/ws?v=2${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`
  const socket = webSocket(socketUrl, headers('GET'))
  const buffered: ServerEvent[] = []
  let code: number | null = null
  let notify = () => {}
  let idleTimer: ReturnType<typeof setTimeout> | undefined

  const close = () => {
    clearTimeout(idleTimer)
    options.signal?.removeEventListener('abort', close)
    code ??= 1000
    socket.close()
    notify()
  }
  // A dead network never closes a socket; only a timeout detects it.
  const restartIdleTimer = () => {
    clearTimeout(idleTimer)
    idleTimer = setTimeout(close, options.quiet_ms ?? 300_000)
  }
  restartIdleTimer()
  options.signal?.addEventListener('abort', close, { once: true })
  socket.addEventListener('message', ({ data }: MessageEvent) => {
    restartIdleTimer()
    const text = String(data)
    if (text.startsWith('{')) buffered.push(JSON.parse(text))
    notify()
  })
  socket.addEventListener('error', () => {}) // "close" always follows
  socket.addEventListener('close', (event: CloseEvent) => {
    code ??= event.code
    close()
  })

  return {
    async *[Symbol.asyncIterator](): AsyncGenerator<ServerEvent, void, void> {
      for (;;) {
        const next = buffered.shift()
        if (options.signal?.aborted) return
        if (next) yield next
        else if (code !== null) return
        else
          await new Promise<void>((resolve) => {
            notify = resolve
          })
      }
    },
    close,
  }
}

// A WebSocket does not say why it was rejected, but an HTTP request to the same URL does.
async function throwIfRefused({ url, headers, fetch }: Connection, signal: AbortSignal | undefined) {
  const reply = await fetch(`${url}/ws?v=2`, { headers: headers('GET'), signal }).catch(() => null)
  if (reply?.status === 401 || reply?.status === 403) throw await toRefusal(reply)
  await reply?.body?.cancel()
}
