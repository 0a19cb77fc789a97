import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { ContactListKey, ContactPage } from '../../../api/contact-queries.ts'
import { renderApp } from '../../../testing/render.tsx'
import { ContactPager } from './contact-pager.tsx'

const rows = (count: number) => Array.from({ length: count }, () => ({})) as ContactPage['results'] // only counted

function renderPager(number: number, shown: number, page: Partial<ContactPage> = {}) {
  const onChange = vi.fn()
  const list = { page: number, search: 'ada' } as ContactListKey // other fields are passed on
  const data = { results: rows(shown), total: 1234, total_pages: 25, total_is_estimate: false, ...page }
  const app = renderApp(<ContactPager list={list} page={data as ContactPage} onChange={onChange} />)
  return { ...app, onChange }
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

test.each([
  ['the first page', 1, 50, '1–50 of 1,234'],
  ['a page in between', 3, 50, '101–150 of 1,234'],
  ['the last page', 25, 34, '1,201–1,234 of 1,234'],
])('%s shows the range of its contacts', (_which, number, shown, text) => {
  renderPager(number, shown)
  expect(screen.getByText(text)).toBeTruthy()
})

test('an estimated total is marked, and the last reachable page shows that there are more contacts', () => {
  const { unmount } = renderPager(1, 50, { total_is_estimate: true })
  expect(screen.getByText('1–50 of 1,234+')).toBeTruthy()
  unmount()
  renderPager(25, 50, { total_is_estimate: true })
  expect(screen.getByText('There are more. Search to narrow the list.')).toBeTruthy()
})

test('a single page has no pager', () => {
  const { container } = renderPager(1, 20, { total: 20, total_pages: 1 })
  expect(container.textContent).toBe('')
})

test('the buttons keep the search, and end at the first and the last page', async () => {
  const { user, onChange, unmount } = renderPager(1, 50)
  expect(button('Previous page').disabled).toBe(true)
  await user.click(button('Next page'))
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ page: 2, search: 'ada' })
  unmount()
  const last = renderPager(25, 34)
  expect(button('Next page').disabled).toBe(true)
  await last.user.click(button('Previous page'))
  expect(last.onChange).toHaveBeenCalledExactlyOnceWith({ page: 24, search: 'ada' })
})
