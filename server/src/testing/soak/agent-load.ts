import { setTimeout as wait } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { SeededRandom } from '../seeded-random.ts'

export type AgentLoad = {
  /** Uuids of replies that were accepted. */
  replies: string[]
  counts: { requests: number; sign_ins: number; sockets: number; frames: number }
  /** Unexpected responses and how often they came. */
  errors: Map<string, number>
  stop(): Promise<void>
}

export type SoakAgent = { email: string; password: string }

const pauseMs = { min: 100, max: 900 }
const socketLifeMs = { min: 1_000, max: 30_000 }
/** Filters and bodies of 401 and 409 are part of normal life; a conversation may be gone, and a reply may be refused. */
const expectedStatuses = [401, 404, 409, 422]

/** Agents at work: each has one request at a time and a browser whose socket comes and goes. */
export function startAgentLoad(
  http_url: string,
  agents: readonly SoakAgent[],
  random: SeededRandom,
): AgentLoad {
  const state: LoadState = {
    http_url,
    replies: [],
    counts: { requests: 0, sign_ins: 0, sockets: 0, frames: 0 },
    errors: new Map(),
    stopping: new AbortController(),
    random,
  }
  const running = agents.flatMap((agent) => {
    const session = { agent, cookie: '', conversations: [] as string[] }
    return [work(state, session), keepSocket(state, session)]
  })
  return {
    ...{ replies: state.replies, counts: state.counts, errors: state.errors },
    async stop() {
      state.stopping.abort()
      await Promise.all(running)
    },
  }
}

type LoadState = Pick<AgentLoad, 'replies' | 'counts' | 'errors'> & {
  http_url: string
  stopping: AbortController
  random: SeededRandom
}
type Session = { agent: SoakAgent; cookie: string; conversations: string[] }

async function work(state: LoadState, session: Session): Promise<void> {
  const { random, stopping } = state
  while (!stopping.signal.aborted) {
    const action = random.pick(actions)
    await action(state, session)
    const pause = random.between(pauseMs.min, pauseMs.max)
    await wait(pause, undefined, { signal: stopping.signal }).catch(() => {})
  }
}

type Action = (state: LoadState, session: Session) => Promise<unknown>

const readList: Action = async (state, session) => {
  const { random } = state
  const list = random.pick(['all', 'unassigned', 'assigned'])
  const field = random.pick(['last_message_at', 'created_at', 'waiting_since'])
  const page = random.between(1, 3)
  const data = await call(
    state,
    session,
    'GET',
    `/conversations/${list}?order_by=${field}&order=${random.pick(['asc', 'desc'])}&page=${page}&page_size=50`,
  )
  const rows: { uuid: string }[] = data?.results ?? []
  if (rows.length > 0) session.conversations = rows.map(({ uuid }) => uuid)
}

/** An action on a conversation that the agent has seen in a list. */
const onConversation =
  (action: (state: LoadState, session: Session, path: string) => Promise<unknown>): Action =>
  async (state, session) => {
    const [first] = session.conversations
    if (first === undefined) return readList(state, session)
    await action(state, session, `/conversations/${state.random.pick(session.conversations)}`)
  }

const open = onConversation(async (state, session, path) => {
  await call(state, session, 'GET', path)
  await call(state, session, 'GET', `${path}/messages?page_size=30`)
  await call(state, session, 'PUT', `${path}/last-seen`, {})
})

const reply = onConversation(async (state, session, path) => {
  const conversation = await call(state, session, 'GET', path)
  const to: string | undefined = conversation?.contact?.email
  if (!to) return
  const message = await call(state, session, 'POST', `${path}/messages`, {
    message: `<p>Reply ${state.replies.length} to your question about a ${state.random.between(1, 1e9)}</p>`,
    to: [to],
  })
  if (message?.uuid) state.replies.push(String(message.uuid))
})

