import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useAfterPaint } from './use-after-paint.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function Count({ from }: { from: number }) {
  return <p>{useAfterPaint(0, from)}</p>
}
const shown = () => screen.getByRole('paragraph').textContent

test('the value follows once the first frame is painted', async () => {
  const frames: FrameRequestCallback[] = []
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => frames.push(callback))
  render(<Count from={3} />)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(shown()).toBe('3')
  for (const callback of frames) callback(performance.now())
  expect(shown()).toBe('3')
  await waitFor(() => expect(shown()).toBe('0'))
})

test('a hidden page does not wait for a frame', async () => {
  vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(1)
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  render(<Count from={3} />)
  await waitFor(() => expect(shown()).toBe('0'))
})

test('the initial value is not rendered again when it is the same', () => {
  const frame = vi.spyOn(window, 'requestAnimationFrame')
  render(<Count from={0} />)
  expect(shown()).toBe('0')
  expect(frame).not.toHaveBeenCalled()
})
