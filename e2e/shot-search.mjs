import { chromium } from 'playwright'

const base = 'http://localhost:3187'
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const [email, password] = process.argv.slice(2)
for (const [name, options] of [
  ['light', { viewport: { width: 1440, height: 900 }, colorScheme: 'light' }],
  ['dark', { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' }],
  ['phone', { viewport: { width: 375, height: 812 }, colorScheme: 'light' }],
]) {
  const context = await browser.newContext({ ...options, baseURL: base })
  const r = await context.request.post('/api/v1/auth/login', { data: { email, password } })
  if (!r.ok()) console.log(await r.text())
  const page = await context.newPage()
  page.on('console', (m) => m.type() === 'error' && console.log(name, m.text()))
  page.on('pageerror', (e) => console.log(name, String(e)))
  await page.goto('/inboxes/search')
  await page.waitForTimeout(2500)
  await page.screenshot({ path: `/tmp/search-${name}-start.png` })
  await page.keyboard.type('lamp', { delay: 40 })
  await page.waitForTimeout(2000)
  await page.screenshot({ path: `/tmp/search-${name}-lamp.png` })
  if (name === 'light') {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.screenshot({ path: `/tmp/search-${name}-row.png` })
    await page.keyboard.press('Escape')
    await page.keyboard.type(' status:')
    await page.waitForTimeout(1200)
    await page.screenshot({ path: `/tmp/search-${name}-ops.png` })
    await page.keyboard.type('nowhere ')
    await page.waitForTimeout(1200)
    await page.screenshot({ path: `/tmp/search-${name}-wrong.png` })
    await page.keyboard.press('Escape')
    await page.keyboard.type('zxqvw')
    await page.waitForTimeout(1200)
    await page.screenshot({ path: `/tmp/search-${name}-empty.png` })
  }
  await context.close()
}
await browser.close()
