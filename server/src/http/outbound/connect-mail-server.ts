import { lookup } from 'node:dns'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { isForbiddenAddress } from './allowed-addresses.ts'
import { forbiddenAddress, OutboundRefusal } from './fetch-outbound.ts'

// The mail servers that administrators set up may be anywhere, on a private network and on this machine too, but at no forbidden address.

/** Refuses a host that is written as a forbidden address; for those nothing is looked up. */
export function checkMailHost(host: string): void {
  if (isForbiddenAddress(host.replace(/^\[|\]$/g, ''))) throw new OutboundRefusal(forbiddenAddress)
}

/** Looks a host name up for the connection that is about to be made: what was checked is what is connected to. */
export const lookUpMailHost: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    const refusal = found?.some(({ address }) => isForbiddenAddress(address))
      ? new OutboundRefusal(forbiddenAddress)
      : null
    const [first] = found ?? []
    if (error || refusal || !first) done(error ?? refusal ?? new Error(`${host} has no address`), '', 0)
    else if (options.all) done(null, found)
    else done(null, first.address, first.family)
  })
}

/** For libraries that pass the options of a connection on. */
export const mailLookup = { lookup: lookUpMailHost }

type Target = {
  host?: string | undefined
  port?: number | string | undefined
  connectionTimeout?: number | undefined
}

/** A connected socket for nodemailer, which looks names up by itself and takes no look-up of ours. */
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
    done(error as Error) // Error is all that these throw
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
