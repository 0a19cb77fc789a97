import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { Drawer } from './drawer.tsx'

/** Two dialogs that are not nested in React, as those of different features are. */
function Stack({ closeOnlyByButton = false }: { closeOnlyByButton?: boolean }) {
  const [open, setOpen] = useState<readonly string[]>(['below'])
  const set = (name: string) => (isOpen: boolean) =>
    setOpen((names) => (isOpen ? [...names, name] : names.filter((one) => one !== name)))
  return (
    <>
      <Dialog
        open={open.includes('below')}
        onOpenChange={set('below')}
        title="Below"
        closeOnlyByButton={closeOnlyByButton}
      >
        <input aria-label="Name" />
        <button type="button" onClick={() => set('above')(true)}>
          Ask
        </button>
      </Dialog>
      <ConfirmDialog
        open={open.includes('above')}
        onOpenChange={set('above')}
        title="Above"
        description="Gone for good"
        confirmLabel="Delete view"
        onConfirm={() => {}}
      />
    </>
  )
}
const isOpen = (name: string) => screen.queryByRole('heading', { name, hidden: true }) !== null

test('Escape closes only the topmost dialog, one for each press', async () => {
  const { user } = renderApp(<Stack />)
  await user.click(screen.getByRole('button', { name: 'Ask' }))
  await screen.findByRole('alertdialog')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(isOpen('Above')).toBe(false))
  expect(isOpen('Below')).toBe(true)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(isOpen('Below')).toBe(false))
})

test('a dialog with content that is shown once ignores Escape and closes by its button', async () => {
  const { user } = renderApp(<Stack closeOnlyByButton />)
  await user.keyboard('{Escape}')
  expect(isOpen('Below')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(isOpen('Below')).toBe(false))
})

test('a dialog opens with the focus on its first field, so that keys do not reach the page', async () => {
  renderApp(<Stack />)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' })))
})

test('a confirmation that is disabled or in progress cannot be confirmed', async () => {
  const onConfirm = vi.fn()
  const dialog = { title: 'Delete', description: '', confirmLabel: 'Delete view', onOpenChange: () => {} }
  const { user, rerender } = renderApp(<ConfirmDialog open {...dialog} onConfirm={onConfirm} disabled />)
  const confirm = () => screen.getByRole('button', { name: /Delete view/ })
  await user.click(confirm())
  rerender(<ConfirmDialog open {...dialog} onConfirm={onConfirm} busy />)
  await user.click(confirm())
  expect(onConfirm).not.toHaveBeenCalled()
  rerender(<ConfirmDialog open {...dialog} onConfirm={onConfirm} />)
  await user.click(confirm())
  expect(onConfirm).toHaveBeenCalledOnce()
})

test('cancelling a confirmation closes it without confirming', async () => {
  const [onConfirm, onOpenChange] = [vi.fn(), vi.fn()]
  const { user } = renderApp(
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      title="Delete"
      description=""
      confirmLabel="Delete view"
      onConfirm={onConfirm}
    />,
  )
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false)
  expect(onConfirm).not.toHaveBeenCalled()
})

test('a drawer closes with Escape', async () => {
  const onOpenChange = vi.fn()
  const { user } = renderApp(
    <Drawer open onOpenChange={onOpenChange} label="Navigation">
      <button type="button">Inside</button>
    </Drawer>,
  )
  await user.keyboard('{Escape}')
  expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false)
})
