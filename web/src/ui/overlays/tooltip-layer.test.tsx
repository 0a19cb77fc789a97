import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { tooltip } from './tooltip.ts'
import { TooltipLayer } from './tooltip-layer.tsx'
import { DELAY_MS } from './watch-tooltips.ts'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  return () => vi.useRealTimers()
})

const renderButtons = (first = tooltip('Say hello', { shortcut: 'mod+h' })) => (
  <>
    <button type="button" {...first}>
      One
    </button>
    <button type="button" {...tooltip('Say goodbye')}>
      <span>Two</span>
    </button>
    <p>Text</p>
    <TooltipLayer />
  </>
)
const hover = (name: string, pointerType = 'mouse') =>
  fireEvent.pointerOver(screen.getByText(name), { pointerType })
const passes = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const shown = () => screen.queryByText('Say hello') ?? screen.queryByText('Say goodbye')
const expectHidden = () => waitFor(() => expect(shown()).toBeNull())

test('appears once the pointer has rested on the element, with its key, and hides when it leaves', async () => {
  renderApp(renderButtons())
  hover('One')
  passes(DELAY_MS - 1)
  expect(shown()).toBeNull()
  passes(1)
  expect(shown()?.textContent).toMatch(/^Say hello(Ctrl|⌘)H$/)
  hover('Text')
  await expectHidden()
})

test('the next one appears at once, from any part of its element', () => {
  renderApp(renderButtons())
  hover('One')
  passes(DELAY_MS)
  hover('Two')
  passes(0)
  expect(shown()?.textContent).toBe('Say goodbye')
  expect(screen.queryByText('Say hello')).toBeNull()
})

test('a pointer that only passes shows nothing, and neither does a finger', () => {
  renderApp(renderButtons())
  hover('One')
  passes(DELAY_MS - 1)
  hover('Text')
  passes(DELAY_MS)
  expect(shown()).toBeNull()
  hover('One', 'touch')
  passes(DELAY_MS)
  expect(shown()).toBeNull()
})

test('a press or a key hides it until the pointer comes back', async () => {
  renderApp(renderButtons())
  for (const press of [fireEvent.pointerDown, fireEvent.keyDown]) {
    hover('One')
    passes(DELAY_MS)
    expect(shown()).not.toBeNull()
    press(screen.getByText('One'))
    await expectHidden()
    hover('One')
    passes(DELAY_MS)
    expect(shown()).toBeNull()
    hover('Text')
  }
})

test('appears at once for the keyboard’s focus', async () => {
  const { user } = renderApp(renderButtons())
  await user.tab()
  expect(shown()?.textContent).toContain('Say hello')
  await user.tab()
  expect(shown()?.textContent).toBe('Say goodbye')
  await user.tab()
  await expectHidden()
})

test('follows a changed label, and goes with its element', async () => {
  const { rerender } = renderApp(renderButtons())
  hover('One')
  passes(DELAY_MS)
  rerender(renderButtons(tooltip('Say hello again')))
  await screen.findByText('Say hello again')
  rerender(<TooltipLayer />)
  await waitFor(() => expect(screen.queryByText('Say hello again')).toBeNull())
})
