import { createAgent, listAgents } from '@parley/contract/agents/agents'
import type { Page } from '@playwright/test'
import {
  type FakeOidcProvider,
  startFakeOidcProvider,
  testOidcClient,
} from '../../server/src/testing/fake-services/fake-oidc-provider.ts'
import { findViolations } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import type { Parley } from '../fixtures/parley.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Person } from '../fixtures/workspace.ts'

// Changes to how people sign in ask who is there, over whatever form was saved, and save it then.

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
  idp = await startFakeOidcProvider({ host: '127.0.0.1', redirect_uris: [`${url}/api/v1/oidc/1/finish`] })
})
test.afterAll(async () => {
  await page?.context().close()
  await idp?.stop()
})

const dialog = () => page.getByRole('dialog', { name: 'Confirm it’s you' })
const lifetime = () => page.getByLabel('Session lifetime')
/** As if everybody had signed in an hour ago. */
const anHourPasses = () =>
  parley.query(`update sessions set created_at = created_at - interval '1 hour', confirmed_at = null`)

test('a form asks for the password, keeps what was typed when it is wrong or cancelled, and saves once it is right', async () => {
  await page.goto('/admin/general')
  await anHourPasses()
  await lifetime().fill('14')
  await page.keyboard.press('Control+s')
  await expect(dialog()).toBeVisible()
  await expect(dialog().getByLabel('Password')).toBeFocused()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog()).toBeHidden()
  await expect(page.getByRole('alert')).toContainText('Confirm who you are to change this')
  await expect(lifetime()).toHaveValue('14')

  await page.getByRole('button', { name: 'Try again' }).click()
  await dialog().getByLabel('Password').fill('Wrong-horse-1')
  await page.keyboard.press('Enter')
  await expect(dialog().getByText('This is not your password')).toBeVisible()
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

test('over a form that is a dialog itself it leaves that one as it is', async ({ workspace: { api } }) => {
  const admins = await api.call(listAgents)
  const id = admins.find(({ email }) => email === sol.email)?.id
  await page.goto(`/admin/teams/agents/${id}/edit`)
  await anHourPasses()
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

test('an agent without an invitation shows as such, and gets a link that works once', async ({
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
  const shown = page.getByRole('dialog', { name: 'One-time link' })
  const link = (await shown.locator('code').textContent()) ?? ''
  expect(await findViolations(page)).toEqual([])
  await shown.getByRole('button', { name: 'Close' }).first().click()
  await expect(page.getByText('Invited by link')).toBeVisible()

  const door = await (await browser.newContext()).newPage()
  await door.goto(`${url}${new URL(link).pathname}${new URL(link).search}`)
  await door.getByRole('textbox', { name: 'New password' }).fill('Correct-horse-7')
  await door.keyboard.press('Enter')
  await expect(door.getByText('Your password is set')).toBeVisible()
  await desk.signIn(door, url, { email: 'omar@agents.test', password: 'Correct-horse-7' })
  await door.context().close()
})

test('who signs in at a provider confirms there, in a window of its own', async ({ browser }) => {
  await page.goto('/admin/sso/new')
  await page.getByLabel('Name').fill('Acme account')
  await page.getByLabel('Issuer').fill(idp.issuer)
  await page.getByLabel('Client ID').fill(testOidcClient.client_id)
  await page.getByLabel('Client secret').fill(testOidcClient.client_secret)
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('heading', { level: 1, name: 'Acme account' })).toBeVisible()

  const here = await (await browser.newContext({ baseURL: url })).newPage()
  const atProvider = async (there: Page) => {
    await there.locator('input[name=login]').fill(sol.email)
    await there.locator('input[name=password]').fill('any')
    await there.getByRole('button', { name: 'Sign-in' }).click()
  }
  await here.goto('/')
  await here.getByRole('link', { name: 'Continue with Acme account' }).click()
  await atProvider(here)
  await here.getByRole('button', { name: 'Continue' }).click()
  await expect(here.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await parley.query('update agents set password_hash = null where email = $1', [sol.email])
  await anHourPasses()

  await here.goto('/admin/general')
  await here.getByLabel('Session lifetime').fill('21')
  await here.keyboard.press('Control+s')
  const asked = here.getByRole('dialog', { name: 'Confirm it’s you' })
  const [there] = await Promise.all([
    here.waitForEvent('popup'),
    asked.getByRole('button', { name: 'Continue with Acme account' }).click(),
  ])
  await atProvider(there)
  await expect(there.getByRole('heading', { name: 'Confirmed' })).toBeVisible()
  await expect(asked).toBeHidden()
  await expect(here.getByRole('region', { name: 'Unsaved changes' })).toBeHidden()
  await here.reload()
  await expect(here.getByLabel('Session lifetime')).toHaveValue('21')
  await here.context().close()
})

test('a picture cannot sign anybody out', async () => {
  for (const src of ['/logout', `${url}/logout`])
    await page.evaluate(`new Promise((done) => {
      const picture = document.body.appendChild(new Image())
      picture.onload = picture.onerror = () => done()
      picture.src = ${JSON.stringify(src)}
    })`)
  await page.goto('/inboxes/assigned')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})
