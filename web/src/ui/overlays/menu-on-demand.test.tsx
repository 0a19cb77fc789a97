import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { lazyPart } from '../../lib/lazy-part.ts'
import { renderApp } from '../../testing/render.tsx'
import { MenuItem, MenuPopup } from './menu.tsx'
import { MenuOnDemand } from './menu-on-demand.tsx'

function renderMenu() {
  const onCopy = vi.fn()
  const app = renderApp(
    <MenuOnDemand trigger={<button type="button">Actions</button>}>
      <MenuPopup>
        <MenuItem onClick={onCopy}>Copy</MenuItem>
        <MenuItem>Print</MenuItem>
      </MenuPopup>
    </MenuOnDemand>,
  )
  return { ...app, onCopy }
}

/** A menu whose popup loads once `load` is called. */
function renderLazyMenu() {
  const module = Promise.withResolvers<{ Popup: typeof LazyItems }>()
  const LazyPopup = lazyPart(() => module.promise, 'Popup')
  const preload = vi.fn(LazyPopup.preload)
  const app = renderApp(
    <MenuOnDemand preload={preload} trigger={<button type="button">Actions</button>}>
      <LazyPopup />
    </MenuOnDemand>,
  )
  return { ...app, preload, load: () => module.resolve({ Popup: LazyItems }) }
}
const LazyItems = () => (
  <MenuPopup>
    <MenuItem>Copy</MenuItem>
  </MenuPopup>
)

const button = () => screen.getByRole('button', { name: 'Actions' })
const menu = () => screen.queryByRole('menu', { name: 'Actions' })

for (const key of ['{Enter}', ' ', '{ArrowDown}'])
  test(`"${key}" opens it on its first item, and Escape gives the focus back to its button`, async () => {
    const { user, onCopy } = renderMenu()
    await user.tab()
    expect(document.activeElement).toBe(button())
    await user.keyboard(key)
    const first = await screen.findByRole('menuitem', { name: 'Copy' })
    expect(button().getAttribute('aria-expanded')).toBe('true')
    await waitFor(() => expect(document.activeElement).toBe(first))
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('Print')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(menu()).toBeNull())
    expect(document.activeElement).toBe(button())
    expect(button().getAttribute('aria-expanded')).toBe('false')
    expect(onCopy).not.toHaveBeenCalled()
  })

test('a click opens it without choosing an item', async () => {
  const { user } = renderMenu()
  await user.click(button())
  await screen.findByRole('menuitem', { name: 'Copy' })
  await waitFor(() => expect(document.activeElement).toBe(menu()))
})

test('opens again after one of its actions', async () => {
  const { user, onCopy } = renderMenu()
  for (const times of [1, 2]) {
    await user.click(button())
    await user.click(await screen.findByRole('menuitem', { name: 'Copy' }))
    expect(onCopy).toHaveBeenCalledTimes(times)
    await waitFor(() => expect(menu()).toBeNull())
  }
})

test('does not take the focus back from where it went while the menu was closing', async () => {
  const closing = Promise.withResolvers<Animation>()
  const getAnimations = () => [{ finished: closing.promise }]
  const { user } = renderMenu()
  await user.click(button())
  Object.assign(HTMLElement.prototype, { getAnimations })
  onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, 'getAnimations'))
  await user.click(await screen.findByRole('menuitem', { name: 'Copy' }))
  const field = document.body.appendChild(document.createElement('input'))
  onTestFinished(() => field.remove())
  field.focus()
  closing.resolve({} as Animation)
  await waitFor(() => expect(menu()).toBeNull())
  expect(document.activeElement).toBe(field)
})

test('opened by keyboard before its popup has loaded, it focuses the first item once it has', async () => {
  const { user, load } = renderLazyMenu()
  await user.tab()
  await user.keyboard('{Enter}')
  expect(menu()).toBeNull()
  load()
  const first = await screen.findByRole('menuitem', { name: 'Copy' })
  await waitFor(() => expect(document.activeElement).toBe(first))
})

test('a second click before the popup has loaded leaves it closed', async () => {
  const { user, load } = renderLazyMenu()
  await user.click(button())
  await user.click(button())
  load()
  await waitFor(() => expect(button().getAttribute('aria-expanded')).toBe('false'))
  expect(menu()).toBeNull()
})

test('the popup loads while the browser is idle', async () => {
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work))
  const { preload } = renderLazyMenu()
  expect(preload).not.toHaveBeenCalled()
  for (const work of idle) work()
  expect(preload).toHaveBeenCalledOnce()
})
