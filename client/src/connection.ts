/** Where the workspace is, and who calls. Without a key the browser's session counts. */
export type Credentials = {
  /** Of the workspace, such as `https://desk.example.com`. */
  url: string
  key?: string
  secret?: string
  /** How often a call is tried that failed for a reason that passes, the first time included. 4 when left out; 1 never repeats. */
  attempts?: number
  /** A try that has no answer after so many milliseconds counts as failed; 60,000 when left out. */
  timeout_ms?: number
  /** Where `fetch` is to be another one. */
  fetch?: typeof fetch
  /** Where there is no WebSocket that sends headers, as in Node.js 20: `(url, headers) => new WebSocket(url, { headers })` of the package ws. */
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

/** The page's, where there is a page. */
const pageDocument = (globalThis as { document?: { cookie: string } }).document

const cookie = (name: string): string =>
  new RegExp(`(?:^|; )${name}=([^;]*)`).exec(pageDocument?.cookie ?? '')?.[1] ?? ''

// Node.js 22 and later take headers here; browsers send their cookie, and have no way to send a key.
function openDefaultSocket(url: string, headers: Record<string, string>): WebSocket {
  if (typeof WebSocket === 'undefined')
    throw new TypeError('There is no WebSocket here. Give one: createParley({ …, webSocket })')
  if (Object.keys(headers).length === 0) return new WebSocket(url)
  if (pageDocument)
    throw new TypeError('A page cannot listen with an API key: browsers send none when they open a socket')
  const options = { headers } as unknown as string[] // the DOM's types know protocols alone
  return new WebSocket(url, options)
}
