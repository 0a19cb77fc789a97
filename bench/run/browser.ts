import { Agent, type IncomingMessage, request } from 'node:http'
import { WebSocket } from 'ws'

type Answer = { ms: number; status: number; bytes: number; text: string }

/** A signed-in user on one keep-alive connection. */
export type Session = {
  get(path: string): Promise<Answer>
  post(path: string, body: object): Promise<Answer>
  /** Opens a version 2 WebSocket. `frame` receives the type and the unparsed text of each frame. */
  listen(frame: (type: string, text: string) => void): Promise<{ close(): void }>
  close(): void
}

const csrf = 'bench'

/** Signs in over HTTP. Times run from writing a request to the last byte of its response, loopback and client included. */
export async function signIn(url: string, email: string, password: string): Promise<Session> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let cookie = `csrf_token=${csrf}`
  const call = (method: string, path: string, body?: object) =>
    new Promise<Answer & { headers: IncomingMessage['headers'] }>((resolve, reject) => {
      const payload = body && JSON.stringify(body)
      const from = performance.now()
      const req = request(
        `${url}${path}`,
        {
          method,
          agent,
          headers: {
            cookie,
            'x-csrftoken': csrf,
            ...(payload && {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(payload),
            }),
          },
        },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('error', reject)
          answer.on('end', () => {
            const ms = performance.now() - from
            const bytes = Buffer.concat(chunks)
            const status = answer.statusCode ?? 0
            if (status >= 400)
              return reject(
                new Error(`${method} ${path} answered ${status}: ${bytes.toString().slice(0, 300)}`),
              )
            resolve({ ms, status, bytes: bytes.length, text: bytes.toString(), headers: answer.headers })
          })
        },
      )
      req.on('error', reject)
      req.end(payload)
    })

  const { headers } = await call('POST', '/api/v1/auth/login', { email, password })
  const session = headers['set-cookie']?.find((line) => line.startsWith('parley_session='))?.split(';')[0]
  if (!session) throw new Error('Signing in returned no session')
  cookie = `${session}; csrf_token=${csrf}`
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    listen: (frame) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`${url.replace('http', 'ws')}/ws?v=2`, {
          headers: { cookie, origin: url },
        })
        socket.on('error', reject)
        socket.on('message', (data) => {
          const text = data.toString()
          const type = /^\{"type":"([a-z.]+)"/.exec(text)?.[1] ?? ''
          if (type === 'hello') resolve({ close: () => socket.close() })
          else frame(type, text)
        })
      }),
    close: () => agent.destroy(),
  }
}
