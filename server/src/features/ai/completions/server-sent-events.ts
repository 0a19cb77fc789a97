import type { AiStreamEvent } from '@parley/contract/ai/ai-completions'
import type { FastifyReply } from 'fastify'

/** A model may read for a minute before its first word; proxies close what is silent. */
const keepAliveMs = 15_000

/** Aborts when whoever asked goes away before the answer is whole. */
export function abortOnDisconnect(reply: FastifyReply): AbortSignal {
  const disconnected = new AbortController()
  reply.raw.on('close', () => {
    if (!reply.raw.writableFinished) disconnected.abort()
  })
  return disconnected.signal
}

/** Sends events as they come, as server-sent events (HTML standard, section 9.2). */
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
    // Proxies that collect answers are asked not to.
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
