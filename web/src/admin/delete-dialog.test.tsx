import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '../testing/render.tsx'
import { DeleteDialog } from './delete-dialog.tsx'

const texts = { title: 'Delete tag refund', confirmLabel: 'Delete', successMessage: 'Deleted' }

function renderDialog(dialog: Partial<Parameters<typeof DeleteDialog>[0]> = {}) {
  const onConfirm = vi.fn(async () => {})
  const onClose = vi.fn()
  const app = renderApp(
    <DeleteDialog {...texts} invalidateKey={['tags']} onConfirm={onConfirm} onClose={onClose} {...dialog} />,
  )
  return { ...app, onConfirm, onClose }
}
const confirmButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' })

test('the effects are listed before the deletion can be confirmed', async () => {
  let answer = (
    _effects: { effect: 'conversations_untagged'; count: number; count_is_minimum: boolean }[],
  ) => {}
  const preview = () =>
    new Promise<{ refusal: null; effects: never[] }>((resolve) => {
      answer = (effects) => resolve({ refusal: null, effects: effects as never[] })
    })
  const { user, onConfirm, onClose } = renderDialog({ preview })
  expect(confirmButton().disabled, 'while it is unknown what would happen').toBe(true)
  answer([{ effect: 'conversations_untagged', count: 10_000, count_is_minimum: true }])
  expect((await screen.findByRole('listitem')).textContent).toMatch(/10000\+|10,000\+/)
  await user.click(confirmButton())
  expect(onConfirm).toHaveBeenCalledOnce()
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('a refused deletion says why and cannot be confirmed', async () => {
  const preview = async () => ({ refusal: 'Parley relies on the status Open', effects: [] })
  const { user, onConfirm } = renderDialog({ preview })
  await screen.findByText('Parley relies on the status Open.')
  await user.click(confirmButton())
  expect(onConfirm).not.toHaveBeenCalled()
})

test('a failed deletion shows the error and stays open', async () => {
  const { user, onClose } = renderDialog({
    onConfirm: () => Promise.reject(new Error('Someone else changed this at the same moment. Try again')),
  })
  await waitFor(() => expect(confirmButton().disabled).toBe(false))
  await user.click(confirmButton())
  expect((await screen.findByRole('alert')).textContent).toContain('Someone else changed this')
  expect(onClose).not.toHaveBeenCalled()
  expect(confirmButton().disabled, 'to try again').toBe(false)
})
