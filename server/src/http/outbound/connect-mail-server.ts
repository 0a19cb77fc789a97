import { lookup } from 'node:dns'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { isForbiddenAddress } from './allowed-addresses.ts'
import { forbiddenAddress, OutboundRefusal } from './fetch-outbound.ts'

// Mail servers set up by administrators may be on a private network or on this machine, but never at a forbidden address.

/** Rejects a literal forbidden address; literals are never looked up. */
export function checkMailHost(host: string): void {
  if (isForbiddenAddress(host.replace(/^\[|\]$/g, ''))) throw new OutboundRefusal(forbiddenAddress)
}

/** DNS lookup for a new connection: connects only to the addresses that were checked. */
const lookUpMailHost: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const refusal = addresses?.some(({ address }) => isForbiddenAddress(address))
      ? new OutboundRefusal(forbiddenAddress)
      : null
    const [first] = addresses ?? []
    if (error || refusal || !first) done(error ?? refusal ?? new Error(`${host} has no address`), '', 0)
    else if (options.all) done(null, addresses)
    else done(null, first.address, first.family)
  })
}

/** For libraries that pass on connection options. */
export const mailLookup = { lookup: lookUpMailHost }

type Target = {
  host?: string | undefined
  port?: number | string | undefined
  connectionTimeout?: number | undefined
}

/** A connected socket for nodemailer, which does its own DNS lookups and accepts no custom one. */
export function connectToMailServer(
  { host = '', port, connectionTimeout = 20_000 }: Target,
  done: (error: Error | null, options?: { connection: Socket }) => void,
): void {
  let socket: Socket
  try {
    checkMailHost(host)
    const name = host.replace(/^\[|\]$/g, '')
    socket = connect({ host: name, port: Number(port), ...(!isIP(name) && { lookup: lookUpMailHost }) })
  } catch (error) {
    done(error as Error) // these calls only throw Errors
    return
  }
  const settle = (error: Error | null) => {
    clearTimeout(timer)
    socket.removeListener('error', settle)
    socket.removeListener('connect', connected)
    if (error) socket.destroy()
    done(error, error ? undefined : { connection: socket })
  }
  const connected = () => settle(null)
  const timer = setTimeout(() => settle(timeout()), connectionTimeout)
  socket.once('error', settle)
  socket.once('connect', connected)
}

const timeout = () => Object.assign(new Error('Connection timeout'), { code: 'ETIMEDOUT' })
