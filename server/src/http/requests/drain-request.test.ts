import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

/** More than the buffers of both ends hold together. */
const LONG = 32 * 1024 * 1024

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
  ['a body of JSON', '/api/v1/tags', () => session + json, '{"name":"', 413],
  ['a file', '/api/v1/media', () => session + form, part, 413],
  [
    'a body of a kind that is not known',
    '/api/v1/tags',
    () => `${session}Content-Type: text/csv\r\n`,
    '',
    415,
  ],
  ['a file of somebody who is not signed in', '/api/v1/media', () => form, part, 401],
  ['a body for nobody', '/api/v1/nothing', () => `${form}`, part, 404],
])(
  '%s that is refused is read to its end, answered in words, and the connection goes on',
  async (_, path, headers, start, status) => {
    const socket = connect(port, '127.0.0.1')
    let heard = ''
    socket.on('data', (data) => {
      heard += data
    })
    try {
      // As Chromium does: everything is sent before anybody listens.
      await new Promise((sent) => {
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: desk\r\n${headers()}Content-Length: ${LONG}\r\n\r\n${start}`,
        )
        socket.write(Buffer.alloc(LONG - start.length, 'x'), sent)
      })
      socket.write('GET /health HTTP/1.1\r\nHost: desk\r\nConnection: close\r\n\r\n')
      await once(socket, 'end')
      const [first, second] = heard.split(/(?=HTTP\/1\.1 )/)
      expect(first).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(first).toMatch(/"status":"error","message":"[^"]{10,}".*"request_id":"/)
      expect(second).toMatch(/^HTTP\/1.1 200 /)
    } finally {
      socket.destroy()
    }
  },
)

test('a body without a length that grows past the limit is refused in words too', async () => {
  const socket = connect(port, '127.0.0.1')
  try {
    const piece = Buffer.from(`100000\r\n${'x'.repeat(0x100000)}\r\n`)
    const answered = once(socket, 'data')
    await new Promise((sent) => {
      socket.write(
        `POST /api/v1/auth/login HTTP/1.1\r\nHost: desk\r\n${json}Transfer-Encoding: chunked\r\n\r\n`,
      )
      for (let size = 0; size < LONG; size += 0x100000) socket.write(piece)
      socket.write('0\r\n\r\n', sent)
    })
    expect(String((await answered)[0])).toMatch(
      /^HTTP\/1.1 413 [\s\S]*This is larger than the server accepts/,
    )
  } finally {
    socket.destroy()
  }
})
