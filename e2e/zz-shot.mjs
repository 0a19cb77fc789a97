import { chromium } from '@playwright/test'
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
for (const scheme of ['light', 'dark']) for (const [w, h] of [[1440, 900], [375, 812]]) {
  const p = await b.newPage({ viewport: { width: w, height: h }, colorScheme: scheme })
  p.on('console', (m) => m.type() === 'error' && console.log(scheme, w, m.text()))
  p.on('requestfailed', (r) => console.log('failed', r.url()))
  await p.goto('http://127.0.0.1:3165/api/docs')
  await p.getByText('Everything between a contact').waitFor()
  await p.screenshot({ path: `/tmp/client-docs-${scheme}-${w}.png` })
  await p.goto('about:blank'); await p.goto('http://127.0.0.1:3165/api/docs#/messages/sendMessage')
  await p.locator('#operations-messages-sendMessage .opblock-body').waitFor()
  await p.locator('#operations-messages-sendMessage').scrollIntoViewIfNeeded()
  await p.screenshot({ path: `/tmp/client-docs-op-${scheme}-${w}.png` })
  console.log(scheme, w, 'overflow', await p.evaluate(() => document.documentElement.scrollWidth - innerWidth), await p.evaluate(() => document.documentElement.className))
  await p.close()
}
await b.close()
