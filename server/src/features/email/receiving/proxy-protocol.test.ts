import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { acceptProxyHeaders, parseProxyHeader } from './proxy-protocol.ts'

const signature = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')
const v2Header = (command: number, family: number, addresses: number[]) => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(addresses.length)
  return Buffer.concat([signature, Buffer.from([command, family]), length, Buffer.from(addresses)])
}
const ipv4 = [192, 0, 2, 1, 10, 0, 0, 1, 0, 80, 0, 25]
const ipv6 = [0x20, 0x01, 0x0d, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, ...Array(16).fill(0), 0, 80, 0, 25]

test.each<[string, Buffer, object]>([
  [
    'version 1',
    Buffer.from('PROXY TCP4 192.0.2.1 10.0.0.1 40000 25\r\nEHLO x'),
    { kind: 'header', address: '192.0.2.1', length: 40 },
  ],
  [
    'version 1, IPv6',
    Buffer.from('PROXY TCP6 2001:db8::1 ::1 40000 25\r\n'),
    { kind: 'header', address: '2001:db8::1' },
  ],
  ['version 1 of the proxy itself', Buffer.from('PROXY UNKNOWN\r\n'), { kind: 'header', address: null }],
  ['half of version 1', Buffer.from('PROXY TCP4 192.0'), { kind: 'incomplete' }],
  ['the first byte', Buffer.from('P'), { kind: 'incomplete' }],
  ['nothing', Buffer.alloc(0), { kind: 'incomplete' }],
  [
    'a name in place of an address',
    Buffer.from('PROXY TCP4 evil.test 10.0.0.1 1 25\r\n'),
    { kind: 'invalid' },
  ],
  ['an address of the other kind', Buffer.from('PROXY TCP4 ::1 10.0.0.1 1 25\r\n'), { kind: 'invalid' }],
  ['a line without end', Buffer.from(`PROXY ${'x'.repeat(200)}`), { kind: 'invalid' }],
  ['SMTP', Buffer.from('EHLO customer.test\r\n'), { kind: 'invalid' }],
  ['version 2', v2Header(0x21, 0x11, ipv4), { kind: 'header', address: '192.0.2.1', length: 28 }],
  ['version 2, IPv6', v2Header(0x21, 0x21, ipv6), { kind: 'header', address: '2001:db8:0:0:0:0:0:1' }],
  ['version 2 with more fields', v2Header(0x21, 0x11, [...ipv4, 3, 0, 1, 9]), { kind: 'header', length: 32 }],
  ['version 2 of the proxy itself', v2Header(0x20, 0, []), { kind: 'header', address: null, length: 16 }],
  ['half of version 2', v2Header(0x21, 0x11, ipv4).subarray(0, 20), { kind: 'incomplete' }],
  ['version 3', v2Header(0x31, 0x11, ipv4), { kind: 'invalid' }],
  [
    'version 2 that is too long',
    Buffer.concat([signature, Buffer.from([0x21, 0x11, 0xff, 0xff])]),
    { kind: 'invalid' },
  ],
])('parses %s', (_, bytes, expected) => {
  expect(parseProxyHeader(bytes)).toMatchObject(expected)
})

async function peerSeenBy(isProxy: (address: string) => boolean, chunks: (string | Buffer)[]) {
  const inner = createServer((socket) =>
    socket.once('data', (data) => socket.end(`${socket.remoteAddress} ${data}`)),
  )
  const server = acceptProxyHeaders(inner, isProxy).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let received = ''
  socket.on('data', (data) => (received += data)).on('error', () => {})
  const closed = once(socket, 'close')
  for (const chunk of chunks) {
    socket.write(chunk)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await closed
  return received
}

test('a proxy names the peer, with the header in one chunk or several', async () => {
  const header = 'PROXY TCP4 192.0.2.1 10.0.0.1 40000 25\r\n'
  expect(await peerSeenBy(() => true, [`${header}EHLO x`])).toBe('192.0.2.1 EHLO x')
  expect(await peerSeenBy(() => true, [header.slice(0, 9), header.slice(9), 'EHLO x'])).toBe(
    '192.0.2.1 EHLO x',
  )
  expect(await peerSeenBy(() => true, [v2Header(0x21, 0x11, ipv4), 'EHLO x'])).toBe('192.0.2.1 EHLO x')
})

test('a peer that is not a proxy cannot name another, and a proxy without a header gets no response', async () => {
  const header = 'PROXY TCP4 192.0.2.1 10.0.0.1 40000 25\r\n'
  expect(await peerSeenBy(() => false, [header])).toBe(`127.0.0.1 ${header}`)
  expect(await peerSeenBy(() => true, ['EHLO x\r\n'])).toBe('')
})

test('a connection that breaks off right after its header is nobody’s', async () => {
  let connections = 0
  const inner = createServer(() => (connections += 1))
  const server = acceptProxyHeaders(inner, () => true).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const closed = new Promise((resolve) => {
    server.once('connection', (socket) => {
      // After the listener that reads the header.
      socket.once('readable', () => socket.destroy(new Error('read ECONNRESET')))
      socket.once('close', () => setImmediate(resolve))
    })
  })
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
  client.write(v2Header(0x20, 0, []))
  await closed
  expect(connections).toBe(0)
})
