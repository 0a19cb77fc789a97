import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { outboundFetch } from './fetch-adapter.ts'

const fetch = outboundFetch({ resolve: async () => ['127.0.0.1'], isAllowed: () => true })
const megabyte = 1024 * 1024

async function respond(answer: (response: ServerResponse) => void): Promise<string> {
  const server = createServer((_, response) => answer(response)).listen(0, '127.0.0.1')
  onTestFinished(() => void server.closeAllConnections())
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://api.test:${(server.address() as AddressInfo).port}/` // of a TCP server
}

test('a response of up to 16 MB is complete', async () => {
  const url = await respond((response) => response.end(Buffer.alloc(16 * megabyte, 'a')))
  const response = await fetch(url)
  expect((await response.arrayBuffer()).byteLength).toBe(16 * megabyte)
})

test.each([
  ['that ends', (response: ServerResponse) => response.end(Buffer.alloc(16 * megabyte + 1))],
  ['that never ends', (response: ServerResponse) => response.write(Buffer.alloc(32 * megabyte))],
])('a longer response %s is cut off with an error', async (_, answer) => {
  const response = await fetch(await respond(answer))
  const outcome = await response.arrayBuffer().then(
    ({ byteLength }) => `${byteLength} bytes`,
    (error: Error) => error.message,
  )
  expect(outcome).toBe('The response is too long')
})

test('a response is streamed, and ends with the signal', async () => {
  const url = await respond((response) => void response.write('first'))
  const ending = new AbortController()
  const response = await fetch(url, { signal: ending.signal })
  const reader = response.body?.getReader()
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first')
  ending.abort()
  await expect(reader?.read()).rejects.toThrow()
})
