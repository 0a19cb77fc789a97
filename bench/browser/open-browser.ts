import { existsSync } from 'node:fs'
import { login } from '@parley/contract/auth/sign-in'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { percentilesOf } from '../run/metrics.ts'
import { agentEmail, password } from '../seed/workspace.ts'
import { installProbe } from './page-probe.ts'

/** Debian's headless Chromium; elsewhere Playwright's own. */
const debian = '/usr/bin/chromium-headless-shell'

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...(existsSync(debian) && { executablePath: debian }),
    args: [
      // Chromium's sandbox does not work as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      // A frame starts when it is needed instead of at the display's next refresh, so times are the product's work alone.
      ...['--disable-frame-rate-limit', '--disable-gpu-vsync'],
      ...['--disable-background-networking', '--disable-component-update', '--no-first-run'],
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  })

/** A page whose processor is slowed down by a factor, and its DevTools. */
export type Tab = { page: Page; devtools: CDPSession; context: BrowserContext; close(): Promise<void> }

/** A new browser profile, signed in as the first agent, with a page that measures. */
export async function openTab(browser: Browser, url: string, slowdown: number): Promise<Tab> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  })
  const answer = await context.request.post(login.path, { data: { email: agentEmail(1), password } })
  if (!answer.ok()) throw new Error(`Signing in failed: ${answer.status()} ${await answer.text()}`)
  await context.addInitScript(installProbe)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return { page, devtools, context, close: () => context.close() }
}

/** How fast the browser computes right now: the median time of a fixed piece of JavaScript, in ms. */
export async function calibrate({ page }: Tab): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 9; n++) times.push(await page.evaluate(() => window.bench.calibrate()))
  return percentilesOf(times).p50
}
