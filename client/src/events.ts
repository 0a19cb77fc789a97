import type { ServerEvent } from './generated/operations.ts'
import { refusalOf } from './refusal.ts'
import { pause, waitBefore } from './retry.ts'
import type { Connection } from './transport.ts'

export type EventOptions = {
  /** The `event_id` of the last event that was dealt with: what came after it comes first. */
  cursor?: string
  signal?: AbortSignal
  /** A connection that says nothing for so many milliseconds is given up for a new one, which misses nothing; 300,000 when left out. */
  quiet_ms?: number
}

/**
 * Events one by one. Whoever is slow holds nothing up but their own memory. After `hello` with `reload` true too much was missed: fetch afresh
 * what you keep.
 */
export async function* listen(
  connection: Connection,
  options: EventOptions,
): AsyncGenerator<ServerEvent, void, void> {
  const { signal } = options
  let cursor = options.cursor
  for (let failures = 0; !signal?.aborted; ) {
    const line = openLine(connection, cursor, options)
    try {
      for await (const event of line) {
        failures = 0
        cursor = event.event_id
        yield event
      }
    } finally {
      line.close()
    }
    if (signal?.aborted) return
    await throwIfRefused(connection, signal)
    failures += 1
    await pause(waitBefore(failures, { status: null, retry_after_s: null }), signal).catch(() => {})
  }
}

function openLine(
  { url, headers, webSocket }: Connection,
  cursor: string | undefined,
  options: EventOptions,
) {
  const address = `${url.replace(/^http/, 'ws')}/ws?v=2${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`
  const socket = webSocket(address, headers('GET'))
  const waiting: ServerEvent[] = []
  let code: number | null = null
  let wake = () => {}
  let quiet: ReturnType<typeof setTimeout> | undefined

  const close = () => {
    clearTimeout(quiet)
    options.signal?.removeEventListener('abort', close)
    code ??= 1000
    socket.close()
    wake()
  }
  // A dead network closes nothing; only silence tells.
  const heard = () => {
    clearTimeout(quiet)
    quiet = setTimeout(close, options.quiet_ms ?? 300_000)
  }
  heard()
  options.signal?.addEventListener('abort', close, { once: true })
  socket.addEventListener('message', ({ data }: MessageEvent) => {
    heard()
    const text = String(data)
    if (text.startsWith('{')) waiting.push(JSON.parse(text))
    wake()
  })
  socket.addEventListener('error', () => {}) // "close" follows and says the same
  socket.addEventListener('close', (event: CloseEvent) => {
    code ??= event.code
    close()
  })

  return {
    async *[Symbol.asyncIterator](): AsyncGenerator<ServerEvent, void, void> {
      for (;;) {
        const next = waiting.shift()
        if (options.signal?.aborted) return
        if (next) yield next
        else if (code !== null) return
        else
          await new Promise<void>((resolve) => {
            wake = resolve
          })
      }
    },
    close,
  }
}

// A socket does not say why it was not let in. The same address says it to a call.
async function throwIfRefused({ url, headers, fetch }: Connection, signal: AbortSignal | undefined) {
  const reply = await fetch(`${url}/ws?v=2`, { headers: headers('GET'), signal }).catch(() => null)
  if (reply?.status === 401 || reply?.status === 403) throw await refusalOf(reply)
  await reply?.body?.cancel()
}
