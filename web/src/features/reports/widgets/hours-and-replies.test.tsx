import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { queryKeys } from '../../../api/query-client.ts'
import { agentWith } from '../../../testing/agent.ts'
import { renderPage, stubApi } from '../../../testing/render.tsx'
import type { ReportContext } from '../scope/use-report-context.ts'
import { BusiestHours } from './busiest-hours.tsx'
import { FirstReplyHistogram } from './first-reply-histogram.tsx'

// The simulated page knows no rows of a part of a table.
beforeAll(() => {
  Object.defineProperty(HTMLTableSectionElement.prototype, 'rows', {
    get(this: Element) {
      return this.querySelectorAll('tr')
    },
  })
})

const period = { from: '2026-11-01', to: '2026-11-20' }
const report: ReportContext = {
  scope: {},
  period,
  range: null,
  today: '2026-11-23',
  time_zone: 'Europe/Lisbon',
  hours: 'business',
  isComparing: true,
  params: period,
  change: () => {},
}
const options = { me: agentWith(), paths: ['/reports/overview', '/reports/conversations'] }
/** Conversations per hour of the week, Monday first. */
const week = (counts: Record<string, number> = {}) =>
  Array.from({ length: 7 }, (_, day) =>
    Array.from({ length: 24 }, (_, hour) => counts[`${day} ${hour}`] ?? 0),
  )
const searchOf = (link: Element) =>
  Object.fromEntries(new URL(link.getAttribute('href') ?? '', 'http://p').searchParams)

const renderHours = (counts: Record<string, number>) =>
  renderPage(<BusiestHours report={report} />, {
    at: '/reports/overview?team=3',
    ...options,
    cached: [[queryKeys.report('busiest', period), { time_zone: 'Europe/Lisbon', counts: week(counts) }]],
  })
const cell = (day: number, hour: number) => {
  const link = screen.getAllByRole('row')[day]?.querySelectorAll('a')[hour]
  if (!link) throw new Error('No such cell')
  return link
}

test('an hour of the week links to its conversations, with the filters of the page', async () => {
  await renderHours({ '0 9': 4, '6 23': 1 })
  expect(searchOf(cell(6, 23))).toEqual({
    measure: 'new',
    weekday: '6',
    hour: '23',
    of: 'overview',
    team: '3',
  })
  expect(cell(6, 23).textContent, 'the last hour ends at midnight').toMatch(
    /^Sunday.*(11:00.PM|23:00)–(12.*AM|0?0:00): 1 new conversation$/,
  )
  expect(cell(0, 9).textContent).toMatch(/4 new conversations$/)
})

test('one hour is in the tab order; arrow keys, Home and End move the focus within the week', async () => {
  const { user } = await renderHours({ '0 9': 4 })
  await user.tab()
  for (let presses = 0; presses < 10 && document.activeElement !== cell(0, 9); presses++) await user.tab()
  const moves: [string, number, number][] = [
    ['{ArrowUp}', 0, 9],
    ['{ArrowDown}', 1, 9],
    ['{ArrowRight}', 1, 10],
    ['{Home}', 1, 0],
    ['{ArrowLeft}', 1, 0],
    ['{End}', 1, 23],
    ['{ArrowRight}', 1, 23],
  ]
  for (const [key, day, hour] of moves) {
    await user.keyboard(key)
    expect(document.activeElement, key).toBe(cell(day, hour))
  }
  const reachable = screen.getByRole('table').querySelectorAll('a[tabindex="0"]')
  expect([...reachable]).toEqual([cell(1, 23)])
})

test('the hour with the focus is described in text', async () => {
  const { user } = await renderHours({ '0 9': 4 })
  screen.getByText('Hover over an hour, or use the arrow keys.')
  cell(0, 9).focus()
  await waitFor(() => expect(screen.getAllByText(/Monday.*4 new conversations/)).toHaveLength(2))
  await user.tab()
  await screen.findByText('Hover over an hour, or use the arrow keys.')
})

test('the table has a column for each day and the same numbers', async () => {
  const { user } = await renderHours({ '0 9': 4, '6 23': 1200 })
  await user.click(screen.getByRole('button', { name: 'Busiest hours as a table' }))
  expect(screen.getAllByRole('columnheader')).toHaveLength(8)
  const numbers = (index: number) =>
    within(screen.getAllByRole('row')[index] as HTMLElement)
      .getAllByRole('cell')
      .map((one) => one.textContent)
  expect(numbers(10)).toEqual(['4', '0', '0', '0', '0', '0', '0'])
  expect(numbers(24).at(-1)).toBe('1,200')
})

test('a period without conversations shows a message, and offers neither table nor file', async () => {
  await renderHours({})
  screen.getByText('No data for this period.')
  expect(screen.queryByRole('button', { name: /as a table/ })).toBeNull()
  expect(screen.queryByRole('link', { name: /as CSV/ })).toBeNull()
})

test('a failed report shows the reason instead of an empty chart', async () => {
  stubApi({})
  await renderPage(<BusiestHours report={report} />, { at: '/reports/overview', ...options })
  expect((await screen.findByRole('alert')).textContent).toContain('Not found')
})

const bars = [
  { from_seconds: 0, to_seconds: 300, business: 3, wall: 0 },
  { from_seconds: 300, to_seconds: 3600, business: 0, wall: 1 },
  { from_seconds: 3600, to_seconds: null, business: 1, wall: 3 },
]
const renderReplies = (hours: 'business' | 'wall' = 'business') =>
  renderPage(<FirstReplyHistogram report={{ ...report, hours }} />, {
    at: '/reports/overview',
    ...options,
    cached: [[queryKeys.report('first-responses', period), { time_zone: 'UTC', bars }]],
  })
const bucketLinks = () => screen.getAllByRole('link', { name: /show conversations/ }).map(searchOf)

test('a bucket links to the replies between its bounds; the last has no upper bound', async () => {
  await renderReplies()
  expect(bucketLinks()).toEqual([
    expect.objectContaining({ min_seconds: '0', max_seconds: '300', bar_hours: 'business' }),
    expect.not.objectContaining({ max_seconds: expect.anything() }),
  ])
  expect(bucketLinks()[1]).toMatchObject({ min_seconds: '3600' })
})

test('elapsed time has its own numbers', async () => {
  await renderReplies('wall')
  expect(bucketLinks().map(({ min_seconds, bar_hours }) => [min_seconds, bar_hours])).toEqual([
    ['300', 'wall'],
    ['3600', 'wall'],
  ])
})

test('the table adds the share of each bucket', async () => {
  const { user } = await renderReplies()
  await user.click(screen.getByRole('button', { name: /as a table/ }))
  const shares = screen
    .getAllByRole('row')
    .slice(1)
    .map((one) => within(one).getAllByRole('cell').at(-1)?.textContent)
  expect(shares).toEqual(['75%', '0%', '25%'])
})
