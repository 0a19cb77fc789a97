import type { AddressInfo } from 'node:net'
import type { ServerEvent } from '@parley/contract/shared/server-events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type WebSocket as Peer, WebSocketServer } from 'ws'
import { eventually } from '../testing/eventually.ts'
import { type ConnectionState, connect, retryDelay, timing } from './socket.ts'

vi.setConfig({ testTimeout: 20_000 })

const fastTiming = { ping_ms: 5, silence_ms: 10_000, first_retry_ms: 5, longest_retry_ms: 10, attempts: 3 }

let server: WebSocketServer
let peers: { peer: Peer; cursor: string | null }[]
let events: ServerEvent[]
let states: ConnectionState[]
let endedCount: number
let connection: ReturnType<typeof connect> | undefined
let answersPings: boolean

beforeEach(async () => {
  peers = []
  events = []
  states = []
  endedCount = 0
  answersPings = true
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((done) => server.on('listening', done))
  server.on('connection', (peer, request) => {
    const cursor = new URL(request.url ?? '', 'http://desk.invalid').searchParams.get('cursor')
    peers.push({ peer, cursor })
    peer.on('message', () => answersPings && peer.send('pong'))
    peer.send(JSON.stringify({ type: 'hello', event_id: cursor ?? '1.1.1', reload: false }))
  })
})
afterEach(() => {
  connection?.close()
  for (const { peer } of peers) peer.terminate()
  server.close()
})

function openConnection(times = fastTiming) {
  const { port } = server.address() as AddressInfo // a TCP server has one
  connection = connect(
    {
      url: (cursor) => `ws://127.0.0.1:${port}/ws?v=2${cursor ? `&cursor=${cursor}` : ''}`,
      onEvent: (event) => events.push(event),
      onConnection: (state) => states.push(state),
      onMaybeSignedOut: () => endedCount++,
    },
    times,
  )
}
/** Generous, for busy machines. */
const lookup = { type: 'lookup.changed', version: 0, object: { lookup: 'tags' } }

test('after an interruption it reconnects with the cursor of the last event', async () => {
  openConnection()
  await eventually(() => expect(peers).toHaveLength(1))
  peers[0]?.peer.send(JSON.stringify({ ...lookup, event_id: '1.1.9' }))
  await eventually(() => expect(events).toHaveLength(2))
  peers[0]?.peer.terminate()
  await eventually(() => expect(peers).toHaveLength(2))
  expect(peers.map((p) => p.cursor)).toEqual([null, '1.1.9'])
  await eventually(() => expect(states).toEqual(['connecting', 'open', 'lost', 'open']))
})

test('an unknown event is skipped and not requested again', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  openConnection()
  await eventually(() => expect(peers).toHaveLength(1))
  peers[0]?.peer.send(JSON.stringify({ type: 'weather.changed', event_id: '1.1.7' }))
  peers[0]?.peer.send('not even JSON')
  await eventually(() => expect(warn).toHaveBeenCalledTimes(2))
  peers[0]?.peer.terminate()
  await eventually(() => expect(peers[1]?.cursor).toBe('1.1.7'))
  warn.mockRestore()
})

test('a connection without pongs is dropped', async () => {
  answersPings = false
  openConnection({ ...fastTiming, silence_ms: 40 })
  await eventually(() => expect(peers.length).toBeGreaterThan(1))
  expect(states).toContain('lost')
})

test('a connection that answers pings is kept', async () => {
  openConnection({ ...fastTiming, ping_ms: 50, silence_ms: 2_000 })
  let pings = 0
  server.on('connection', (peer) => peer.on('message', () => pings++))
  await eventually(() => expect(pings).toBeGreaterThan(45))
  expect(peers).toHaveLength(1)
})

test('it stops after the last attempt and retries on request', async () => {
  openConnection()
  await eventually(() => expect(states).toContain('open'))
  const { port } = server.address() as AddressInfo // see above
  for (const { peer } of peers) peer.terminate()
  await new Promise((done) => server.close(done))
  await eventually(() => expect(states.at(-1)).toBe('stopped'))
  expect(states.filter((state) => state === 'lost')).toHaveLength(fastTiming.attempts)
  server = new WebSocketServer({ port, host: '127.0.0.1' })
  const back = new Promise((done) => server.on('connection', done))
  connection?.retryNow()
  await back
})

test('a deliberately closed socket stays closed', async () => {
  openConnection()
  await eventually(() => expect(states).toContain('open'))
  connection?.close()
  await eventually(() => expect(server.clients.size).toBe(0))
  connection?.retryNow()
  expect(states).toEqual(['connecting', 'open'])
})

test('an ended session is reported, and reconnecting continues until closed', async () => {
  openConnection()
  await eventually(() => expect(states).toContain('open'))
  peers[0]?.peer.close(4401, 'The session has ended')
  await eventually(() => expect(peers).toHaveLength(2))
  expect(endedCount).toBe(1)
})

test('the retry delay grows by half from one second up to half a minute', () => {
  expect([0, 1, 2, 8, 9, 49].map((n) => retryDelay(n))).toEqual([
    1000, 1500, 2250, 25_628.90625, 30_000, 30_000,
  ])
  expect(timing).toMatchObject({ ping_ms: 5000, silence_ms: 60_000, attempts: 50 })
})
