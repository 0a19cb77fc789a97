import type { Browser } from '@playwright/test'
import { type Percentiles, percentilesOf, round } from '../run/metrics.ts'
import { calibrate, openTab, type Tab } from './open-browser.ts'

export const list = '/inboxes/all'
/** The time in which a person looks at a conversation before the next key. */
const PAUSE_MS = 250
/** Rows that are visited in turn; fewer than the conversations that the product caches. */
const ROWS = 25

export type Timing = Percentiles & { calibration: number }
/** The browser's own counters of the page's main thread, per opened conversation. Times are CPU time, in ms. */
export type Work = { cpu: number; script: number; layouts: number; style_recalculations: number }

/** Opening conversations from the list by keyboard, after each of them has been open before. */
export async function measureCached(browser: Browser, url: string, slowdown: number, samples: number) {
  const tab = await openTab(browser, url, slowdown)
  await openList(tab)
  for (let n = 0; n < ROWS; n++) await openNext(tab, 'j')
  const calibration = await calibrate(tab)
  const before = await readCounters(tab)
  const times: number[] = []
  for (let n = 0; n < samples; n++)
    times.push(await openNext(tab, Math.floor(n / (ROWS - 1)) % 2 === 0 ? 'k' : 'j'))
  const work = difference(before, await readCounters(tab), samples)
  await tab.close()
  return { timing: { ...percentilesOf(times), calibration }, work }
}

/**
 * The same for conversations that the browser hasn't loaded: the focus jumps to a distant row, and Enter follows at once. Focusing a row
 * prefetches its conversation, so the request has a head start of a few milliseconds, less than any person gives it.
 */
export async function measureNotCached(browser: Browser, url: string, slowdown: number, samples: number) {
  const tab = await openTab(browser, url, slowdown)
  await openList(tab)
  await loadRows(tab, samples * 4 + 50)
  await openNext(tab, 'j')
  const calibration = await calibrate(tab)
  const times: number[] = []
  for (let n = 1; n <= samples; n++) {
    // Far enough from the rows before it that their neighbours are not it.
    await showRow(tab, n * 4 + 20)
    await tab.page.evaluate(() => window.bench.watch())
    await focusRow(tab, n * 4 + 20)
    await tab.page.keyboard.press('Enter')
    times.push(await tab.page.evaluate(() => window.bench.nextConversation()))
    await tab.page.waitForTimeout(PAUSE_MS)
  }
  await tab.close()
  return { ...percentilesOf(times), calibration }
}

export async function openList({ page }: Tab, search = '') {
  await page.goto(`${list}${search}`)
  await page.locator('[data-row]').first().waitFor()
  // Idle work after the first load, such as loading the code of a conversation.
  await page.waitForLoadState('networkidle')
}

/** Moves to the next or previous row and opens it. Some settings open a row as soon as the cursor is on it. */
export async function openNext({ page }: Tab, key: 'j' | 'k'): Promise<number> {
  await page.evaluate(() => window.bench.watch())
  const before = page.url()
  await page.keyboard.press(key)
  await page.waitForTimeout(PAUSE_MS)
  if (page.url() === before) await page.keyboard.press('Enter')
  const ms = await page.evaluate(() => window.bench.nextConversation())
  await page.waitForTimeout(PAUSE_MS)
  return ms
}

/** Loads further pages of the list until it has this many rows. */
export async function loadRows({ page }: Tab, count: number) {
  const more = page.getByRole('button', { name: 'Load more' })
  const size = () => page.locator('[data-index]').first().getAttribute('aria-setsize').then(Number)
  for (let rows = await size(); rows < count; ) {
    await more.click()
    await page.waitForFunction(
      (before) => Number(document.querySelector('[data-index]')?.getAttribute('aria-setsize')) > before,
      rows,
    )
    rows = await size()
  }
}

/** Scrolls until the row is rendered. */
async function showRow({ page }: Tab, index: number) {
  await page.evaluate(async (wanted) => {
    const scroller = document.querySelector('[data-rows]')
    const isRendered = () => document.querySelector(`[data-index="${wanted}"]`) !== null
    while (scroller && !isRendered()) {
      const indexes = [...document.querySelectorAll('[data-index]')].map((row) =>
        Number(row.getAttribute('data-index')),
      )
      scroller.scrollTop += Math.max(...indexes) < wanted ? 400 : -400
      await new Promise(requestAnimationFrame)
    }
  }, index)
}

const focusRow = ({ page }: Tab, index: number) =>
  page.evaluate(
    (wanted) => document.querySelector<HTMLElement>(`[data-index="${wanted}"] [data-row]`)?.focus(),
    index,
  )

type Counters = Map<string, number>

async function readCounters({ devtools }: Tab): Promise<Counters> {
  // Times count what the thread computed, not what it waited for.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const { metrics } = await devtools.send('Performance.getMetrics')
  return new Map(metrics.map(({ name, value }) => [name, value]))
}

function difference(before: Counters, after: Counters, count: number): Work {
  const per = (name: string) => ((after.get(name) ?? 0) - (before.get(name) ?? 0)) / count
  return {
    cpu: round(1000 * per('TaskDuration')),
    script: round(1000 * per('ScriptDuration')),
    layouts: round(per('LayoutCount')),
    style_recalculations: round(per('RecalcStyleCount')),
  }
}
