import type { BreakdownRow, ReportNumbers } from '@parley/contract/reports/reports'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { BreakdownTable } from './breakdown-table.tsx'

const times = { average: null, median: null, p90: null }
const durations = { count: 0, wall: times, business: times }
const sla = { met: 0, breached: 0 }
const numbers = (resolved: number, firstResponse: number | null = null): ReportNumbers => ({
  new: 0,
  resolved,
  reopened: 0,
  messages_in: 0,
  replies: 0,
  first_response: {
    count: 1,
    wall: { ...times, median: 7200 },
    business: { ...times, median: firstResponse },
  },
  next_response: durations,
  resolution: durations,
  sla: { first_response: sla, next_response: sla, resolution: sla },
  csat: { sent: 0, answered: 0, average: null, distribution: [0, 0, 0, 0, 0] },
})
const row = (id: number | null, name: string, open: number, of: ReportNumbers, rest = {}): BreakdownRow => ({
  id,
  name,
  avatar_url: null,
  is_deleted: false,
  open,
  numbers: of,
  ...rest,
})
const rows = [
  row(1, 'Ada Byron', 2, numbers(5, 600)),
  row(2, 'Grace Hopper', 0, numbers(9)),
  row(null, '', 3, numbers(1)),
]

type Props = Partial<Parameters<typeof BreakdownTable>[0]>
const renderTable = (at = '/reports/agents', props: Props = {}) =>
  renderPage(
    <BreakdownTable
      dimension="agent"
      label="Agents"
      columns={['resolved', 'first_response', 'open']}
      rows={rows}
      hours="business"
      isStale={false}
      {...props}
    />,
    { at, paths: ['/reports/agents', '/reports/conversations'] },
  )
const names = () =>
  screen
    .getAllByRole('rowheader')
    .map((head) => head.querySelector('[title]')?.textContent ?? head.textContent)
const hrefs = (name: string) =>
  within(screen.getByRole('row', { name: new RegExp(name) }))
    .getAllByRole('link')
    .map((link) => Object.fromEntries(new URL(link.getAttribute('href') ?? '', 'http://p').searchParams))

test('the largest number comes first, and a header reverses the order in the URL', async () => {
  const { user, router } = await renderTable()
  expect(names()).toEqual(['Grace Hopper', 'Ada Byron', 'No assignee'])
  const header = () => screen.getByRole('columnheader', { name: 'Resolved' })
  expect(header().getAttribute('aria-sort')).toBe('descending')
  await user.click(within(header()).getByRole('button'))
  await waitFor(() => expect(header().getAttribute('aria-sort')).toBe('ascending'))
  expect(names()).toEqual(['No assignee', 'Ada Byron', 'Grace Hopper'])
  expect(router.state.location.search).toEqual({ sorted: 'resolved' })
})

test('names sort A to Z first, with unassigned last', async () => {
  const { user } = await renderTable('/reports/agents?sorted=-open')
  expect(names()).toEqual(['No assignee', 'Ada Byron', 'Grace Hopper'])
  await user.click(screen.getByRole('button', { name: 'Agent' }))
  await waitFor(() => expect(names()).toEqual(['Ada Byron', 'Grace Hopper', 'No assignee']))
  await user.click(screen.getByRole('button', { name: 'Agent' }))
  await waitFor(() => expect(names()).toEqual(['Grace Hopper', 'Ada Byron', 'No assignee']))
})

test('sorting keeps the other parameters and does not add to the history', async () => {
  const { user, router } = await renderTable('/reports/agents?range=7d&inbox=4')
  const before = router.history.length
  await user.click(screen.getByRole('button', { name: 'Open now' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ inbox: 4, sorted: '-open' }))
  expect(router.history.length).toBe(before)
})

test('a number links to the conversations of its agent, or to unassigned ones', async () => {
  await renderTable('/reports/agents?inbox=4')
  expect(hrefs('Ada Byron')[0]).toMatchObject({ measure: 'resolved', agent: '1', inbox: '4', of: 'agents' })
  const [resolved] = hrefs('No assignee')
  expect(resolved).toMatchObject({ measure: 'resolved', nobody: 'agent' })
  expect(resolved).not.toHaveProperty('agent')
})

test('zero counts are not links, and a missing duration is a dash', async () => {
  await renderTable()
  const cells = within(screen.getByRole('row', { name: /Grace Hopper/ })).getAllByRole('cell')
  expect(cells.map((cell) => cell.textContent)).toEqual(['9', '–', '0'])
  expect(hrefs('Grace Hopper')).toHaveLength(1)
})

test('durations follow the selected kind of hours', async () => {
  await renderTable('/reports/agents', { hours: 'wall' })
  const [, time] = within(screen.getByRole('row', { name: /Ada Byron/ })).getAllByRole('cell')
  expect(time?.textContent).toBe('2h')
})

test('the total of open conversations is the sum of the rows, and a single row has no total', async () => {
  const { unmount } = await renderTable('/reports/agents', { totals: numbers(15, 900) })
  const total = within(screen.getByRole('row', { name: /^Total/ })).getAllByRole('cell')
  expect(total.map((cell) => cell.textContent)).toEqual(['15', '15m', '5'])
  unmount()
  await renderTable('/reports/agents', { totals: numbers(5), rows: rows.slice(0, 1) })
  expect(screen.queryByRole('row', { name: /^Total/ })).toBeNull()
})

test('a deleted agent is marked', async () => {
  await renderTable('/reports/agents', { rows: [row(1, 'Ada Byron', 0, numbers(1), { is_deleted: true })] })
  expect(screen.getByRole('rowheader').textContent).toMatch(/Ada Byron.*deleted/i)
})
