import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { MenuItem } from './menu.tsx'
import { MenuOnDemand } from './menu-on-demand.tsx'

function renderMenu() {
  const onCopy = vi.fn()
  const app = renderApp(
    <MenuOnDemand button={{ 'aria-label': 'Actions' }}>
      <MenuItem onClick={onCopy}>Copy</MenuItem>
      <MenuItem>Print</MenuItem>
    </MenuOnDemand>,
  )
  const button = screen.getByRole('button', { name: 'Actions' })
  return { ...app, button, onCopy }
}
const menu = () => screen.queryByRole('menu', { name: 'Actions' })

test('opens by keyboard, and gives the focus back to its button', async () => {
  const { user, button, onCopy } = renderMenu()
  await user.tab()
  expect(document.activeElement).toBe(button)
  await user.keyboard('{ArrowDown}')
  await screen.findByRole('menuitem', { name: 'Copy' })
  expect(button.getAttribute('aria-expanded')).toBe('true')
  await waitFor(() => expect(menu()?.contains(document.activeElement)).toBe(true))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(menu()).toBeNull())
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(onCopy).not.toHaveBeenCalled()
})

test('opens again after one of its actions', async () => {
  const { user, button, onCopy } = renderMenu()
  for (const times of [1, 2]) {
    await user.click(button)
    await user.click(await screen.findByRole('menuitem', { name: 'Copy' }))
    expect(onCopy).toHaveBeenCalledTimes(times)
    await waitFor(() => expect(menu()).toBeNull())
  }
})
