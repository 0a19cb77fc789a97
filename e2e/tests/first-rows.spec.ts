import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

const MAX_REQUESTS = 20
const MAX_SCRIPT_BYTES = 250_000

test('the first rows need few requests and little script', async ({ browser, workspace }) => {
  await workspace.conversation({ subject: 'The first row', text: 'Hello?', name: 'First' })
  const page = await desk.openSignedInPage(
    browser,
    workspace.parley.url,
    await workspace.agent('Farah', { roles: ['Admin'] }),
  )
  await page.addInitScript(`
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[data-row]')) return
      globalThis.rowsAt = performance.now()
      observer.disconnect()
    }).observe(document, { subtree: true, childList: true })
  `)
  // Slow enough that whatever doesn't wait for the rows comes before them.
  await page.route(/\/conversations\/all\?/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await page.goto('/inboxes/all')
  await expect(desk.conversationRow(page, 'The first row')).toBeVisible()
  const requested = await page.evaluate<{ name: string; bytes: number }[]>(`
    performance.getEntriesByType('resource').filter(({ startTime }) => startTime < rowsAt)
      .map(({ name, encodedBodySize }) => ({ name: name.replace(location.origin, ''), bytes: encodedBodySize }))
  `)
  // The page itself is one more.
  expect(requested.length + 1, requested.map(({ name }) => name).join('\n')).toBeLessThanOrEqual(MAX_REQUESTS)
  const scripts = requested.filter(({ name }) => name.endsWith('.js'))
  expect(scripts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(MAX_SCRIPT_BYTES)
  await page.context().close()
})

test('the first data is requested once, while the code is loading', async ({ browser, workspace }) => {
  await workspace.conversation({ subject: 'Not kept waiting', text: 'Hello?', name: 'Patient' })
  const agent = await workspace.agent('Fabia')
  const page = await desk.openSignedInPage(browser, workspace.parley.url, agent)
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const of = (path: string) => requests.filter((one) => one === path).length
  // The code arrives once the data has been requested; until then, nothing of the app has run.
  await page.route(/\/framework-.*\.js$/, async (route) => {
    await expect.poll(() => [of('/api/v1/agents/me/bootstrap'), of('/api/v1/lang/en')]).toEqual([1, 1])
    await route.continue()
  })
  // The texts don't wait for the agent's settings.
  await page.route('**/api/v1/agents/me/bootstrap', async (route) => {
    await expect.poll(() => of('/api/v1/lang/en')).toBe(1)
    await route.continue()
  })
  requests.length = 0
  await page.goto('/inboxes/all')
  await expect(desk.conversationRow(page, 'Not kept waiting')).toBeVisible()
  expect(of('/api/v1/agents/me/bootstrap')).toBe(1)
  expect(of('/api/v1/lang/en')).toBe(1)
  await page.context().close()
})

test('if the language has changed since the last visit, the texts of the new one are shown', async ({
  browser,
  workspace,
}) => {
  const agent = await workspace.agent('Fleur')
  const page = await desk.openSignedInPage(browser, workspace.parley.url, agent)
  await page.goto('/inboxes/all')
  await expect(page.getByRole('heading', { name: 'All' })).toBeVisible()
  expect(await page.evaluate("localStorage.getItem('parley.catalogue')")).toBe('en')
  await page.evaluate("localStorage.setItem('parley.catalogue', 'de')")
  await page.route('**/api/v1/lang/de', (route) => route.fulfill({ json: { data: {} } }))
  const outdated = page.waitForRequest('**/api/v1/lang/de')
  await page.reload()
  await outdated
  await expect(page.getByRole('heading', { name: 'All' })).toBeVisible()
  await page.context().close()
})

test('what arrives between the first data and the connection of live updates is shown', async ({
  browser,
  workspace,
}) => {
  const page = await desk.openSignedInPage(browser, workspace.parley.url, await workspace.agent('Fenna'))
  const connected = Promise.withResolvers<void>()
  let lists = 0
  page.on('request', (request) => {
    if (request.url().includes('/conversations/all')) lists++
  })
  await page.routeWebSocket(/\/ws\?/, async (socket) => {
    await connected.promise
    socket.connectToServer()
  })
  await workspace.conversation({ subject: 'Before the list', text: 'Hello?', name: 'Before' })
  await page.goto('/inboxes/all')
  await expect(desk.conversationRow(page, 'Before the list')).toBeVisible()
  await desk.waitUntilIdle(page)
  expect(lists).toBe(1)
  await workspace.conversation({ subject: 'Before the connection', text: 'Hello?', name: 'Between' })
  await expect(desk.conversationRow(page, 'Before the connection')).toHaveCount(0)
  connected.resolve()
  await expect(desk.conversationRow(page, 'Before the connection')).toBeVisible()
  await page.context().close()
})
