import { readFile } from 'node:fs/promises'
import vm from 'node:vm'
import { expect, test } from 'vitest'

type Tab = {
  url: string
  visibilityState: string
  focus: () => Promise<void>
  postMessage: (data: unknown) => void
}
type Sent = { method: string; path: string; headers: Record<string, string>; body: unknown }

const source = await readFile(new URL('../../public/push-worker.js', import.meta.url), 'utf8')
const key = 'BKey'
const renewed = { endpoint: 'https://push.example/new', keys: { p256dh: 'p', auth: 'a' } }

/** Runs the worker with these tabs, and answers of the server by path. */
function startWorker({
  tabs = [],
  answers = {},
  csrf,
}: {
  tabs?: Tab[]
  answers?: Record<string, unknown>
  csrf?: string
}) {
  const listeners = new Map<string, (event: object) => void>()
  const shown: unknown[] = []
  const opened: string[] = []
  const sent: Sent[] = []
  const subscribedWith: unknown[] = []
  const self = {
    location: { origin: 'https://desk.example' },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    clients: {
      matchAll: async () => tabs,
      openWindow: async (url: string) => opened.push(url),
    },
    registration: {
      showNotification: async (title: string, options: object) => shown.push({ title, ...options }),
      pushManager: {
        subscribe: async (options: unknown) => {
          subscribedWith.push(options)
          return { toJSON: () => renewed }
        },
      },
    },
    ...(csrf && { cookieStore: { get: async () => ({ value: csrf }) } }),
  }
  const fetch = async (
    path: string,
    {
      method = 'GET',
      headers = {},
      body,
    }: { method?: string; headers?: Record<string, string>; body?: string },
  ) => {
    sent.push({ method, path, headers, body: body && JSON.parse(body) })
    const data = method === 'GET' ? answers[path] : {}
    return { ok: data !== undefined, json: async () => ({ data }) }
  }
  vm.runInNewContext(source, { self, fetch, URL })
  const dispatch = async (type: string, event: object = {}) => {
    const pending: Promise<unknown>[] = []
    listeners.get(type)?.({ ...event, waitUntil: (work: Promise<unknown>) => pending.push(work) })
    await Promise.all(pending)
  }
  return { dispatch, shown, opened, sent, subscribedWith }
}

const payload = { title: 'Ana mentioned you', body: 'Please look', path: '/inboxes/all', tag: '7' }
const push = { data: { json: () => payload } }
const tab = (visibilityState: string, url = 'https://desk.example/') => {
  const messages: unknown[] = []
  const one: Tab = {
    url,
    visibilityState,
    focus: async () => {},
    postMessage: (data) => void messages.push(data),
  }
  return { one, messages }
}

test('a push is shown unless a tab is visible', async () => {
  const hidden = startWorker({ tabs: [tab('hidden').one] })
  await hidden.dispatch('push', push)
  expect(hidden.shown).toEqual([
    { title: 'Ana mentioned you', body: 'Please look', tag: '7', data: { path: '/inboxes/all' } },
  ])
  const visible = startWorker({ tabs: [tab('hidden').one, tab('visible').one] })
  await visible.dispatch('push', push)
  expect(visible.shown).toEqual([])
})

test('a click opens the conversation in an open tab, else in a new one', async () => {
  const click = { notification: { close: () => {}, data: { path: '/inboxes/all' } } }
  const { one, messages } = tab('hidden')
  const withTab = startWorker({ tabs: [one] })
  await withTab.dispatch('notificationclick', click)
  expect(messages).toEqual([{ type: 'open', path: '/inboxes/all' }])
  const without = startWorker({})
  await without.dispatch('notificationclick', click)
  expect(without.opened).toEqual(['https://desk.example/inboxes/all'])
})

test('a replaced subscription is renewed and sent to the server', async () => {
  const worker = startWorker({
    csrf: 'token',
    answers: {
      '/api/v1/push/subscriptions': [{ is_current: false }, { is_current: true }],
      '/api/v1/push/key': { public_key: key },
    },
  })
  await worker.dispatch('pushsubscriptionchange')
  expect(worker.subscribedWith).toEqual([{ userVisibleOnly: true, applicationServerKey: key }])
  expect(worker.sent.at(-1)).toEqual({
    method: 'POST',
    path: '/api/v1/push/subscriptions',
    headers: { 'content-type': 'application/json', 'X-CSRFTOKEN': 'token' },
    body: { ...renewed, public_key: key },
  })
})

test.each<[string, Record<string, unknown>]>([
  ['nobody is signed in', {}],
  [
    'another agent, who has no push here, is signed in',
    { '/api/v1/push/subscriptions': [{ is_current: false }] },
  ],
])('nothing is subscribed when %s', async (_who, answers) => {
  const worker = startWorker({ csrf: 'token', answers })
  await worker.dispatch('pushsubscriptionchange')
  expect(worker.subscribedWith).toEqual([])
  expect(worker.sent.filter(({ method }) => method === 'POST')).toEqual([])
})
