import { QueryClient, QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement, ReactNode } from 'react'
import { afterEach, beforeAll, vi } from 'vitest'
import { installCatalogue } from '../lib/i18n.ts'
import { english } from './english.ts'

beforeAll(() => installCatalogue('en', english))
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

/** What the server answers: a status and the `data` or the error of the envelope. */
type Answer = { status?: number; data?: unknown; error?: { message: string; errors?: object[] } }
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
      status = error ? 400 : 200,
    } = typeof answer === 'function' ? await answer(request) : answer
    const envelope = error
      ? { status: 'error', data, error_type: 'InputException', request_id: 'test', ...error }
      : { status: 'success', data }
    return new Response(JSON.stringify(envelope), { status, headers: { 'content-type': 'application/json' } })
  })
  return requests
}

/** Renders with the English catalogue and a cache, which starts with the given entries and is never stale. */
export function renderApp(element: ReactElement, { cached = [] }: { cached?: [QueryKey, unknown][] } = {}) {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  })
  for (const [key, data] of cached) client.setQueryData(key, data)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return { user: userEvent.setup(), client, ...render(element, { wrapper }) }
}
