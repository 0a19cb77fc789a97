import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import websocket from '@fastify/websocket'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import WebSocket from 'ws'
import { closeConnections } from './close-connections.ts'

/** Starts a request, closes the server before it is answered, and returns the response. */
async function closeDuringRequest(path: string) {
  const app = Fastify({ return503OnClosing: false })
  closeConnections(app)
  const arrived = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const answerLater = () => {
    arrived.resolve()
    return release.promise
  }
  app.get('/plain', async () => answerLater().then(() => 'done'))
  app.get('/stream', async (_request, reply) => {
    reply.hijack()
    reply.raw.write('started, ')
    await answerLater()
    reply.raw.end('done')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo // listens on TCP
  // Keeps connections, as a proxy does.
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const request = get({ host: '127.0.0.1', port, path, agent })
  await arrived.promise
  const closed = app.close()
  while (app.server.listening) await setImmediate()
  release.resolve()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const body = await text(response)
  await closed
  return { body, connection: response.headers.connection }
}

test('a response that is on its way when the server begins to stop ends its connection', async () => {
  expect(await closeDuringRequest('/plain')).toEqual({ body: 'done', connection: 'close' })
})

test('a download that nobody reads does not keep the server from stopping', async () => {
  const app = Fastify()
  closeConnections(app, 0)
  app.get('/file', async () => Buffer.alloc(64 * 2 ** 20))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo // listens on TCP
  const request = get({ host: '127.0.0.1', port, path: '/file' })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const cut = once(response, 'error')
  await app.close()
  response.resume()
  expect((await cut)[0]).toMatchObject({ code: 'ECONNRESET' })
})

test('a stream that ends later does not keep the server from stopping', async () => {
  expect(await closeDuringRequest('/stream')).toMatchObject({ body: 'started, done' })
})

// Less than the 30 seconds after which a WebSocket that is closing gives up by itself.
test('a browser that sleeps does not keep the server from stopping', { timeout: 15_000 }, async () => {
  const app = Fastify()
  closeConnections(app, 0)
  await app.register(websocket)
  app.get('/ws', { websocket: true }, () => {})
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo // listens on TCP
  const browser = new WebSocket(`ws://127.0.0.1:${port}/ws`)
  onTestFinished(() => browser.terminate())
  await once(browser, 'open')
  browser.pause()
  await app.close()
})
