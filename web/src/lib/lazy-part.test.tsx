import { screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { toast as sonner } from 'sonner'
import { afterEach, expect, test, vi } from 'vitest'
import { english } from '../testing/english.ts'
import { renderApp } from '../testing/render.tsx'
import { Toaster } from '../ui/overlays/toaster.tsx'
import { lazyPart } from './lazy-part.ts'
import { markToasterMounted } from './toast.ts'

afterEach(() => {
  sonner.dismiss()
  vi.unstubAllGlobals()
})

const Calendar = ({ month }: { month: string }) => <p>Calendar of {month}</p>

/** A page with a part whose code can be loaded only after `recover`. */
function renderPage() {
  let canLoad = false
  const load = vi.fn(async () => {
    if (!canLoad) throw new TypeError('Failed to fetch dynamically imported module')
    return { Calendar }
  })
  const Part = lazyPart(load, 'Calendar')
  renderApp(
    <>
      <p>The rest of the page</p>
      <Suspense>
        <Part month="May" />
      </Suspense>
      <Toaster theme="light" label="Notices" closeLabel="Close" onMount={markToasterMounted} />
    </>,
  )
  const recover = () => {
    canLoad = true
    dispatchEvent(new Event('online'))
  }
  return { load, recover }
}
const stubServer = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', answer)

test('offline, a part leaves the rest of the page alone, says why it is missing, and appears once the browser is online', async () => {
  stubServer(() => Promise.reject(new TypeError('Failed to fetch')))
  const { recover } = renderPage()
  await screen.findByText(english['error.no_response'] ?? '')
  screen.getByText('The rest of the page')
  expect(screen.queryByText(/Calendar/)).toBeNull()
  recover()
  await screen.findByText('Calendar of May')
})

test('code of a replaced release: a toast offers to reload the page, until the code loads after all', async () => {
  stubServer(async () => new Response())
  const { recover } = renderPage()
  await screen.findByText(english['error.outdated'] ?? '')
  screen.getByRole('button', { name: english['ui.reload'] })
  recover()
  await screen.findByText('Calendar of May')
  await waitFor(() => expect(screen.queryByText(english['error.outdated'] ?? '')).toBeNull())
})

test('a preload that fails says nothing, and the code is loaded when the part is rendered', async () => {
  const load = vi.fn(async () => ({ Calendar }))
  load.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const Part = lazyPart(load, 'Calendar')
  Part.preload()
  await expect.poll(() => load).toHaveBeenCalledOnce()
  renderApp(
    <Suspense>
      <Part month="June" />
    </Suspense>,
  )
  await screen.findByText('Calendar of June')
})
