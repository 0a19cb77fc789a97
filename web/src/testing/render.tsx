import type { Agent } from '@parley/contract/agents/agent'
import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, configure, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement, ReactNode } from 'react'
import { afterEach, beforeAll, vi } from 'vitest'
import { queryKeys } from '../api/query-client.ts'
import { installCatalogue } from '../lib/i18n.ts'
import { english } from './english.ts'

// Generous, because loading a chunk takes long on a busy machine.
configure({ asyncUtilTimeout: 10_000 })
beforeAll(() => installCatalogue('en', english))
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

/** What the server answers: a status and the `data` or the error of the envelope. */
type Answer = {
  status?: number
  data?: unknown
  error?: { message: string; errors?: object[] }
  /** Of the recorded change. */
  event_id?: number
}
type SentRequest = { method: string; path: string; body: unknown; headers: Headers }

/**
 * Answers the client's requests, by `METHOD /path` without the query. Returns the requests, in order; one without an
 * answer fails with 404.
 */
export function stubApi(
  answers: Record<string, Answer | ((request: SentRequest) => Answer | Promise<Answer>)>,
) {
  const requests: SentRequest[] = []
  vi.stubGlobal('fetch', async (sent: Request) => {
    const { method, headers } = sent
    const path = new URL(sent.url).pathname
    const text = await sent.text()
    const request = { method, path, body: text && JSON.parse(text), headers }
    requests.push(request)
    const answer = answers[`${method} ${path}`] ?? { status: 404, error: { message: 'Not found' } }
    const {
      data = null,
      error,
      event_id,
      status = error ? 400 : 200,
    } = typeof answer === 'function' ? await answer(request) : answer
    const envelope = error
      ? { status: 'error', data, error_type: 'InputException', request_id: 'test', ...error }
      : { status: 'success', data }
    return new Response(JSON.stringify(envelope), {
      status,
      headers: { 'content-type': 'application/json', ...(event_id && { 'x-event-id': String(event_id) }) },
    })
  })
  return requests
}

type Options = {
  /** The signed-in agent. */
  me?: Agent
  /** Further entries of the cache. */
  cached?: [QueryKey, unknown][]
}

/**
 * Renders a component with the English catalogue, a router and a cache, which starts with the given entries and is
 * never stale. A link or navigation changes `router.latestLocation`; what is rendered stays.
 */
export function renderApp(element: ReactElement, options: Options = {}) {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  const client = createCache(options)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <RouterContextProvider router={router}>{children}</RouterContextProvider>
    </QueryClientProvider>
  )
  return { user: userEvent.setup(), client, router, ...render(element, { wrapper }) }
}

/**
 * Renders what depends on its URL: at `at`, on pages with paths such as `/admin/tags/$id/edit`, with numeric ids. All
 * other paths are empty. `router.state.location` is where a navigation led.
 */
export async function renderPage(
  element: ReactElement,
  { at, paths = [at.replace(/\?.*/, '')], ...options }: Options & { at: string; paths?: readonly string[] },
) {
  const root = createRootRoute()
  const main = createRoute({ getParentRoute: () => root, id: 'main' })
  // Administration pages read their parameters by route id. Stays when a navigation leads to another of the paths.
  const area = createRoute({ getParentRoute: () => main, id: 'admin-area', component: () => element })
  const pages = [...new Set(paths)].map((path) =>
    createRoute({
      getParentRoute: () => area,
      path,
      params: {
        parse: (params) =>
          Object.fromEntries(
            Object.entries(params).map(([name, value]) => [
              name,
              /id$/i.test(name) && name !== 'uuid' ? Number(value) : value,
            ]),
          ),
      },
    }),
  )
  const other = createRoute({ getParentRoute: () => root, path: '$', component: () => null })
  const router = createRouter({
    routeTree: root.addChildren([main.addChildren([area.addChildren(pages)]), other]),
    history: createMemoryHistory({ initialEntries: [at] }),
  })
  await router.load()
  const client = createCache(options)
  const app = render(
    <QueryClientProvider client={client}>
      {/* The registered router is the app's own. */}
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return { user: userEvent.setup(), client, router, ...app }
}

function createCache({ me, cached = [] }: Options) {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  })
  if (me) client.setQueryData(queryKeys.me, me)
  for (const [key, data] of cached) client.setQueryData(key, data)
  return client
}
