import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../testing/render.tsx'
import { ApiError } from './api-error.ts'
import {
  isConfirmationRequired,
  requestConfirmation,
  resolveConfirmation,
  useConfirmationRequested,
} from './confirmation.ts'

function Dialog() {
  return <p>{useConfirmationRequested() ? 'Who are you?' : 'Nothing to confirm'}</p>
}

test('requests at the same time share one dialog and its result', async () => {
  renderApp(<Dialog />)
  screen.getByText('Nothing to confirm')
  const requests = await act(async () => [requestConfirmation(), requestConfirmation()])
  screen.getByText('Who are you?')
  act(() => resolveConfirmation(true))
  expect(await Promise.all(requests)).toEqual([true, true])
  screen.getByText('Nothing to confirm')
})

test('a request after a cancelled one asks again', async () => {
  renderApp(<Dialog />)
  const first = await act(async () => ({ result: requestConfirmation() }))
  act(() => resolveConfirmation(false))
  expect(await first.result).toBe(false)
  const second = await act(async () => ({ result: requestConfirmation() }))
  screen.getByText('Who are you?')
  act(() => resolveConfirmation(true))
  expect(await second.result).toBe(true)
})

test('without a page that can ask, confirmation is declined immediately', async () => {
  expect(await requestConfirmation()).toBe(false)
})

test('a request ends when its page closes', async () => {
  const { unmount } = renderApp(<Dialog />)
  const { result } = await act(async () => ({ result: requestConfirmation() }))
  unmount()
  expect(await result).toBe(false)
})

test.each([
  [403, { reason: 'confirmation_required' }, true],
  [403, { reason: 'other' }, false],
  [403, null, false],
  [401, { reason: 'confirmation_required' }, false],
])('an error %i with %j asks for confirmation: %s', (status, data, expected) => {
  expect(isConfirmationRequired(new ApiError({ status, message: 'No', data }))).toBe(expected)
  expect(isConfirmationRequired(new Error('No'))).toBe(false)
})
