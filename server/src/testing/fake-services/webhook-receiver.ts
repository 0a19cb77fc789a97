import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Received = { path: string; headers: IncomingHttpHeaders; body: string }
type Answer = (request: Received, response: ServerResponse) => void

/** An integrator's webhook server on loopback, which accepts everything by default. `received` grows as requests arrive. */
export async function startWebhookReceiver() {
  const received: Received[] = []
  let responder: Answer | null = null
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const request = {
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString(),
    }
    received.push(request)
    if (responder) responder(request, response)
    else response.end('thank you')
  })
  let port = 0
  const listen = () =>
    new Promise<void>((ready, fail) => {
      server.once('error', fail)
      server.listen(port, '127.0.0.1', () => {
        server.off('error', fail)
        port = (server.address() as AddressInfo).port // listens on TCP
        ready()
      })
    })
  await listen()
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    /** How requests are answered from now on; null accepts them. */
    respondWith(next: Answer | null) {
      responder = next
    },
    /** Closes the port until `listenAgain()`. */
    stopListening: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    listenAgain: listen,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
