import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { Highlighted, highlightWords } from './highlight.tsx'
import { ResultSection } from './result-section.tsx'

type Query = Parameters<typeof ResultSection>[0]['query']

function renderSection(count: number, query: Partial<Query> = {}) {
  const refetch = vi.fn()
  const app = renderApp(
    <ResultSection
      title="Messages"
      query={{ isLoading: false, isPlaceholderData: false, error: null, refetch, ...query }}
      count={count}
      after={<button type="button">Load more</button>}
    >
      <p>The rows</p>
    </ResultSection>,
  )
  return { ...app, refetch }
}
const section = () => screen.queryByRole('region', { name: /^Messages/ })

test('a section without results is left out', () => {
  renderSection(0)
  expect(section()).toBeNull()
})

test('a partial search without results is not shown as empty: older messages can still be searched', () => {
  renderSection(0, { hasNextPage: true })
  expect(section()).not.toBeNull()
  expect(screen.getByRole('button', { name: 'Load more' })).toBeTruthy()
})

test.each([
  ['all of them', false, 'Messages20'],
  ['more than are loaded', true, 'Messages20+'],
])('the heading counts %s', (_what, hasNextPage, text) => {
  renderSection(20, { hasNextPage })
  expect(screen.getByRole('heading').textContent).toBe(text)
})

test.each([
  ['the first results', { isLoading: true }],
  ['new results below the old ones', { isPlaceholderData: true }],
])('a section is busy while it loads %s', (_what, query) => {
  renderSection(3, query)
  expect(section()?.getAttribute('aria-busy')).toBe('true')
})

test('a failed section shows an error and a retry in place of its rows', async () => {
  const { user, refetch } = renderSection(3, { error: new Error('The server is busy') })
  expect(screen.getByRole('alert').textContent).toContain('The server is busy')
  expect(screen.queryByText('The rows')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledOnce()
})

test.each([
  ['Refund for order 12', 'refund', ['Refund']],
  ['The order and the reorder', 'order', ['order', 'reorder']],
  ['Grüße aus Köln', 'koln', ['Köln']],
  ['Nothing in here', 'refund', []],
  ['<b>order</b>', 'order', ['order']],
])('in %j, %j is highlighted', (text, query, marked) => {
  const { container } = renderApp(<Highlighted pieces={highlightWords(text, query)} />)
  expect([...container.querySelectorAll('mark')].map((one) => one.textContent)).toEqual(marked)
  expect(container.textContent, 'the text itself is unchanged').toBe(text)
})
