import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowPublicAnd, isForbiddenAddress, isPublicAddress } from './allowed-addresses.ts'
import { fetchOutbound, type OutboundOptions } from './fetch-outbound.ts'

test.each([
  ['93.184.216.34', true],
  ['2606:2800:220:1:248:1893:25c8:1946', true],
  ['127.0.0.1', false],
  ['127.8.9.1', false],
  ['0.0.0.0', false],
  ['10.0.0.1', false],
  ['172.16.0.1', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['192.0.0.8', false],
  ['192.0.2.1', false],
  ['198.18.0.1', false],
  ['198.51.100.7', false],
  ['203.0.113.7', false],
  ['224.0.0.1', false],
  ['240.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:93.184.216.34', false],
  ['::127.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['64:ff9b:1::1', false],
  ['2002:7f00:1::', false],
  ['2001::1', false],
  ['2001:db8::1', false],
  ['fc00::1', false],
  ['fd12:3456::1', false],
  ['fe80::1', false],
  ['fec0::1', false],
  ['ff02::1', false],
  ['100::1', false],
  ['4000::1', false],
  ['example.com', false],
  ['', false],
])('%s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected)
})

let server: http.Server
let port: number
const receivedRequests: http.IncomingMessage[] = []
beforeAll(async () => {
  server = http.createServer((request, response) => {
    receivedRequests.push(request)
    const [, path = '', to = ''] = /^\/([a-z]+)\??(.*)$/.exec(request.url ?? '') ?? []
    if (path === 'redirect') return response.writeHead(302, { location: decodeURIComponent(to) }).end()
    if (path === 'big') return response.end(Buffer.alloc(5000))
    if (path === 'hang') return response.write('x')
    if (path === 'cut') {
      response.writeHead(200, { 'content-length': 100 }).write('x')
      return setImmediate(() => response.destroy())
    }
    return response.writeHead(200, { 'content-type': 'image/png' }).end('hello')
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const options = (more: Partial<OutboundOptions> = {}): OutboundOptions => ({
  limit: 1000,
  timeout_ms: 20_000,
  accept: 'image/*',
  resolve: async () => ['127.0.0.1'],
  isAllowed: () => true,
  ...more,
})

test('a request carries nothing about the user and keeps the requested host', async () => {
  const answer = await fetchOutbound(`http://images.test:${port}/a`, options())
  expect(answer).toMatchObject({ status: 200, content_type: 'image/png', bytes: Buffer.from('hello') })
  const { headers } = receivedRequests.at(-1) ?? {}
  expect(headers).toEqual({
    host: `images.test:${port}`,
    accept: 'image/*',
    'accept-encoding': 'identity',
    'user-agent': 'Parley',
    connection: 'close',
  })
})

test.each([
  'file:///etc/passwd',
  'ftp://images.test/a',
  'gopher://images.test/',
  'javascript:alert(1)',
  'http://user:word@images.test/',
  'http://',
  'nonsense',
])('%s is not fetched', async (url) => {
  await expect(fetchOutbound(url, options())).rejects.toThrow(/supported|isn’t a valid URL/)
})

test.each([
  'http://127.0.0.1:PORT/a',
  'http://127.1:PORT/a',
  'http://0x7f.0.0.1:PORT/a',
  'http://2130706433:PORT/a',
  'http://017700000001:PORT/a',
  'http://localhost:PORT/a',
  'http://[::1]:PORT/a',
  'http://[::ffff:127.0.0.1]:PORT/a',
  'http://0.0.0.0:PORT/a',
])('%s does not reach a private address', async (url) => {
  const before = receivedRequests.length
  const defaultPolicy = { limit: 1000, timeout_ms: 20_000, accept: 'image/*' }
  await expect(fetchOutbound(url.replace('PORT', String(port)), defaultPolicy)).rejects.toThrow(
    'isn’t on the public internet',
  )
  expect(receivedRequests.length).toBe(before)
})

// Each of them embeds 169.254.169.254 or another metadata address.
const forbidden = [
  '169.254.169.254',
  '169.254.0.1',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  'fe80::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  '::ffff:169.254.169.254',
  '::169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::a9fe:a9fe',
  '2002:a9fe:a9fe::1',
]
test.each(forbidden)('%s is never contacted, even if it is allowed', async (address) => {
  expect(isForbiddenAddress(address)).toBe(true)
  expect(isPublicAddress(address)).toBe(false)
  expect(allowPublicAnd(['0.0.0.0/0', '::/0'])(address)).toBe(false)
  const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}/a`
  const before = receivedRequests.length
  await expect(fetchOutbound(url, options())).rejects.toThrow('never contacted')
  const resolving = options({ resolve: async () => ['127.0.0.1', address] })
  await expect(fetchOutbound(`http://named.test:${port}/a`, resolving)).rejects.toThrow('never contacted')
  expect(receivedRequests.length).toBe(before)
})

test.each(['127.0.0.1', '10.0.0.1', '192.168.1.1', 'fd12::1', '::1', '93.184.216.34', '2606:2800:220:1::1'])(
  '%s is not always forbidden',
  (address) => expect(isForbiddenAddress(address)).toBe(false),
)

test('of several addresses, one that responds is used', async () => {
  const answer = await fetchOutbound(
    `http://both.test:${port}/a`,
    options({ resolve: async () => ['::1', '127.0.0.1'] }),
  )
  expect(answer.status).toBe(200)
})

test('a rebinding name is resolved once, and the checked address is used', async () => {
  let lookupCount = 0
  const rebinding = options({
    // Public at first; later lookups would return a private address.
    resolve: async () => (lookupCount++ === 0 ? ['127.0.0.1'] : ['127.0.0.2']),
    isAllowed: (address) => address === '127.0.0.1',
  })
  await expect(fetchOutbound(`http://rebind.test:${port}/a`, rebinding)).resolves.toMatchObject({
    status: 200,
  })
  expect(lookupCount).toBe(1)
  await expect(fetchOutbound(`http://rebind.test:${port}/a`, rebinding)).rejects.toThrow('public internet')
})

test('one private address among public ones rejects the whole name', async () => {
  const mixedAddresses = options({
    resolve: async () => ['93.184.216.34', '10.0.0.1'],
    isAllowed: isPublicAddress,
  })
  await expect(fetchOutbound(`http://mixed.test:${port}/a`, mixedAddresses)).rejects.toThrow(
    'public internet',
  )
  await expect(fetchOutbound('http://nowhere.test/', options({ resolve: async () => [] }))).rejects.toThrow(
    'This server doesn’t exist',
  )
})

test('every redirect is checked, and at most three are followed', async () => {
  const redirectOptions = options({
    resolve: async (host) => [host === 'inside.test' ? '127.0.0.2' : '127.0.0.1'],
    isAllowed: (address) => address === '127.0.0.1',
  })
  const redirect = (to: string) => `http://outside.test:${port}/redirect?${encodeURIComponent(to)}`
  const before = receivedRequests.length
  await expect(fetchOutbound(redirect(`http://inside.test:${port}/a`), redirectOptions)).rejects.toThrow(
    'public internet',
  )
  await expect(fetchOutbound(redirect('file:///etc/passwd'), redirectOptions)).rejects.toThrow(
    'Only http and https',
  )
  expect(receivedRequests.length - before).toBe(2)

  await expect(fetchOutbound(redirect('/a'), options())).resolves.toMatchObject({
    bytes: Buffer.from('hello'),
  })
  const three = redirect(redirect(redirect('/a')))
  await expect(fetchOutbound(three, options())).resolves.toMatchObject({ status: 200 })
  await expect(fetchOutbound(redirect(three), options())).rejects.toThrow('redirects too often')
})

test('responses that are too large, too slow or truncated are rejected', async () => {
  await expect(fetchOutbound(`http://images.test:${port}/big`, options())).rejects.toThrow('too large')
  await expect(
    fetchOutbound(`http://images.test:${port}/hang`, options({ timeout_ms: 200 })),
  ).rejects.toThrow('takes too long')
  await expect(fetchOutbound(`http://images.test:${port}/cut`, options())).rejects.toThrow('isn’t responding')
})
