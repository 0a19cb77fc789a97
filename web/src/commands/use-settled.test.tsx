import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Suspense, use, useEffect } from 'react'
import { afterEach, expect, test } from 'vitest'
import { settleNow, useSettled } from './use-settled.ts'

afterEach(cleanup)

function Page({ uuid }: { uuid: string }) {
  const settled = useSettled(uuid)
  return (
    <>
      <h1>{uuid}</h1>
      <input key={settled} aria-label={`Reply to ${settled}`} />
      <button type="button">Resolve {settled}</button>
    </>
  )
}

/** The page right after it was asked to show b. */
function open() {
  const { rerender } = render(<Page uuid="a" />)
  return () => rerender(<Page uuid="b" />)
}
const shown = () => screen.getByRole('button').textContent

test('the rest of the page follows after the next frame', async () => {
  open()()
  expect(screen.getByRole('heading').textContent).toBe('b')
  expect(shown()).toBe('Resolve a')
  await waitFor(() => expect(shown()).toBe('Resolve b'))
})

test('or at once, before anything acts on it', () => {
  open()()
  act(() => settleNow())
  expect(shown()).toBe('Resolve b')
})

test('or with the press of a pointer', () => {
  open()()
  fireEvent.pointerDown(screen.getByRole('button'))
  expect(shown()).toBe('Resolve b')
})

test('or when a field gets the focus', () => {
  open()()
  act(() => screen.getByRole('textbox').focus())
  expect(shown()).toBe('Resolve b')
})

test('what somebody writes in is replaced together with the page', () => {
  const next = open()
  screen.getByRole('textbox').focus()
  next()
  expect(shown()).toBe('Resolve b')
})

test('a conversation that is left again before it has rendered is never shown', async () => {
  const loaded = Promise.withResolvers<void>()
  const shown: string[] = []
  function Part({ uuid }: { uuid: string }) {
    if (uuid === 'b') use(loaded.promise)
    useEffect(() => void shown.push(uuid), [uuid])
    return <input aria-label={`Reply to ${uuid}`} />
  }
  function SlowPage({ uuid }: { uuid: string }) {
    const settled = useSettled(uuid)
    return (
      <Suspense>
        <Part key={settled} uuid={settled} />
      </Suspense>
    )
  }
  const { rerender } = render(<SlowPage uuid="a" />)
  rerender(<SlowPage uuid="b" />)
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)))
  await act(async () => rerender(<SlowPage uuid="a" />))
  await act(async () => loaded.resolve())
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)))
  expect(shown).toEqual(['a'])
})

test('a page that is gone before the next frame stays gone', async () => {
  const { rerender, unmount } = render(<Page uuid="a" />)
  rerender(<Page uuid="b" />)
  unmount()
  settleNow()
  await new Promise(requestAnimationFrame)
  expect(screen.queryByRole('button')).toBeNull()
})
