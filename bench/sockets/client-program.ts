/**
 * Many browsers' sockets in a process of their own, so that their work isn't the measured server's. Started with fork; `ClientCommand` in,
 * `ClientReport` out. Like a browser it opens a few connections at a time and answers heartbeats.
 */
import WebSocket from 'ws'

export type ClientCommand = { kind: 'open'; url: string; cookies: string[] } | { kind: 'report' }

export type ClientReport = {
  open: number
  /** Connections that failed or were closed by the server. */
  failures: number
  frames: number
  /** Of each numbered note, when each socket had it: seconds on the machine's monotonic clock, which all processes share. */
  arrivals: Map<number, number[]>
}

const atOnce = 20
const notePattern = /bench note (\d+)</
let open = 0
let failures = 0
let frames = 0
let arrivals = new Map<number, number[]>()

const now = () => Number(process.hrtime.bigint()) / 1e9

/** Resolves when the server has said hello, or the connection has failed. */
function openSocket(url: string, cookie: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url, { headers: { cookie }, perMessageDeflate: false })
    let isOpen = false
    socket.on('message', (data) => {
      const at = now()
      frames += 1
      const text = data.toString()
      if (text.startsWith('{"type":"hello"')) {
        isOpen = true
        open += 1
        resolve()
      } else if (text.startsWith('{"type":"message.created"')) {
        const number = notePattern.exec(text)?.[1]
        if (number) recordArrival(Number(number), at)
      }
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      failures += 1
      if (isOpen) open -= 1
      resolve()
    })
  })
}

function recordArrival(number: number, at: number) {
  const times = arrivals.get(number)
  if (times) times.push(at)
  else arrivals.set(number, [at])
}

async function openAll(url: string, cookies: string[]) {
  const queue = [...cookies]
  const openNext = async () => {
    for (let cookie = queue.pop(); cookie !== undefined; cookie = queue.pop()) await openSocket(url, cookie)
  }
  await Promise.all(Array.from({ length: atOnce }, openNext))
}

process.on('message', async (command: ClientCommand) => {
  if (command.kind === 'open') await openAll(command.url, command.cookies)
  process.send?.({ open, failures, frames, arrivals } satisfies ClientReport)
  frames = 0
  arrivals = new Map()
})
process.on('disconnect', () => process.exit(0))