const note = onConversation((state, session, path) =>
  call(state, session, 'POST', `${path}/messages`, {
    message: `<p>Note ${state.random.between(1, 1e9)}</p>`,
    private: true,
  }),
)

const close = onConversation((state, session, path) =>
  call(state, session, 'PUT', `${path}/status`, { status: state.random.pick(['Resolved', 'Open']) }),
)

const search: Action = (state, session) => {
  const word = state.random.pick(['parcel', 'invoice', 'refund broken', '"late delivery"', 'customer1'])
  return call(state, session, 'GET', `/search/messages?query=${encodeURIComponent(word)}`)
}

const readReport: Action = (state, session) => {
  const today = new Date().toISOString().slice(0, 10)
  const period = `from=${today}&to=${today}`
  return call(
    state,
    session,
    'GET',
    `/reports/${state.random.pick([`summary?${period}`, `series?${period}&by=hour`, `table?${period}&by=agent`, `busiest-hours?${period}`])}`,
  )
}

/** More often what agents do more often. */
const actions: Action[] = [
  ...Array<Action>(6).fill(readList),
  ...Array<Action>(6).fill(open),
  ...Array<Action>(2).fill(reply),
  ...Array<Action>(2).fill(note),
  ...Array<Action>(2).fill(search),
  close,
  readReport,
]

/** The data of the response, or null. A session that has expired is replaced by signing in. */
async function call(state: LoadState, session: Session, method: string, path: string, body?: object) {
  if (session.cookie === '') await signIn(state, session)
  const response = await request(state, method, path, { cookie: session.cookie, body })
  if (response.status === 401) session.cookie = ''
  return response.data
}

async function signIn(state: LoadState, session: Session) {
  const { headers, status } = await request(state, 'POST', '/auth/login', { body: session.agent })
  if (status !== 200) return
  state.counts.sign_ins += 1
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  const sessionCookie = cookies.find((cookie) => cookie.startsWith('parley_session='))
  session.cookie = sessionCookie ? `${sessionCookie}; csrf_token=soak` : ''
}

async function request(
  { http_url, counts, errors }: LoadState,
  method: string,
  path: string,
  { cookie = '', body }: { cookie?: string; body?: object | undefined },
) {
  counts.requests += 1
  const record = (problem: string) => {
    const name = `${method} ${path.replace(/\?.*|[\da-f-]{36}/g, '…')}: ${problem}`
    errors.set(name, (errors.get(name) ?? 0) + 1)
    return { status: 0, data: null, headers: new Headers() }
  }
  try {
    const response = await fetch(`${http_url}/api/v1${path}`, {
      method,
      headers: {
        ...{ cookie, 'x-csrftoken': 'soak' },
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const { status, headers } = response
    if (response.ok) return { status, headers, data: JSON.parse(text).data }
    if (!expectedStatuses.includes(status)) record(`${status} ${text.slice(0, 200)}`)
    return { status, headers, data: null }
  } catch (error) {
    const { message, cause } = error as Error
    return record(`${message} ${cause instanceof Error ? cause.message : ''}`)
  }
}

async function keepSocket({ http_url, random, counts, stopping }: LoadState, session: Session) {
  while (!stopping.signal.aborted) {
    if (session.cookie !== '') {
      const socket = new WebSocket(`${http_url.replace('http', 'ws')}/ws?v=2`, {
        headers: { cookie: session.cookie },
      })
      // Refused while the session has expired.
      socket.on('error', () => {})
      socket.once('open', () => (counts.sockets += 1))
      socket.on('message', () => (counts.frames += 1))
      const life = random.between(socketLifeMs.min, socketLifeMs.max)
      await wait(life, undefined, { signal: stopping.signal }).catch(() => {})
      // Half of them close, the others vanish as a notebook does.
      if (random.chance(0.5)) socket.close()
      else socket.terminate()
    }
    await wait(500, undefined, { signal: stopping.signal }).catch(() => {})
  }
}
