import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { lazyPart } from '../../lib/lazy-part.ts'
import { renderApp } from '../../testing/render.tsx'
import { LazyMenu } from './lazy-menu.tsx'
import { MenuItem, MenuPopup } from './menu.tsx'

function Popup() {
  return (
    <MenuPopup>
      <MenuItem>First</MenuItem>
      <MenuItem>Second</MenuItem>
    </MenuPopup>
  )
}

/** A menu whose popup loads once `load` is called. */
function renderMenu() {
  const module = Promise.withResolvers<{ Popup: typeof Popup }>()
  const LazyPopup = lazyPart(() => module.promise, 'Popup')
  const preload = vi.fn(LazyPopup.preload)
  const app = renderApp(
    <LazyMenu preload={preload} trigger={<button type="button">Open</button>}>
      <LazyPopup />
    </LazyMenu>,
  )
  return { ...app, preload, load: () => module.resolve({ Popup }) }
}
const trigger = () => screen.getByRole('button', { name: 'Open' })

test('a menu opened by keyboard before its popup has loaded focuses the first item once it has', async () => {
  const { user, load } = renderMenu()
  await user.tab()
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('menu')).toBeNull()
  load()
  const first = await screen.findByRole('menuitem', { name: 'First' })
  await waitFor(() => expect(document.activeElement).toBe(first))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(trigger()))
})

test('a second click before the popup has loaded leaves the menu closed', async () => {
  const { user, load } = renderMenu()
  await user.click(trigger())
  await user.click(trigger())
  load()
  await waitFor(() => expect(trigger().getAttribute('aria-expanded')).toBe('false'))
  expect(screen.queryByRole('menu')).toBeNull()
})

test('the popup loads while the browser is idle', async () => {
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work))
  const { preload } = renderMenu()
  expect(preload).not.toHaveBeenCalled()
  for (const work of idle) work()
  expect(preload).toHaveBeenCalledOnce()
})
