import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { allEndpoints } from '@parley/contract/all-endpoints'

/** Differ from one moment to the next, or between two servers with the same data. */
const isVolatile = (path: string) =>
  path === '/api/v1/agents/me/bootstrap' || // a position in the spine
  path === '/api/v1/privacy/erasure-list' || // says when it was made
  path === '/api/v1/activity-logs/export' || // adds a line to the log
  ['charts', 'sla'].some((what) => path === `/api/v1/reports/overview/${what}`) || // of today; `reports` has all days
  ['/health', '/api/v1/sessions', '/api/v1/system'].some((start) => path.startsWith(start))

/** Longer than the interval of any background task that changes what is shown. */
const backgroundMs = 6_000

const searches = ['conversations', 'messages', 'contacts'].map((what) => `/api/v1/search/${what}?query=lamp`)

const year = new Date().getUTCFullYear()
const reports = ['summary', 'series', 'first-responses', 'busiest-hours'].map(
  (what) => `/api/v1/reports/${what}?from=${year - 1}-01-01&to=${year + 1}-12-31`,
)

type Screens = Map<string, { status: number; content: unknown }>

/** The cookies of a session, which survive a move of the workspace. */
export async function signIn(port: string, admin: { email: string; password: string }): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  if (!response.ok) throw new Error(`Sign-in failed with ${response.status}: ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** Waits until two readings are the same: what happens in the background, such as reading the text of files, has ended. */
export async function readSettledScreens(port: string, cookie: string): Promise<Screens> {
  for (let last = await readScreens(port, cookie); ; ) {
    await wait(backgroundMs)
    const next = await readScreens(port, cookie)
    if (isDeepStrictEqual(next, last)) return next
    last = next
  }
}

/** What the screens of a workspace show an administrator: every read endpoint, and all conversations of the first page. */
export async function readScreens(port: string, cookie: string): Promise<Screens> {
  const base = `http://127.0.0.1:${port}`
  const screens: Screens = new Map()
  const read = async (path: string) => {
    const response = await fetch(base + path, { headers: { cookie } })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    // A refusal, such as for a missing query, has an id of its own.
    const content = !response.ok ? null : isJson ? JSON.parse(text) : text
    screens.set(path, { status: response.status, content })
  }
  const paths = [...allEndpoints.values()]
    .filter(({ method, path }) => method === 'GET' && !path.includes(':') && !isVolatile(path))
    .map(({ path }) => path)
  for (const path of [...new Set([...paths, ...searches, ...reports])].sort()) await read(path)
  const all = screens.get('/api/v1/conversations/all') as {
    content: { data: { results: { uuid: string }[] } }
  }
  for (const { uuid } of all.content.data.results)
    for (const part of ['', '/messages', '/participants']) await read(`/api/v1/conversations/${uuid}${part}`)
  return screens
}
