import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { foldQuotes } from '@parley/mail/quotes/fold-quotes'
import { sanitiseHtml } from '@parley/mail/sanitise/sanitise-html'
import { expect, type Page, test } from '@playwright/test'

type Sample = { id: string; html: string }
type Seen = { scripts: string[]; loads: string[]; elements: string[]; shown: number }

// A trace would record every one of some thousand emails.
test.use({ trace: 'off', screenshot: 'off' })

const casesPerPage = 60
const folders = [join(import.meta.dirname, '../../mail/cases'), process.env.PARLEY_MAIL_CASES ?? '']

let server: Server
let served: () => string = () => ''
const isPage = /^\/page\/\d+$/
const requests: string[] = []

test.beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (!isPage.test(path)) requests.push(path)
    response.setHeader('content-type', 'text/html; charset=utf-8')
    // Report-only instead of enforced: what would have run does run, and is reported by name.
    response.setHeader('content-security-policy-report-only', "script-src 'nonce-ours'; object-src 'none'")
    response.end(isPage.test(path) ? served() : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

test.afterAll(() => server.close())

test('nothing in sanitised email runs or loads', async ({ page }) => {
  const samples = readSamples().map(({ id, html }) => ({ id, html: foldQuotes(sanitised(html)).html }))
  if (!process.env.PARLEY_MAIL_CASES)
    console.warn('Only our own cases: set PARLEY_MAIL_CASES for the large set.')
  const result = await renderSamples(page, samples)

  expect(result.scripts).toEqual([])
  expect(result.loads).toEqual([])
  expect(result.elements).toEqual([])
  expect(result.shown).toBe(samples.length * 3)
  console.log(`${samples.length} mails in three places each: nothing ran, nothing loaded.`)
})

test('the detector finds scripts, loads and elements in unsanitised email', async ({ page }) => {
  const result = await renderSamples(page, [
    { id: 'handler', html: '<img src="x-handler" onerror="window.touched = 1">' },
    { id: 'hover', html: '<b onmouseover="window.touched = 1">b</b>' },
    { id: 'frame', html: '<iframe srcdoc="<script>parent.touched = 1</script>"></iframe>' },
    { id: 'style', html: '<p style="background:url(x-style)">p</p>' },
    { id: 'form', html: '<form action="/x"><input name="a"></form>' },
  ])

  expect(result.scripts.join()).toContain('handler')
  expect(result.scripts.join()).toContain('hover')
  expect(result.loads.join()).toContain('x-handler')
  expect(result.loads.join()).toContain('x-style')
  expect(result.elements.join()).toContain('form')
})

function sanitised(html: string): string {
  // A proxied image would load too if it were set as `src`.
  return sanitiseHtml(html, { cid: () => null, remote: (url) => `/proxy?url=${encodeURIComponent(url)}` })
    .html
}

function readSamples(): Sample[] {
  return folders.flatMap((folder) =>
    ['xss', 'replies'].flatMap((category) => {
      const manifest = join(folder, category, 'manifest.json')
      if (folder === '' || !existsSync(manifest)) return []
      const { cases }: { cases: { id: string; file: string }[] } = JSON.parse(readFileSync(manifest, 'utf8'))
      const html = cases.filter(({ file }) => file.endsWith('.html'))
      return html.map(({ id, file }) => ({ id, html: readFileSync(join(folder, category, file), 'utf8') }))
    }),
  )
}

/** Renders every sample in the page's own HTML, with innerHTML and in a sandboxed frame, and reports what happened. */
async function renderSamples(page: Page, samples: readonly Sample[]): Promise<Seen> {
  const result: Seen = { scripts: [], loads: [], elements: [], shown: 0 }
  const { port } = server.address() as AddressInfo // listens on TCP
  const origin = `http://127.0.0.1:${port}`
  page.on('dialog', (dialog) => {
    result.scripts.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', (error) => result.scripts.push(`error: ${error.message}`))
  page.on('popup', (popup) => result.loads.push(`window: ${popup.url()}`))
  page.on('request', (request) => {
    const url = request.url()
    const ours = url.startsWith(origin) && isPage.test(url.slice(origin.length))
    if (!ours && !url.startsWith('data:image/') && url !== 'about:srcdoc') result.loads.push(url)
  })

  requests.length = 0
  for (let from = 0; from < samples.length; from += casesPerPage) {
    const batch = samples.slice(from, from + casesPerPage)
    served = () => pageOf(batch)
    const address = `${origin}/page/${from}`
    await page.goto(address)
    await page.waitForFunction('window.finished')
    const { scripts, elements, shown, url } = await page.evaluate<Seen & { url: string }>(
      '({ scripts: violations, elements: odd, shown, loads: [], url: location.href })',
    )
    if (url !== address) result.loads.push(`page went to ${url}`)
    result.scripts.push(...scripts)
    result.elements.push(...elements)
    result.shown += shown
  }
  result.loads.push(...requests)
  return result
}

function pageOf(batch: readonly Sample[]): string {
  const sections = batch.map(({ id, html }) => `<section data-case="${id}">${html}</section>`)
  // Escaped so that "<" cannot end the script early.
  const data = JSON.stringify(batch).replaceAll('<', '\\u003c')
  return `<!doctype html><title>Cases</title><link rel="icon" href="data:image/gif,">
<script nonce="ours">
const violations = [], odd = []
let shown = 0
const nameOf = (node) => node?.closest?.('[data-case]')?.dataset.case ?? 'page'
document.addEventListener('securitypolicyviolation', (event) => {
  // Playwright evaluates our own questions.
  if (event.blockedURI === 'eval') return
  violations.push(nameOf(event.target) + ': ' + event.violatedDirective + ' ' + event.sample)
})
</script>
<main>${sections.join('\n')}</main>
<script nonce="ours">${inPage}; show(${data})</script>`
}

/** Runs in the browser: renders the samples again, triggers all their event handlers, and inspects each element. */
const inPage = `
const banned = new Set(['script','iframe','frame','frameset','object','embed','applet','base','meta','link','portal',
  'form','input','button','select','textarea','style','svg','math','template','noscript','video','audio'])
const events = ['mouseover','mouseenter','mousemove','mousedown','focus','focusin','blur','pointerover','wheel',
  'animationstart','animationend','transitionend','toggle','scroll','load','error','click','keydown','beforecopy']

async function show(samples) {
  const host = document.body.appendChild(document.createElement('div'))
  const frames = []
  for (const { id, html } of samples) {
    const section = host.appendChild(document.createElement('section'))
    section.dataset.case = id
    section.innerHTML = html
    const frame = document.createElement('iframe')
    frame.setAttribute('sandbox', 'allow-same-origin')
    frame.srcdoc = html
    frames.push(new Promise((resolve) => (frame.onload = resolve)).then(() => inspect(frame.contentDocument.body, id)))
    host.append(frame)
  }
  await Promise.all(frames)
  for (const section of document.querySelectorAll('section[data-case]')) inspect(section, section.dataset.case)
  await new Promise((resolve) => setTimeout(resolve, 100))
  window.finished = true
}

function inspect(root, id) {
  shown += 1
  for (const element of root.querySelectorAll('*')) {
    const handlers = element.getAttributeNames().filter((name) => name.startsWith('on'))
    const name = element.localName
    if (banned.has(name) || handlers.length > 0) odd.push(id + ': <' + name + ' ' + handlers + '>')
    if (element.href && !/^(https?|mailto|tel):/.test(element.href)) odd.push(id + ': link to ' + element.href)
    const position = element.ownerDocument.defaultView.getComputedStyle(element).position
    if (position !== 'static') odd.push(id + ': position ' + position)
    if (name === 'a') element.addEventListener('click', (event) => event.preventDefault())
    for (const type of events) element.dispatchEvent(new Event(type, { cancelable: true }))
  }
}
`
