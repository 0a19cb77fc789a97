import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'

/** The fault of one request: it never arrives; it is processed and its response is lost; or the proxy responds itself. */
type Fault = 'cut' | 'lose' | { status: number; headers?: Record<string, string> }

/** A real HTTP proxy on loopback. Each request takes the next of `faults`; without one it is forwarded. */
export async function startFaultyProxy(port: number) {
  const faults: Fault[] = []
  const requests: { method: string; key: string | undefined }[] = []
  const sockets = new Set<import('node:stream').Duplex>()

  const server = createServer((incoming, reply) => {
    requests.push({
      method: incoming.method ?? '',
      key: String(incoming.headers['idempotency-key'] ?? '') || undefined,
    })
    const fault = faults.shift()
    if (fault === 'cut') return incoming.socket.destroy()
    if (typeof fault === 'object') return reply.writeHead(fault.status, fault.headers).end()
    forward(port, incoming, reply, fault === 'lose')
  })
  server.on('upgrade', (incoming, socket, head) => {
    const inner = connect(port, '127.0.0.1', () => {
      const headers = Object.entries(incoming.headers).map(([name, value]) => `${name}: ${value}\r\n`)
      inner.write(`GET ${incoming.url} HTTP/1.1\r\n${headers.join('')}\r\n`)
      inner.write(head)
      inner.pipe(socket).pipe(inner)
    })
    sockets.add(socket)
    for (const end of [inner, socket]) end.on('error', () => socket.destroy())
    socket.on('close', () => {
      sockets.delete(socket)
      inner.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: proxy_port } = server.address() as { port: number } // listens on TCP
  return {
    url: `http://127.0.0.1:${proxy_port}`,
    faults,
    seen: requests,
    /** Closes every open socket abruptly. */
    cutSockets() {
      for (const socket of sockets) socket.destroy()
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function forward(port: number, incoming: IncomingMessage, reply: ServerResponse, dropResponse: boolean) {
  const { method, url: path, headers } = incoming
  const inner = request({ port, host: '127.0.0.1', method, path, headers }, (answer) => {
    if (dropResponse) return answer.resume().on('end', () => incoming.socket.destroy())
    reply.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(reply)
  })
  inner.on('error', () => reply.destroy())
  incoming.pipe(inner)
}
