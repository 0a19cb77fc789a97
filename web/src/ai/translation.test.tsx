import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '../testing/render.tsx'
import { Translation } from './translation.tsx'

const block = (event: string, data: unknown) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
const done = block('done', { text: 'Hello Ada', html: null, truncated: false })

type Model = {
  requests: { body: Record<string, unknown>; signal: AbortSignal }[]
  /** Sends events of the latest answer. */
  say: (events: string) => void
  end: () => void
}
/** A model whose answer is given by the test. */
function stubModel(): Model {
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  const requests: Model['requests'] = []
  vi.stubGlobal('fetch', async (_path: string, { body, signal }: { body: string; signal: AbortSignal }) => {
    requests.push({ body: JSON.parse(body), signal })
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      stream = controller
    }
    return new Response(new ReadableStream({ start }))
  })
  return {
    requests,
    say: (events) => stream?.enqueue(new TextEncoder().encode(events)),
    end: () => stream?.close(),
  }
}
const refuse = (status: number, message: string) => {
  const requested = vi.fn()
  vi.stubGlobal('fetch', async () => {
    requested()
    return new Response(JSON.stringify({ status: 'error', message, error_type: 'X' }), { status })
  })
  return requested
}
function renderTranslation() {
  const onClose = vi.fn()
  const app = renderApp(<Translation conversation_uuid="c1" message_uuid="m1" onClose={onClose} />)
  return { ...app, onClose }
}
const section = () => screen.getByRole('region', { name: 'Translation' })

test('the translation into the reader’s language appears as it is written', async () => {
  const model = stubModel()
  renderTranslation()
  await waitFor(() => expect(model.requests).toHaveLength(1))
  expect(model.requests[0]?.body).toEqual({
    task: 'translate',
    conversation_uuid: 'c1',
    message_uuid: 'm1',
    language: 'en',
  })
  expect(section().getAttribute('aria-busy')).toBe('true')
  model.say(block('delta', { text: 'Hello' }))
  await screen.findByText('Hello')
  model.say(block('delta', { text: ' Ada' }))
  await screen.findByText('Hello Ada')
  model.say(done)
  model.end()
  await waitFor(() => expect(section().getAttribute('aria-busy')).toBe('false'))
})

test('another language asks again, drops the earlier request, and is remembered', async () => {
  const model = stubModel()
  const { user, unmount } = renderTranslation()
  await user.click(screen.getByRole('combobox', { name: 'Target language' }))
  await user.click(await screen.findByRole('option', { name: 'German' }))
  await waitFor(() => expect(model.requests.map(({ body }) => body.language)).toEqual(['en', 'de']))
  expect(model.requests[0]?.signal.aborted).toBe(true)
  unmount()
  expect(model.requests[1]?.signal.aborted, 'leaving stops the model').toBe(true)
  renderTranslation()
  await waitFor(() => expect(model.requests.at(-1)?.body.language).toBe('de'))
})

test('a rejected request shows its reason, and can be retried', async () => {
  const requested = refuse(429, 'This month’s budget is used up')
  const { user } = renderTranslation()
  expect(await screen.findByText('This month’s budget is used up')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(requested).toHaveBeenCalledTimes(2))
})

test('an error of the model, in the middle of the text, replaces the unfinished text', async () => {
  const model = stubModel()
  renderTranslation()
  await waitFor(() => expect(model.requests).toHaveLength(1))
  model.say(block('delta', { text: 'Hel' }))
  await screen.findByText('Hel')
  model.say(block('error', { kind: 'busy', message: 'The model is overloaded' }))
  expect(await screen.findByText('The model is overloaded')).toBeTruthy()
  expect(screen.queryByText('Hel')).toBeNull()
})

test('an interrupted response is not treated as complete', async () => {
  const model = stubModel()
  renderTranslation()
  await waitFor(() => expect(model.requests).toHaveLength(1))
  model.say(block('delta', { text: 'Hel' }))
  model.end()
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
})
