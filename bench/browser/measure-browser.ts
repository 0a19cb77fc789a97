import type { Browser } from '@playwright/test'
import type pg from 'pg'
import type { Bar } from './browser-report.ts'
import { measureFirstRows } from './measure-first-rows.ts'
import { measureScrolling } from './measure-scrolling.ts'
import { measureCached, measureNotCached, type Timing, type Work } from './measure-switches.ts'
import { measureTyping, measureTypingUnderEvents } from './measure-typing.ts'

export type BrowserBounds = { samples: number; first_rows: number; scrolled_rows: number }
export const defaultBounds: BrowserBounds = { samples: 120, first_rows: 100, scrolled_rows: 5000 }

/** The parts that can be measured alone. */
export const parts = ['cached', 'not-cached', 'typing', 'events', 'scrolling', 'first-rows'] as const
export type Part = (typeof parts)[number]

const slow = 4

/** Measures the chosen parts one after the other, each at full speed and on a processor four times slower. */
export async function measureBrowser(
  { browser, url, client }: { browser: Browser; url: string; client: pg.Client },
  bounds: BrowserBounds,
  chosen: readonly Part[],
  say: (bar: Bar) => void,
): Promise<{ bars: Bar[]; work: Work }> {
  const bars: Bar[] = []
  const add = (...added: Bar[]) => {
    bars.push(...added)
    added.forEach(say)
  }
  let work: Work = { cpu: 0, script: 0, layouts: 0, style_recalculations: 0 }
  for (const slowdown of [1, slow]) {
    const most = (fast: number, slowed: number) => (slowdown === 1 ? fast : slowed)
    if (chosen.includes('cached')) {
      const cached = await measureCached(browser, url, slowdown, bounds.samples)
      if (slowdown === 1) work = cached.work
      add(
        median(
          'cached conversation, key press to painted messages, p50',
          cached.timing,
          slowdown,
          most(50, 150),
        ),
      )
    }
    if (chosen.includes('not-cached')) {
      const timing = await measureNotCached(browser, url, slowdown, bounds.samples)
      add(median('conversation not cached, p50', timing, slowdown, most(150, 300)))
    }
    if (chosen.includes('typing')) {
      const long = await longConversation(client)
      const timing = await measureTyping(browser, url, long, slowdown, bounds.samples)
      const name = `key press to paint, composer of a conversation with ${long.messages} messages, p95`
      const detail = `p50 ${timing.p50}; empty text field ${timing.baseline.p50}, p95 ${timing.baseline.p95}`
      add({ ...tail(name, timing, slowdown, most(16, 50)), detail })
    }
    if (chosen.includes('events')) {
      const timing = await measureTypingUnderEvents(browser, url, slowdown, bounds.samples)
      add(tail(`the same under ${timing.events} events a second, p95`, timing, slowdown, 50))
    }
    if (chosen.includes('scrolling')) {
      const { rows, long_tasks, longest, calibration } = await measureScrolling(
        browser,
        url,
        slowdown,
        bounds.scrolled_rows,
      )
      const name = `longest task over 50 ms while scrolling ${rows.toLocaleString('en')} rows`
      add({
        name,
        slowdown,
        samples: 1,
        value: longest,
        unit: ' ms',
        most: 50,
        detail: `${long_tasks} long tasks`,
        calibration,
      })
    }
  }
  if (chosen.includes('first-rows')) add(...(await firstRows(browser, url, bounds.first_rows)))
  return { bars, work }
}

async function firstRows(browser: Browser, url: string, samples: number): Promise<Bar[]> {
  const { ms, requests, script_kb, shift, calibration } = await measureFirstRows(
    browser,
    url,
    { slowdown: slow, round_trip_ms: 50 },
    samples,
  )
  const bar = { slowdown: slow, samples, calibration }
  return [
    {
      ...bar,
      name: 'first rows, cold cache, 50 ms round trip, p50',
      value: ms.p50,
      unit: ' ms',
      most: 1500,
      detail: `p95 ${ms.p95}`,
    },
    {
      ...bar,
      name: 'requests before them, p95',
      value: requests.p95,
      unit: '',
      most: 20,
      detail: `p50 ${requests.p50}`,
    },
    {
      ...bar,
      name: 'script before them (brotli), p95',
      value: script_kb.p95,
      unit: ' kB',
      most: 250,
      detail: '',
    },
    {
      ...bar,
      name: 'layout shift after them, p95',
      value: shift.p95,
      unit: '',
      most: 0.02,
      detail: `p99 ${shift.p99}`,
    },
  ]
}

const median = (name: string, timing: Timing, slowdown: number, most: number): Bar => ({
  ...{ name, slowdown, samples: timing.count, value: timing.p50, unit: ' ms', most },
  ...{ detail: `p95 ${timing.p95}`, calibration: timing.calibration },
})

const tail = (name: string, timing: Timing, slowdown: number, most: number): Bar => ({
  ...{ name, slowdown, samples: timing.count, value: timing.p95, unit: ' ms', most },
  ...{ detail: `p50 ${timing.p50}`, calibration: timing.calibration },
})

/** The open conversation with the most messages. */
async function longConversation(client: pg.Client): Promise<{ uuid: string; messages: number }> {
  const { rows } = await client.query<{ uuid: string; messages: string }>(
    `select c.uuid, count(*) as messages from messages m join conversations c on c.id = m.conversation_id
     group by c.id order by abs(count(*) - 200), c.id limit 1`,
  )
  const [longest] = rows
  if (!longest) throw new Error('This database was not seeded by `npm run bench:seed`')
  return { uuid: longest.uuid, messages: Number(longest.messages) }
}
