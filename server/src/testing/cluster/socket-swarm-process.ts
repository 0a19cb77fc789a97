/**
 * Many browsers' sockets in one process: they reconnect with their cursor as a browser does, and record when probes arrive. Started with
 * fork; `SwarmCommand` in, `SwarmReport` out.
 */
import { setTimeout as wait } from 'node:timers/promises'
import WebSocket from 'ws'

export type SwarmCommand = { kind: 'connect'; url: string; cookies: string[] } | { kind: 'report' }

export type SwarmReport = {
  connected: number
  /** Connections that were lost. */
  losses: number
  probes: {
    number: number
    /** Sockets that have it, or were told to reload after it was sent. */
    received: number
    /** In ms since it was sent, on sockets that were connected all the time. */
    delays: number[]
  }[]
}

const probePattern = /probe (\d+) (\d+\.\d+)/
const now = () => performance.timeOrigin + performance.now()

type Probe = { sentAt: number; received: Set<number>; delays: number[] }
const probes = new Map<number, Probe>()
const reloads: { socket: number; at: number }[] = []
let losses = 0
const connected = new Set<number>()

async function keepConnected(socket: number, url: string, cookie: string) {
  let cursor: string | undefined
  for (;;) {
    let connectedAt = Number.POSITIVE_INFINITY
    const client = new WebSocket(`${url}/ws?v=2${cursor ? `&cursor=${cursor}` : ''}`, {
      headers: { cookie },
      perMessageDeflate: false,
    })
    client.on('message', (data) => {
      const receivedAt = now()
      const text = data.toString()
      cursor = /"event_id":"([^"]+)"/.exec(text)?.[1] ?? cursor
      if (text.startsWith('{"type":"hello"')) {
        connectedAt = receivedAt
        connected.add(socket)
        if (text.includes('"reload":true')) reloads.push({ socket, at: receivedAt })
      }
      const [, number, sentAt] = probePattern.exec(text) ?? []
      if (number) receiveProbe(socket, Number(number), Number(sentAt), receivedAt, connectedAt)
    })
    client.on('error', () => {})
    await new Promise((resolve) => client.once('close', resolve))
    if (connected.delete(socket)) losses += 1
    await wait(200 + Math.random() * 1_800)
  }
}

function receiveProbe(
  socket: number,
  number: number,
  sentAt: number,
  receivedAt: number,
  connectedAt: number,
) {
  const probe = probes.get(number) ?? { sentAt, received: new Set(), delays: [] }
  probes.set(number, probe)
  // A conversation is pushed again with each change.
  if (probe.received.has(socket)) return
  probe.received.add(socket)
  if (connectedAt < sentAt) probe.delays.push(receivedAt - sentAt)
}

function report(): SwarmReport {
  for (const probe of probes.values())
    for (const { socket, at } of reloads) if (at > probe.sentAt) probe.received.add(socket)
  return {
    connected: connected.size,
    losses,
    probes: [...probes].map(([number, { received, delays }]) => ({
      number,
      received: received.size,
      delays,
    })),
  }
}

process.on('message', async (command: SwarmCommand) => {
  if (command.kind === 'report') return process.send?.(report())
  for (const [socket, cookie] of command.cookies.entries()) {
    void keepConnected(socket, command.url, cookie)
    if (socket % 50 === 49) await wait(100)
  }
})
process.on('disconnect', () => process.exit(0))
