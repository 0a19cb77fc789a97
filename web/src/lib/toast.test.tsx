import { act, screen, waitFor } from '@testing-library/react'
import { toast as sonner } from 'sonner'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { english } from '../testing/english.ts'
import { renderApp } from '../testing/render.tsx'
import { Toaster } from '../ui/overlays/toaster.tsx'
import {
  dismissToast,
  markToasterMounted,
  showFailure,
  showLoadFailure,
  showToast,
  toast,
  useIsToasterNeeded,
} from './toast.ts'

/** Mounts the toaster once it is needed, as the page does. */
function Page() {
  return useIsToasterNeeded() ? (
    <Toaster theme="light" label="Notices" closeLabel="Close" onMount={markToasterMounted} />
  ) : null
}
afterEach(() => {
  sonner.dismiss()
})
const count = (text: string) => screen.queryAllByText(text).length

test('a toast created before the toaster mounts is shown once it does', async () => {
  toast.success('Saved early')
  renderApp(<Page />)
  await screen.findByText('Saved early')
})

test('the button of a toast undoes, once, and closes it', async () => {
  const onClick = vi.fn()
  const { user } = renderApp(<Page />)
  toast.success('Resolved', { action: { label: 'Undo', onClick } })
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(onClick).toHaveBeenCalledOnce()
  await waitFor(() => expect(count('Resolved')).toBe(0))
})

test('a failure shows the server’s reason and can be retried', async () => {
  const retry = vi.fn()
  const { user } = renderApp(<Page />)
  showFailure(new ApiError({ status: 409, message: 'This tag is in use.' }), retry)
  await screen.findByText('This tag is in use.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(retry).toHaveBeenCalledOnce()
})

test('a failure without a reason still has a message, and without a retry no button', async () => {
  renderApp(<Page />)
  showFailure({ odd: true })
  await screen.findByText(english['error.unknown'] ?? '')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('several loads that fail for the same reason show one toast', async () => {
  renderApp(<Page />)
  showLoadFailure(new Error('The server cannot be reached.'))
  showLoadFailure(new Error('The server cannot be reached.'))
  showLoadFailure(new Error('The disk is full.'))
  await screen.findByText('The disk is full.')
  expect(count('The server cannot be reached.')).toBe(1)
})

test('a persistent toast is replaced by one with the same id, and is not shown if dismissed before', async () => {
  renderApp(<Page />)
  await showToast('held', <p>Sending in 10 s</p>)
  await screen.findByText('Sending in 10 s')
  await showToast('held', <p>Sending in 9 s</p>)
  await screen.findByText('Sending in 9 s')
  expect(count('Sending in 10 s')).toBe(0)
  await act(() => dismissToast('held'))
  await waitFor(() => expect(count('Sending in 9 s')).toBe(0))
  await act(async () => {
    const shown = showToast('held', <p>Too late</p>)
    await Promise.all([shown, dismissToast('held')])
  })
  expect(count('Too late')).toBe(0)
})
