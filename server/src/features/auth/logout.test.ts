import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

async function requestLogout(headers: Record<string, string>, method: 'GET' | 'POST' = 'GET') {
  const { token } = await t.as(await t.make.agent())
  const cookies = { parley_session: token }
  const answer = await t.app.inject({ method, url: '/logout', headers, cookies })
  const meReply = await t.app.inject({ url: '/api/v1/agents/me', cookies })
  return { answer, isSignedIn: meReply.statusCode === 200 }
}

test.each([
  ['a link or script on our own page', { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin' }],
  ['a typed URL', { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' }],
  ['a page over plain http', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }],
  ['a client that is not a browser', {}],
])('GET /logout from %s signs out', async (_what, headers) => {
  const { answer, isSignedIn } = await requestLogout(headers)
  expect([answer.statusCode, answer.headers.location, isSignedIn]).toEqual([302, '/', false])
})

test.each([
  ['a picture', { 'sec-fetch-dest': 'image', 'sec-fetch-site': 'same-origin' }],
  ['a picture over plain http', { accept: 'image/avif,image/webp,image/png,*/*;q=0.8' }],
  ['a frame', { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin', accept: 'text/html' }],
  ['a script that loads it', { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin', accept: '*/*' }],
  ['a link on another site', { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' }],
  ['a link on a sibling site', { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-site' }],
])('GET /logout from %s asks for confirmation', async (_what, headers) => {
  const { answer, isSignedIn } = await requestLogout(headers)
  expect([answer.statusCode, isSignedIn]).toEqual([200, true])
  expect(answer.body).toContain('<form method="post" action="/logout"><button>Sign out</button></form>')
  expect(answer.headers['content-security-policy']).toContain("form-action 'self'")
})

test.each([
  ['our page', { origin: 'https://desk.parley.test', 'sec-fetch-site': 'same-origin' }, false],
  ['our page in an old browser', { origin: 'http://desk.parley.test', host: 'desk.parley.test' }, false],
  ['another site', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }, true],
  ['another site in an old browser', { origin: 'https://evil.test', host: 'desk.parley.test' }, true],
])('the button on %s: still signed in afterwards?', async (_what, headers, staysSignedIn) => {
  const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers }
  const { answer, isSignedIn } = await requestLogout(form, 'POST')
  expect([answer.statusCode, isSignedIn]).toEqual([staysSignedIn ? 403 : 302, staysSignedIn])
})

test('signing in never redirects to signing out', async () => {
  const { token } = await t.as(await t.make.agent())
  for (const next of ['/logout', '/inboxes/../logout', '/logout?x=1', '/%2e/logout']) {
    const url = `/?next=${encodeURIComponent(next)}`
    const answer = await t.app.inject({ url, cookies: { parley_session: token } })
    expect(answer.headers.location).toBe('/inboxes/assigned')
  }
})
