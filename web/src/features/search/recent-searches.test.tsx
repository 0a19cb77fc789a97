import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { agentWith } from '../../testing/agent.ts'
import { renderApp } from '../../testing/render.tsx'
import { useRecentSearches } from './recent-searches.ts'
import { SearchStart } from './search-start.tsx'

function Start() {
  const { recent, add, clear } = useRecentSearches()
  return <SearchStart tooShort={false} recent={recent} onChoose={add} onClear={clear} />
}
function Search({ query }: { query: string }) {
  const { add } = useRecentSearches()
  return (
    <button type="button" onClick={() => add(query)}>
      Search {query}
    </button>
  )
}
const renderStart = (agent_id: number, queries: string[] = []) =>
  renderApp(
    <>
      <Start />
      {queries.map((query) => (
        <Search key={query} query={query} />
      ))}
    </>,
    { me: agentWith([], { id: agent_id }) },
  )
async function searchFor({ user }: ReturnType<typeof renderStart>, ...queries: string[]) {
  for (const query of queries) await user.click(screen.getByRole('button', { name: `Search ${query}` }))
}
/** Everything between the heading and the examples. */
const listed = () => {
  const section = screen.queryByRole('region', { name: 'Recent searches' })
  return [...(section?.querySelectorAll('button') ?? [])].map((one) => one.textContent).slice(1)
}

test('the latest search comes first, and a repeated one moves up', async () => {
  const app = renderStart(7, ['refund', 'parcel'])
  await searchFor(app, 'refund', 'parcel')
  expect(listed()).toEqual(['parcel', 'refund'])
  await searchFor(app, 'refund')
  expect(listed()).toEqual(['refund', 'parcel'])
})

test('only the last eight are kept', async () => {
  const queries = Array.from({ length: 10 }, (_, n) => `query ${n + 1}`)
  const app = renderStart(7, queries)
  await searchFor(app, ...queries)
  expect(listed()).toHaveLength(8)
  expect(listed()[0]).toBe('query 10')
  expect(listed()).not.toContain('query 2')
})

test('the next agent in the same browser does not see them', async () => {
  const app = renderStart(7, ['refund'])
  await searchFor(app, 'refund')
  app.unmount()
  const next = renderStart(8)
  expect(listed()).toEqual([])
  next.unmount()
  renderStart(7)
  expect(listed()).toEqual(['refund'])
})

test('clearing removes the list but not the tips', async () => {
  const app = renderStart(7, ['refund'])
  await searchFor(app, 'refund')
  await app.user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(screen.queryByRole('region', { name: 'Recent searches' })).toBeNull()
  expect(screen.getByRole('region', { name: 'Search tips' })).toBeTruthy()
})

test.each(['no json', '{"a":1}', '[1,null]'])(
  'a stored value that is not a list of searches is ignored: %s',
  (stored) => {
    localStorage.setItem('parley.search.recent.7', stored)
    renderStart(7)
    expect(listed()).toEqual([])
  },
)
