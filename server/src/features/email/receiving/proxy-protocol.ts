import { createServer, isIP, type Server, type Socket } from 'node:net'

export type ProxyHeader =
  /** More bytes are needed to decide. */
  | { kind: 'incomplete' }
  | { kind: 'invalid' }
  /** `address` is null for the proxy's own connections, such as health checks. */
  | { kind: 'header'; address: string | null; length: number }

const signature = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')
const maxV1Bytes = 107
const maxV2Bytes = 16 + 1024

/** Parses the PROXY protocol header, version 1 or 2, at the start of a connection. */
export function parseProxyHeader(bytes: Buffer): ProxyHeader {
  const start = bytes.subarray(0, signature.length)
  if (signature.subarray(0, start.length).equals(start)) return parseV2(bytes)
  return parseV1(bytes)
}

function parseV1(bytes: Buffer): ProxyHeader {
  const text = bytes.subarray(0, maxV1Bytes).toString('latin1')
  if (!'PROXY '.startsWith(text.slice(0, 6))) return { kind: 'invalid' }
  const end = text.indexOf('\r\n')
  if (end < 0) return { kind: bytes.length < maxV1Bytes ? 'incomplete' : 'invalid' }
  const [, family, source = '', , port] = text.slice(0, end).split(' ')
  const length = end + 2
  if (family === 'UNKNOWN') return { kind: 'header', address: null, length }
  const version = family === 'TCP4' ? 4 : family === 'TCP6' ? 6 : null
  if (version === null || isIP(source) !== version || !port) return { kind: 'invalid' }
  return { kind: 'header', address: source, length }
}

function parseV2(bytes: Buffer): ProxyHeader {
  if (bytes.length < 16) return { kind: 'incomplete' }
  const [command = 0, family = 0] = [bytes[12], bytes[13]]
  const length = 16 + bytes.readUInt16BE(14)
  if (command >> 4 !== 2 || length > maxV2Bytes) return { kind: 'invalid' }
  if (bytes.length < length) return { kind: 'incomplete' }
  if ((command & 0xf) === 0) return { kind: 'header', address: null, length }
  if ((command & 0xf) !== 1) return { kind: 'invalid' }
  const addresses = bytes.subarray(16, length)
  if (family === 0x11 && addresses.length >= 12)
    return { kind: 'header', address: addresses.subarray(0, 4).join('.'), length }
  if (family === 0x21 && addresses.length >= 36) {
    const groups = Array.from({ length: 8 }, (_, n) => addresses.readUInt16BE(2 * n).toString(16))
    return { kind: 'header', address: groups.join(':'), length }
  }
  return { kind: 'header', address: null, length }
}

const headerTimeoutMs = 10_000

/**
 * Creates a server that passes connections on to another, with the address of the client behind a proxy. If `isProxy`
 * accepts the peer, the connection must start with the header. Other connections are not inspected, since anyone can
 * send one.
 */
export const acceptProxyHeaders = (server: Server, isProxy: (address: string) => boolean): Server =>
  createServer((socket) => {
    const passOn = () => !socket.destroyed && server.emit('connection', socket)
    // Without any listener the error would end the process. Between ours and the other server's there is none.
    socket.on('error', () => {})
    if (!isProxy(socket.remoteAddress ?? '')) return void passOn()
    const timer = setTimeout(() => socket.destroy(), headerTimeoutMs)
    const destroy = () => socket.destroy()
    let bytes = Buffer.alloc(0)
    const read = () => {
      for (let chunk = socket.read(); chunk !== null; chunk = socket.read())
        bytes = Buffer.concat([bytes, chunk])
      const header = parseProxyHeader(bytes)
      if (header.kind === 'incomplete') return
      clearTimeout(timer)
      socket.off('readable', read).off('error', destroy).off('end', destroy)
      if (header.kind === 'invalid') return void socket.destroy()
      const rest = bytes.subarray(header.length)
      if (rest.length > 0) socket.unshift(rest)
      if (header.address !== null) overrideRemoteAddress(socket, header.address)
      // By then the stream has left paused mode and flows for the next listener.
      setImmediate(passOn)
    }
    socket.on('readable', read).on('error', destroy).on('end', destroy)
    socket.once('close', () => clearTimeout(timer))
  })

const overrideRemoteAddress = (socket: Socket, address: string) =>
  Object.defineProperty(socket, 'remoteAddress', { value: address, configurable: true })
