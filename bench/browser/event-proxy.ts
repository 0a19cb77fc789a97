import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type RawData, WebSocket, WebSocketServer } from 'ws'

/** A proxy in front of the product that can add frames to the live updates of the browsers behind it. */
export type EventProxy = {
  url: string
  /** Sends a frame to every browser; it gets the cursor of the last real one. */
  push(frame: object): void
  stop(): void
}

export async function startEventProxy(product: string): Promise<EventProxy> {
  const server = createServer((incoming, answer) => {
    const { method, headers, url } = incoming
    const forwarded = request(`${product}${url}`, { method, headers }, (upstream) => {
      answer.writeHead(upstream.statusCode ?? 502, upstream.rawHeaders)
      upstream.pipe(answer)
    })
    forwarded.on('error', () => answer.destroy())
    incoming.pipe(forwarded)
  })
  const sockets = new WebSocketServer({ noServer: true })
  const browsers = new Map<WebSocket, { cursor: string }>()
  server.on('upgrade', (incoming, socket, head) => {
    const { cookie, origin, host } = incoming.headers
    const upstream = new WebSocket(`${product.replace('http', 'ws')}${incoming.url}`, {
      headers: { cookie, origin, host },
    })
    upstream.on('error', () => socket.destroy())
    upstream.once('open', () =>
      sockets.handleUpgrade(incoming, socket, head, (browser) => {
        const state = { cursor: '' }
        browsers.set(browser, state)
        upstream.on('message', (data, isBinary) => {
          state.cursor = /"event_id":"([^"]+)"/.exec(textOf(data))?.[1] ?? state.cursor
          browser.send(textOf(data), { binary: isBinary })
        })
        browser.on('message', (data) => upstream.send(textOf(data)))
        browser.on('close', () => {
          browsers.delete(browser)
          upstream.close()
        })
        upstream.on('close', () => browser.close())
      }),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    push(frame) {
      for (const [browser, { cursor }] of browsers)
        if (cursor !== '') browser.send(JSON.stringify({ ...frame, event_id: cursor }))
    },
    stop() {
      sockets.close()
      server.close()
      server.closeAllConnections()
    },
  }
}

const textOf = (data: RawData): string =>
  Buffer.isBuffer(data)
    ? data.toString()
    : Array.isArray(data)
      ? Buffer.concat(data).toString()
      : Buffer.from(data).toString()
