import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '../../../testing/render.tsx'
import { RowLink } from './row-link.tsx'

function renderLink(current = false) {
  const actions = { onOpen: vi.fn(), onSelectTo: vi.fn(), onHover: vi.fn(), onFocus: vi.fn() }
  renderApp(
    <RowLink
      uuid="a"
      href="/inboxes/all/conversation/a?sort=priority_first"
      current={current}
      focused={false}
      selected={false}
      tabIndex={0}
      className=""
      {...actions}
    >
      Ada
    </RowLink>,
  )
  return { ...actions, link: screen.getByRole('link', { name: 'Ada' }) }
}
/** Whether the browser follows the link. */
const click = (link: HTMLElement, keys = {}) => fireEvent.click(link, keys)

test('a click opens the conversation without loading the page anew', () => {
  const { link, onOpen, onSelectTo } = renderLink()
  expect(click(link)).toBe(false)
  expect(onOpen).toHaveBeenCalledOnce()
  expect(onSelectTo).not.toHaveBeenCalled()
})

test('a click with Shift selects, and opens neither the conversation nor a window', () => {
  const { link, onOpen, onSelectTo } = renderLink()
  expect(click(link, { shiftKey: true })).toBe(false)
  expect(onSelectTo).toHaveBeenCalledOnce()
  expect(onOpen).not.toHaveBeenCalled()
})

test.each([
  ['Ctrl', { ctrlKey: true }],
  ['Cmd', { metaKey: true }],
  ['Alt', { altKey: true }],
])('a click with %s is left to the browser', (_name, keys) => {
  const { link, onOpen } = renderLink()
  expect(click(link, keys)).toBe(true)
  expect(onOpen).not.toHaveBeenCalled()
})

test("the open conversation's row is the current page", () => {
  expect(renderLink(true).link.getAttribute('aria-current')).toBe('page')
})
