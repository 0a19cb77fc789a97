import { randomUUID } from 'node:crypto'
import type { Browser } from '@playwright/test'
import { percentilesOf } from '../run/metrics.ts'
import { startEventProxy } from './event-proxy.ts'
import { list, openList, openNext, type Timing } from './measure-switches.ts'
import { calibrate, openTab, type Tab } from './open-browser.ts'

const TEXT = 'Thank you for the pictures, they help a lot. We will send you a new one today. '
/** A fast typist. */
const KEY_PAUSE_MS = 60
const EVENTS_PER_SECOND = 200
const MESSAGES_PER_PAGE = 30

/** The product's editor beside an empty text field on an empty page, which is the least that a key costs. */
export type TypingTiming = Timing & { baseline: { p50: number; p95: number } }

/** Typing a reply in a conversation with many messages, all of them rendered. */
export async function measureTyping(
  browser: Browser,
  url: string,
  conversation: { uuid: string; messages: number },
  slowdown: number,
  samples: number,
): Promise<TypingTiming> {
  const tab = await openTab(browser, url, slowdown)
  await tab.page.goto(`${list}/conversation/${conversation.uuid}`)
  await renderAllMessages(tab, conversation.messages)
  const calibration = await calibrate(tab)
  await tab.page.keyboard.press('r')
  const times = await type(tab, samples)
  const baseline = percentilesOf(await typeInTextField(tab, samples))
  await tab.close()
  return { ...percentilesOf(times), calibration, baseline: { p50: baseline.p50, p95: baseline.p95 } }
}

/** Typing a reply while conversations of the list change and receive messages, 200 times a second. */
export async function measureTypingUnderEvents(
  browser: Browser,
  url: string,
  slowdown: number,
  samples: number,
): Promise<Timing & { events: number }> {
  const proxy = await startEventProxy(url)
  const tab = await openTab(browser, proxy.url, slowdown)
  await openList(tab)
  await openNext(tab, 'j')
  const frames = await framesOf(tab)
  await tab.page.keyboard.press('r')
  await tab.page.locator('.rich-text:focus').waitFor()
  const calibration = await calibrate(tab)
  let sent = 0
  const from = performance.now()
  const timer = setInterval(() => {
    for (const due = ((performance.now() - from) / 1000) * EVENTS_PER_SECOND; sent < due; sent++)
      proxy.push(frames(sent))
  }, 1000 / EVENTS_PER_SECOND)
  const times = await type(tab, samples)
  clearInterval(timer)
  const seconds = (performance.now() - from) / 1000
  await tab.close()
  proxy.stop()
  return { ...percentilesOf(times), calibration, events: Math.round(sent / seconds) }
}

async function renderAllMessages({ page }: Tab, count: number) {
  const messages = page.locator('[data-message]')
  await messages.first().waitFor()
  // A part of a long conversation is activity; the last page has been rendered when nothing above can be loaded.
  for (let pages = Math.ceil(count / MESSAGES_PER_PAGE) + 5; pages > 0; pages--) {
    await messages.first().evaluate((first) => first.scrollIntoView())
    await page.waitForTimeout(500)
  }
  await page.waitForLoadState('networkidle')
}

async function type({ page }: Tab, samples: number): Promise<number[]> {
  await page.locator('.rich-text:focus').waitFor()
  // The first keys load code, such as that of suggestions.
  await page.keyboard.type(TEXT.slice(0, 20), { delay: KEY_PAUSE_MS })
  await page.evaluate(() => window.bench.takeKeyTimes())
  for (let n = 0; n < samples; n++) {
    await page.keyboard.press(TEXT.charAt(n % TEXT.length) === ' ' ? 'Space' : TEXT.charAt(n % TEXT.length))
    await page.waitForTimeout(KEY_PAUSE_MS)
  }
  return page.evaluate(() => window.bench.takeKeyTimes())
}

async function typeInTextField(tab: Tab, samples: number): Promise<number[]> {
  await tab.page.evaluate(() => {
    document.body.innerHTML = '<textarea class="rich-text"></textarea>'
    document.querySelector('textarea')?.focus()
  })
  return type(tab, samples)
}

/** Frames as the server sends them, about the conversations on screen: changes, and every fourth time a new message. */
async function framesOf({ page }: Tab): Promise<(n: number) => object> {
  const uuids = await page.evaluate(() =>
    [...document.querySelectorAll('[data-row]')].map((row) => row.getAttribute('data-row') ?? ''),
  )
  const get = async (path: string) =>
    (await (await page.request.get(`/api/v1/conversations/${path}`)).json()).data
  const rows = await Promise.all(
    uuids.map(async (uuid) => {
      const { unread_message_count: _, ...object } = await get(uuid)
      const { results } = await get(`${uuid}/messages?page_size=1`)
      return { object, message: results[0] }
    }),
  )
  return (n) => {
    const row = rows[n % rows.length]
    if (!row) throw new Error('The list is empty')
    if (n % 4 === 3) {
      const version = row.message.version + n
      return {
        type: 'message.created',
        version,
        object: { ...row.message, uuid: randomUUID(), id: row.message.id + n, version },
      }
    }
    const version = row.object.version + n + 1
    return {
      type: 'conversation.changed',
      version,
      object: { ...row.object, version, last_message: `Message ${n}` },
    }
  }
}
