import type { Browser } from '@playwright/test'
import { loadRows, openList } from './measure-switches.ts'
import { calibrate, openTab } from './open-browser.ts'

export type Scrolling = { rows: number; long_tasks: number; longest: number; calibration: number }

/** Scrolls through a long list with the wheel, from its top to its end. */
export async function measureScrolling(
  browser: Browser,
  url: string,
  slowdown: number,
  rows: number,
): Promise<Scrolling> {
  const tab = await openTab(browser, url, 1)
  await openList(tab, '?status=every')
  await loadRows(tab, rows)
  await tab.devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const calibration = await calibrate(tab)
  const { page } = tab
  const scroller = page.locator('[data-rows]')
  await scroller.evaluate((element) => {
    element.scrollTop = 0
  })
  await scroller.hover()
  await page.waitForTimeout(500)
  await page.evaluate(() => window.bench.takeLongTasks())
  const isAtEnd = () =>
    scroller.evaluate((element) => element.scrollTop + element.clientHeight >= element.scrollHeight - 2)
  // A fast flick: three screens at a time.
  while (!(await isAtEnd())) {
    await page.mouse.wheel(0, 2400)
    await page.waitForTimeout(16)
  }
  const loaded = Number(await page.locator('[data-index]').first().getAttribute('aria-setsize'))
  const tasks = await page.evaluate(() => window.bench.takeLongTasks())
  await tab.close()
  return { rows: loaded, long_tasks: tasks.length, longest: Math.round(Math.max(0, ...tasks)), calibration }
}
