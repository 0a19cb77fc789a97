/** The workspace to connect to, and the credentials. Without a key, the browser session is used. */
export type Credentials = {
  /** The URL of the workspace, such as `https://desk.example.com`. */
  url: string
  key?: string
  secret?: string
  /** The maximum number of attempts after transient errors, including the first. Defaults to 4; 1 disables retries. */
  attempts?: number
  /** The timeout of one attempt in milliseconds. Defaults to 60,000. */
  timeout_ms?: number
  /** A custom `fetch`. */
  fetch?: typeof fetch
  /**
   * A custom WebSocket, for platforms whose own cannot send headers, such as Node.js 20: `(url, headers) => new WebSocket(url, { headers
   * })` from the package ws.
   */
  webSocket?: (url: string, headers: Record<string, string>) => WebSocket
}

export type Connection = {
  url: string
  attempts: number
  timeout_ms: number
  headers(method: string): Record<string, string>
  fetch: typeof fetch
  webSocket: NonNullable<Credentials['webSocket']>
}

export function createConnection(credentials: Credentials): Connection {
  if ((credentials.key === undefined) !== (credentials.secret === undefined))
    throw new TypeError('Give both key and secret, or neither to use the session of the browser')
  const authorization =
    credentials.key === undefined ? null : `Bearer ${credentials.key}:${credentials.secret}`
  return {
    url: credentials.url.replace(/\/+$/, ''),
    attempts: Math.max(1, credentials.attempts ?? 4),
    timeout_ms: credentials.timeout_ms ?? 60_000,
    headers: (method) => authHeaders(method, authorization),
    fetch: credentials.fetch ?? ((input, init) => fetch(input, init)),
    webSocket: credentials.webSocket ?? openDefaultSocket,
  }
}

function authHeaders(method: string, authorization: string | null): Record<string, string> {
  if (authorization) return { authorization }
  return method === 'GET' ? {} : { 'x-csrftoken': cookie('csrf_token') }
}

/** The page's document, if there is one. */
const pageDocument = (globalThis as { document?: { cookie: string } }).document

const cookie = (name: string): string =>
  new RegExp(`(?:^|; )${name}=([^;]*)`).exec(pageDocument?.cookie ?? '')?.[1] ?? ''

// Node.js 22 and later accept headers here. Browsers send their cookie, and have no way to send a key.
function openDefaultSocket(url: string, headers: Record<string, string>): WebSocket {
  if (typeof WebSocket === 'undefined')
    throw new TypeError('There is no WebSocket here. Give one: createParley({ …, webSocket })')
  if (Object.keys(headers).length === 0) return new WebSocket(url)
  if (pageDocument)
    throw new TypeError('A page cannot listen with an API key: browsers send none when they open a socket')
  const options = { headers } as unknown as string[] // the DOM types only know protocols
  return new WebSocket(url, options)
}
