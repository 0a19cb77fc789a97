import type { AiStreamEvent } from '@parley/contract/ai/ai-completions'
import type { FastifyReply } from 'fastify'

/** A model may take a minute before its first token, and proxies close silent connections. */
const keepAliveMs = 15_000

/** Aborts if the client disconnects before the answer is complete. */
export function abortOnDisconnect(reply: FastifyReply): AbortSignal {
  const disconnected = new AbortController()
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) disconnected.abort()
  })
  return disconnected.signal
}

/** Streams events as server-sent events (HTML standard, section 9.2). */
export async function sendServerSentEvents(
  reply: FastifyReply,
  events: AsyncIterable<AiStreamEvent>,
): Promise<void> {
  const { raw } = reply
  reply.hijack()
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Asks proxies not to buffer the response.
    'x-accel-buffering': 'no',
  }
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) raw.setHeader(name, value)
  raw.flushHeaders()
  const keepAlive = setInterval(() => raw.write(': thinking\n\n'), keepAliveMs)
  try {
    for await (const { event, data } of events)
      raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  } finally {
    clearInterval(keepAlive)
    raw.end()
  }
}
