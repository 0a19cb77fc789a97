import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

/** More than the buffers of both ends can hold. */
const LONG_BYTES = 32 * 1024 * 1024

let t: TestApp
let port: number
let session: string
beforeAll(async () => {
  t = await startTestApp()
  await t.app.listen({ host: '127.0.0.1', port: 0 })
  port = (t.app.server.address() as AddressInfo).port // it listens on a port, not on a pipe
  const { token } = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  session = `Cookie: parley_session=${token}; csrf_token=c\r\nX-CSRFTOKEN: c\r\n`
})
afterAll(() => t.stop())

const form = 'Content-Type: multipart/form-data; boundary=b\r\n'
const part = '--b\r\nContent-Disposition: form-data; name="files"; filename="a.bin"\r\n\r\n'
const json = 'Content-Type: application/json\r\n'

test.each([
  ['a JSON body', '/api/v1/tags', () => session + json, '{"name":"', 413],
  ['a file', '/api/v1/media', () => session + form, part, 413],
  ['a body of an unknown type', '/api/v1/tags', () => `${session}Content-Type: text/csv\r\n`, '', 415],
  ['a file from someone who is not signed in', '/api/v1/media', () => form, part, 401],
  ['a body for an unknown path', '/api/v1/nothing', () => `${form}`, part, 404],
])(
  'when %s is rejected, it is read to its end, gets a readable error, and the connection stays open',
  async (_, path, headers, start, status) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.on('data', (data) => {
      received += data
    })
    try {
      // As Chromium does: sends everything before reading the response.
      await new Promise((sent) => {
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: desk\r\n${headers()}Content-Length: ${LONG_BYTES}\r\n\r\n${start}`,
        )
        socket.write(Buffer.alloc(LONG_BYTES - start.length, 'x'), sent)
      })
      socket.write('GET /health HTTP/1.1\r\nHost: desk\r\nConnection: close\r\n\r\n')
      await once(socket, 'end')
      const [first, second] = received.split(/(?=HTTP\/1\.1 )/)
      expect(first).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(first).toMatch(/"status":"error","message":"[^"]{10,}".*"request_id":"/)
      expect(second).toMatch(/^HTTP\/1.1 200 /)
    } finally {
      socket.destroy()
    }
  },
)

test('a body without a length that exceeds the limit gets a readable error too', async () => {
  const socket = connect(port, '127.0.0.1')
  try {
    const piece = Buffer.from(`100000\r\n${'x'.repeat(0x100000)}\r\n`)
    const firstResponse = once(socket, 'data')
    await new Promise((sent) => {
      socket.write(
        `POST /api/v1/auth/login HTTP/1.1\r\nHost: desk\r\n${json}Transfer-Encoding: chunked\r\n\r\n`,
      )
      for (let size = 0; size < LONG_BYTES; size += 0x100000) socket.write(piece)
      socket.write('0\r\n\r\n', sent)
    })
    expect(String((await firstResponse)[0])).toMatch(
      /^HTTP\/1.1 413 [\s\S]*This is larger than the server accepts/,
    )
  } finally {
    socket.destroy()
  }
})
