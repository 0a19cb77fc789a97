import { createAgent, listAgents } from '@parley/contract/agents/agents'
import type { Page } from '@playwright/test'
import {
  type FakeOidcProvider,
  redirectUris,
  startFakeOidcProvider,
  testOidcClient,
} from '../../server/src/testing/fake-services/fake-oidc-provider.ts'
import { findViolations } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import type { Parley } from '../fixtures/parley.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Person } from '../fixtures/workspace.ts'

// Changes to how people sign in require confirming one's identity above the form, which is then saved.

let page: Page
let sol: Person
let url: string
let parley: Parley
let idp: FakeOidcProvider

test.use({ workspace_of: 'confirm-identity', server_env: { PARLEY_OIDC_ALLOW: '127.0.0.1' } })
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  url = workspace.parley.url.replace('127.0.0.1', 'localhost')
  sol = await workspace.agent('Maud', { roles: ['Admin'] })
  page = await desk.openSignedInPage(browser, url, sol)
  parley = workspace.parley
  idp = await startFakeOidcProvider({ host: '127.0.0.1', redirect_uris: redirectUris(url) })
})
test.afterAll(async () => {
  await page?.context().close()
  await idp?.stop()
})

const dialog = () => page.getByRole('dialog', { name: 'Confirm it’s you' })
const lifetime = () => page.getByLabel('Session lifetime')
/** As if everyone had signed in an hour ago. */
const expireConfirmations = () =>
  parley.query(`update sessions set created_at = created_at - interval '1 hour', confirmed_at = null`)

test('a form asks for the password, keeps its values if it is wrong or cancelled, and saves when it is right', async () => {
  await page.goto('/admin/general')
  await expireConfirmations()
  await lifetime().fill('14')
  await page.keyboard.press('Control+s')
  await expect(dialog()).toBeVisible()
  await expect(dialog().getByLabel('Password')).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog()).toBeHidden()
  await expect(page.getByRole('alert')).toContainText('Confirm it’s you to change this')
  await expect(lifetime()).toHaveValue('14')

  await page.getByRole('button', { name: 'Try again' }).click()
  await dialog().getByLabel('Password').fill('Wrong-horse-1')
  await page.keyboard.press('Enter')
  await expect(dialog().getByText('Wrong password')).toBeVisible()
  await dialog().getByLabel('Password').fill(sol.password)
  await page.keyboard.press('Enter')
  await expect(dialog()).toBeHidden()
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden()
  await page.reload()
  await expect(lifetime()).toHaveValue('14')

  await lifetime().fill('30')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden()
  await expect(dialog()).toBeHidden()
})

test('confirming above a dialog leaves the dialog as it is', async ({ workspace: { api } }) => {
  const admins = await api.call(listAgents)
  const id = admins.find(({ email }) => email === sol.email)?.id
  await page.goto(`/admin/teams/agents/${id}/edit`)
  await expireConfirmations()
  await page.getByRole('button', { name: 'Replace key' }).click()
  const form = page.getByRole('dialog', { name: 'Replace the API key?' })
  await form.getByRole('switch', { name: 'Read-only' }).click()
  await form.getByRole('button', { name: 'Replace key' }).click()
  await expect(dialog()).toBeVisible()
  await dialog().getByLabel('Password').click()
  await dialog().getByLabel('Password').fill(sol.password)
  await dialog().getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('dialog', { name: 'Copy the secret now' })).toBeVisible()
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  await expect(page.getByText('Access: read-only')).toBeVisible()
})

test('an agent without an invitation is marked, and gets a link that works once', async ({
  browser,
  workspace: { api },
}) => {
  await api.call(createAgent, {
    body: { first_name: 'Nora', email: 'nora@agents.test', roles: ['Agent'], send_welcome_email: true },
  })
  await api.call(createAgent, { body: { first_name: 'Omar', email: 'omar@agents.test', roles: ['Agent'] } })
  await page.goto('/admin/teams/agents')
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect(row('Nora').getByText('Invitation not sent')).toBeVisible()
  await expect(row('Omar').getByText('Not invited')).toBeVisible()
  await row('Omar').getByRole('link').first().click()
  await expect(page.getByText('No invitation was sent')).toBeVisible()
  await page.getByRole('button', { name: 'Copy one-time link' }).click()
  const linkDialog = page.getByRole('dialog', { name: 'One-time link' })
  const link = (await linkDialog.locator('code').textContent()) ?? ''
  expect(await findViolations(page)).toEqual([])
  await linkDialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(page.getByText('Invited by link')).toBeVisible()

  const signInPage = await (await browser.newContext()).newPage()
  await signInPage.goto(`${url}${new URL(link).pathname}${new URL(link).search}`)
  await signInPage.getByRole('textbox', { name: 'New password' }).fill('Correct-horse-7')
  await signInPage.keyboard.press('Enter')
  await expect(signInPage.getByText('Your password is set')).toBeVisible()
  await desk.signIn(signInPage, url, { email: 'omar@agents.test', password: 'Correct-horse-7' })
  await signInPage.context().close()
})

test('agents who sign in with a provider confirm there, in a separate window', async ({ browser }) => {
  await page.goto('/admin/sso/new')
  await page.getByLabel('Name').fill('Acme account')
  await page.getByLabel('Issuer').fill(idp.issuer)
  await page.getByLabel('Client ID').fill(testOidcClient.client_id)
  await page.getByLabel('Client secret').fill(testOidcClient.client_secret)
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('heading', { level: 1, name: 'Acme account' })).toBeVisible()

  const agentPage = await (await browser.newContext({ baseURL: url })).newPage()
  const atProvider = async (providerPage: Page) => {
    await providerPage.locator('input[name=login]').fill(sol.email)
    await providerPage.locator('input[name=password]').fill('any')
    await providerPage.getByRole('button', { name: 'Sign-in' }).click()
  }
  await agentPage.goto('/')
  await agentPage.getByRole('link', { name: 'Continue with Acme account' }).click()
  await atProvider(agentPage)
  await agentPage.getByRole('button', { name: 'Continue' }).click()
  await expect(agentPage.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await parley.query('update agents set password_hash = null where email = $1', [sol.email])
  await expireConfirmations()

  await agentPage.goto('/admin/general')
  await agentPage.getByLabel('Session lifetime').fill('21')
  await agentPage.keyboard.press('Control+s')
  const confirmDialog = agentPage.getByRole('dialog', { name: 'Confirm it’s you' })
  const [providerPage] = await Promise.all([
    agentPage.waitForEvent('popup'),
    confirmDialog.getByRole('button', { name: 'Continue with Acme account' }).click(),
  ])
  await atProvider(providerPage)
  await expect(providerPage.getByRole('heading', { name: 'Confirmed' })).toBeVisible()
  await expect(confirmDialog).toBeHidden()
  await expect(agentPage.getByRole('region', { name: 'Unsaved changes' })).toBeHidden()
  await agentPage.reload()
  await expect(agentPage.getByLabel('Session lifetime')).toHaveValue('21')
  await agentPage.context().close()
})

test('an image cannot sign anyone out', async () => {
  for (const src of ['/logout', `${url}/logout`])
    await page.evaluate(`new Promise((done) => {
      const picture = document.body.appendChild(new Image())
      picture.onload = picture.onerror = () => done()
      picture.src = ${JSON.stringify(src)}
    })`)
  await page.goto('/inboxes/assigned')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})
