import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { receiveFile } from './receive-file.ts'

/** More than the buffers of both ends can hold. */
const LONG_BYTES = 32 * 1024 * 1024

/** What the store does with a file over the limit. */
const stopAtLimit = async ({ stream }: { stream: AsyncIterable<Uint8Array> }) => {
  for await (const _ of stream) break
  return null
}

test('data sent after the rejection is read to its end, as browsers expect', async () => {
  const app = Fastify()
  await app.register(multipart, { throwFileSizeLimit: false })
  app.post('/', (request) => receiveFile(request, 1024, stopAtLimit))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo // it listens on a port, not on a pipe
  const socket = connect(port, '127.0.0.1')
  try {
    const head = '--b\r\nContent-Disposition: form-data; name="files"; filename="a.bin"\r\n\r\n'
    const tail = '\r\n--b--\r\n'
    const length = head.length + LONG_BYTES + tail.length
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\n`)
    socket.write(`Content-Length: ${length}\r\n\r\n${head}`)
    const firstResponse = once(socket, 'data')
    await new Promise((sent) => {
      socket.write(Buffer.alloc(LONG_BYTES))
      socket.write(tail, sent)
    })
    expect(String((await firstResponse)[0])).toContain('413')
  } finally {
    socket.destroy()
    await app.close()
  }
})

test("an aborted upload is the client's error, not the server's", async () => {
  const app = Fastify()
  await app.register(multipart, { throwFileSizeLimit: false })
  const { promise: ended, resolve: end } = Promise.withResolvers<unknown>()
  const { promise: readingStarted, resolve: markStarted } = Promise.withResolvers<void>()
  const discard = async ({ stream }: { stream: AsyncIterable<Uint8Array> }) => {
    for await (const _ of stream) markStarted()
    return true
  }
  app.post('/', async (request) => {
    await receiveFile(request, LONG_BYTES, discard).then(end, end)
    return {}
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo // it listens on a port, not on a pipe
  const socket = connect(port, '127.0.0.1')
  try {
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\n`)
    socket.write('Content-Length: 600000\r\n\r\n--b\r\n')
    socket.write(
      `Content-Disposition: form-data; name="files"; filename="a.bin"\r\n\r\n${'x'.repeat(100_000)}`,
    )
    await readingStarted
    socket.destroy()
    expect(await ended).toMatchObject({ status: 400, message: 'The upload was interrupted' })
  } finally {
    await app.close()
  }
})
