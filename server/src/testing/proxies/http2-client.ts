import { once } from 'node:events'
import http2 from 'node:http2'
import { connect as connectTcp } from 'node:net'
import { text } from 'node:stream/consumers'
import { connect } from 'node:tls'

export type Http2Reply = { status: number; headers: http2.IncomingHttpHeaders; body: string }
export type Http2Client = Awaited<ReturnType<typeof connectHttp2>>

/** An HTTP/2 connection over TLS, as browsers make it, from a loopback address of its own. Keeps cookies. */
export async function connectHttp2(target: { https_port: number; ca: string }, localAddress: string) {
  const tcp = connectTcp({ host: '127.0.0.1', port: target.https_port, localAddress })
  const socket = connect({ socket: tcp, ca: target.ca, servername: 'localhost', ALPNProtocols: ['h2'] })
  await once(socket, 'secureConnect')
  const session = http2.connect(`https://localhost:${target.https_port}`, { createConnection: () => socket })
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  async function request(
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: object } = {},
  ): Promise<Http2Reply> {
    const stream = session.request({
      ':method': method,
      ':path': path,
      cookie: cookie(),
      'x-csrftoken': decodeURIComponent(cookies.get('csrf_token') ?? ''),
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    })
    stream.end(body && JSON.stringify(body))
    // Read from the start: a short body can end before the head is looked at.
    const content = text(stream)
    const [reply] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders]
    for (const line of reply['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return { status: Number(reply[':status']), headers: reply, body: await content }
  }

  return {
    alpn: socket.alpnProtocol,
    cookie,
    get: (path: string, headers?: Record<string, string>) => request('GET', path, { headers: headers ?? {} }),
    post: (path: string, body: object, headers?: Record<string, string>) =>
      request('POST', path, { body, headers: headers ?? {} }),
    close: () => session.destroy(),
  }
}
