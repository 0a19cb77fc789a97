import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A fault of one connection. `command: null` means the greeting. */
export type Fault = {
  /** Armed when the client sends this command (such as IDLE or UID FETCH) for the n-th time on a connection. */
  command: string | null
  nth: number
  /** How many server bytes still pass. `response`: until the command is answered. Null: the command itself is not forwarded. */
  after_bytes: number | 'response' | null
  /** `end` truncates (passed data arrives, then FIN), `reset` discards (RST), `delay` holds everything back for `ms` and continues. */
  action: 'end' | 'reset' | 'delay'
  ms: number
}

export type ImapProxy = {
  port: number
  /** Every client line of all connections. */
  lines: string[]
  /** Faults that were triggered. */
  triggered: Fault[]
  /** The next connections get one fault each, in order; later ones are not disturbed. */
  injectFaults(faults: Fault[]): void
  /** Continues what a delay holds back, before its time. */
  release(): void
  /** Closes every open connection now. */
  cut(): void
  stop(): Promise<void>
}

/** Forwards IMAP to a server and injects faults. */
export async function startImapProxy(target: { host: string; port: number }): Promise<ImapProxy> {
  const lines: string[] = []
  const triggered: Fault[] = []
  const open = new Set<Socket>()
  const delays = new Set<() => void>()
  let pendingFaults: Fault[] = []
  const server = createServer((client) => {
    const upstream = connect(target.port, target.host)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
    relay({
      client,
      upstream,
      lines,
      fault: pendingFaults.shift(),
      onTrigger: (fault) => triggered.push(fault),
      delays,
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    lines,
    triggered,
    injectFaults(faults) {
      pendingFaults = [...faults]
    },
    release() {
      for (const proceed of delays) proceed()
    },
    cut,
    async stop() {
      cut()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

type Relay = {
  client: Socket
  upstream: Socket
  lines: string[]
  fault: Fault | undefined
  onTrigger: (fault: Fault) => void
  /** Ends the delays in progress. */
  delays: Set<() => void>
}

function relay({ client, upstream, lines, fault, onTrigger: onStrike, delays }: Relay): void {
  let pending = fault
  let matches_seen = 0
  // The server bytes that still pass; null until the fault is armed.
  let bytesToPass: number | null = fault?.command === null ? Number(fault.after_bytes ?? 0) : null
  // The tagged response after which the connection ends.
  let awaitedResponse: string | null = null

  /** `rest` is delivered after a delay, but never after a cut. */
  const triggerFault = (to: Socket, rest: Buffer) => {
    if (!pending) return
    const { action, ms } = pending
    onStrike(pending)
    pending = undefined
    if (action === 'reset') client.resetAndDestroy()
    if (action === 'end') client.end()
    if (action !== 'delay') return upstream.destroy()
    for (const socket of [client, upstream]) socket.pause()
    const proceed = () => {
      clearTimeout(timer)
      delays.delete(proceed)
      if (!to.destroyed) to.write(rest)
      for (const socket of [client, upstream]) socket.resume()
    }
    const timer = setTimeout(proceed, ms).unref()
    delays.add(proceed)
  }
  /** Counts the commands sent. True if the fault is triggered by them; it may also be armed to follow later. */
  const isTriggeredBy = (sent: string[]): boolean => {
    if (typeof pending?.command !== 'string' || bytesToPass !== null) return false
    const { command, nth, after_bytes } = pending
    const matching = sent.filter((line) => commandOf(line).startsWith(command))
    matches_seen += matching.length
    if (matches_seen < nth) return false
    if (after_bytes === 'response') awaitedResponse ??= `${matching.at(-1)?.split(' ')[0]} OK`
    else if (after_bytes !== null) bytesToPass = Number(after_bytes)
    return after_bytes === null
  }
  client.on('data', (data: Buffer) => {
    const sent = data.toString('latin1').split('\r\n').filter(Boolean)
    lines.push(...sent)
    if (isTriggeredBy(sent)) return triggerFault(upstream, data)
    if (!upstream.destroyed) upstream.write(data)
  })
  upstream.on('data', (data: Buffer) => {
    if (awaitedResponse !== null && data.includes(awaitedResponse)) bytesToPass = data.length
    const isTriggered = pending !== undefined && bytesToPass !== null && data.length >= bytesToPass
    const passing = isTriggered ? data.subarray(0, bytesToPass ?? 0) : data
    if (bytesToPass !== null) bytesToPass -= passing.length
    if (passing.length > 0 && !client.destroyed) client.write(passing)
    if (isTriggered) triggerFault(client, data.subarray(passing.length))
  })
}

/** Without its tag. A continuation such as DONE or a password has none. */
const commandOf = (line: string) => line.replace(/^[A-Z0-9]+ /, '')
