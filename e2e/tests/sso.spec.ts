import type { Page } from '@playwright/test'
import {
  type FakeOidcProvider,
  redirectUris,
  startFakeOidcProvider,
  testOidcClient,
} from '../../server/src/testing/fake-services/fake-oidc-provider.ts'
import { findViolations } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Person } from '../fixtures/workspace.ts'

// An administrator adds a provider, and agents sign in with it, in the browser and against a real provider on another site.

let idp: FakeOidcProvider
let admin: Page
let vera: Person
let url: string

test.use({ workspace_of: 'sso', server_env: { PARLEY_OIDC_ALLOW: '127.0.0.1' } })
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  // The workspace's own URL, as in the redirect URI.
  url = workspace.parley.url.replace('127.0.0.1', 'localhost')
  idp = await startFakeOidcProvider({
    host: '127.0.0.1',
    redirect_uris: redirectUris(url),
  })
  vera = await workspace.agent('Sanna')
  admin = await desk.openSignedInPage(browser, url, await workspace.agent('Sol', { roles: ['Admin'] }))
})
test.afterAll(async () => {
  await admin?.context().close()
  await idp?.stop()
})

const bar = () => admin.getByRole('region', { name: 'Unsaved changes' })

test('adding a provider: invalid URLs show the real errors, then the redirect URI can be copied', async () => {
  await admin.goto('/admin/sso')
  await expect(admin.getByRole('heading', { name: 'No single sign-on yet' })).toBeVisible()
  await admin.getByRole('link', { name: 'New provider' }).click()
  await bar().getByRole('button', { name: 'Add provider' }).click()
  await expect(admin.getByText('This cannot be empty').first()).toBeVisible()
  await expect(admin.getByLabel('Name')).toBeFocused()

  const redirect = admin.getByLabel('URL people are redirected to')
  await expect(redirect).toHaveValue(new RegExp(`^${url}/api/v1/oidc/\\d+/finish$`))
  const reserved = await redirect.inputValue()
  await admin.getByLabel('Name').fill('Acme account')
  await admin.getByLabel('Issuer').fill('http://login.acme.test')
  await admin.getByLabel('Client ID').fill(testOidcClient.client_id)
  await admin.getByLabel('Client secret').fill(testOidcClient.client_secret)
  await admin.keyboard.press('Control+s')
  await expect(admin.getByText('Over plain http, sign-ins could be intercepted')).toBeVisible()
  await admin.getByLabel('Issuer').fill('http://127.0.0.1:2')
  await admin.keyboard.press('Control+s')
  await expect(admin.getByText(/isn’t responding on this port \(connect ECONNREFUSED/)).toBeVisible()
  await expect(admin.getByLabel('Client secret')).toHaveValue(testOidcClient.client_secret)
  expect(await findViolations(admin)).toEqual([])

  await admin.getByLabel('Issuer').fill(idp.issuer)
  await admin.keyboard.press('Control+s')
  await expect(admin.getByRole('heading', { level: 1, name: 'Acme account' })).toBeVisible()
  await expect(redirect, 'the one that the provider was told').toHaveValue(reserved)
  await expect(admin.getByLabel('Client secret')).toHaveValue('')
  expect(await findViolations(admin)).toEqual([])
})

const atProvider = async (page: Page, address: string) => {
  await page.getByRole('link', { name: 'Continue with Acme account' }).click()
  await page.getByPlaceholder('Enter any login').fill(address)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('an agent signs in with it, lands on the requested page, and has an ordinary session', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  await page.goto('/account/profile')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await atProvider(page, vera.email)
  await expect(page).toHaveURL(`${url}/account/profile`)
  await expect(page.getByRole('definition').filter({ hasText: vera.email })).toBeVisible()
  await context.close()
})

test('unknown agents and cancelled sign-ins get a message on the sign-in page', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  await page.goto('/contacts')
  await atProvider(page, 'nobody@agents.test')
  await expect(page.getByRole('alert')).toContainText(
    'There’s no agent with the email address you use at Acme account',
  )
  expect(await findViolations(page)).toEqual([])
  await expect(page.getByRole('link', { name: 'Continue with Acme account' })).toHaveAttribute(
    'href',
    /next=%2Fcontacts/,
  )
  await context.close()
})

test('disabling the provider removes its button', async ({ browser }) => {
  await admin.goto('/admin/sso')
  const offered = admin.getByRole('switch', { name: 'Acme account is shown' })
  await offered.click()
  await expect(offered).not.toBeChecked()
  await expect(admin.getByRole('region', { name: /Notifications/ }).getByRole('alert')).toHaveCount(0)
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: /Continue with/ })).toHaveCount(0)
  await context.close()
  expect(await findViolations(admin)).toEqual([])
})
