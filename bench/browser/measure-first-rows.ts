import type { Browser } from '@playwright/test'
import { type Percentiles, percentilesOf, round } from '../run/metrics.ts'
import { list } from './measure-switches.ts'
import { calibrate, openTab } from './open-browser.ts'

/** Idle work after the rows, which may shift the page. */
const AFTER_ROWS_MS = 1500

export type FirstRows = {
  ms: Percentiles
  requests: Percentiles
  script_kb: Percentiles
  shift: Percentiles
  calibration: number
}

/** The first visit: nothing is cached but the session. Each request takes one round trip longer than on loopback. */
export async function measureFirstRows(
  browser: Browser,
  url: string,
  { slowdown, round_trip_ms }: { slowdown: number; round_trip_ms: number },
  samples: number,
): Promise<FirstRows> {
  const [ms, requests, script_kb, shift, calibrations]: number[][] = [[], [], [], [], []]
  for (let n = 0; n < samples; n++) {
    const tab = await openTab(browser, url, slowdown)
    const { page, devtools } = tab
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: round_trip_ms,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
    await page.goto(list, { waitUntil: 'commit' })
    await page.waitForFunction(() => window.bench.rowsPaintedAt !== null)
    await page.waitForTimeout(AFTER_ROWS_MS)
    const one = await page.evaluate(() => {
      const at = window.bench.rowsPaintedAt ?? 0
      const resources = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < at)
      const scripts = resources.filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      const bytes = (scripts as PerformanceResourceTiming[])
        .filter(({ responseEnd }) => responseEnd <= at)
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
      return { at, requests: resources.length + 1, bytes, shift: window.bench.shiftAfterRows }
    })
    ms?.push(one.at)
    requests?.push(one.requests)
    script_kb?.push(one.bytes / 1000)
    shift?.push(round(one.shift))
    if (n % 10 === 0) calibrations?.push(await calibrate(tab))
    await tab.close()
  }
  const of = (values: number[] = []) => percentilesOf(values)
  return {
    ms: of(ms),
    requests: of(requests),
    script_kb: of(script_kb),
    shift: of(shift),
    calibration: of(calibrations).p50,
  }
}
