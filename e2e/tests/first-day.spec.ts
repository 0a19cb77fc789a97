import type { Browser, Page } from '@playwright/test'
import { type SmtpSink, startSmtpSink } from '../../server/src/testing/email/smtp-sink.ts'
import {
  redirectUris,
  startFakeOidcProvider,
  testOidcClient,
} from '../../server/src/testing/fake-services/fake-oidc-provider.ts'
import { findViolationsInBothThemes } from '../fixtures/axe.ts'
import { test } from '../fixtures/empty-workspace.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect } from '../fixtures/test.ts'

// From an empty workspace to an answered customer, through the user interface alone, with real servers around it.

// Includes the animations, which the other specs leave out.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const support = 'support@oak.test'
const password = 'Correct-horse-9'

test('the setup steps are shown on every screen, can be dismissed, and stay on the overview', async ({
  page,
  parley,
}) => {
  const title = page.getByRole('heading', { name: 'Getting started' })
  await desk.signIn(page, parley.url, parley.admin)
  await expect(title).toBeVisible()
  expect(await findViolationsInBothThemes(page)).toEqual([])

  await page.setViewportSize({ width: 375, height: 812 })
  await expect(title).toBeVisible()
  await expect
    .poll(() => page.evaluate<number>('document.documentElement.scrollWidth'))
    .toBeLessThanOrEqual(375)
  await page.setViewportSize({ width: 1440, height: 900 })

  const away = page.getByRole('button', { name: 'Dismiss' })
  await desk.goOffline(page)
  await away.press('Enter')
  await expect(page.getByText(/No response from server/)).toBeVisible()
  await expect(title).toBeVisible()
  await page.context().setOffline(false)
  await away.press('Enter')
  await expect(title).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'No conversation open' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No conversation open' })).toBeVisible()

  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Nothing selected' })).toBeVisible()
  await page.getByRole('link', { name: 'Open the overview' }).click()
  await expect(title).toBeVisible()
  await page.getByRole('button', { name: 'Show in inbox' }).click()
  await expect(away).toBeVisible()
  await page.goto('/inboxes/assigned')
  await expect(title).toBeVisible()
})

test('optional setup steps are done or skipped', async ({ page, parley }) => {
  await desk.signIn(page, parley.url, parley.admin)
  await page.goto('/admin/overview')
  await expect(page.getByText('0 of 9 done')).toBeVisible()
  await page.getByRole('button', { name: 'Keep as is: Add your logo' }).click()
  await expect(page.getByText('1 of 9 done')).toBeVisible()
  await page.getByRole('button', { name: 'Undo: Add your logo' }).click()
  await expect(page.getByText('0 of 9 done')).toBeVisible()
  await page.getByRole('link', { name: 'Set name' }).click()
  await page.getByLabel('Workspace name').fill('Oak')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('region', { name: /Notifications/ }).getByText(/saved/)).toBeVisible()
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await expect(page.getByText('1 of 9 done')).toBeVisible()
  expect(await findViolationsInBothThemes(page)).toEqual([])
})

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one story, told in order
test('a new administrator sets up a workspace, and its agents answer the first customer', async ({
  browser,
  page,
  parley,
  dovecot,
}) => {
  // Eight steps.
  test.slow()
  const baseURL = parley.url
  const sink = await startSmtpSink()
  const toast = (text: string) => page.getByRole('region', { name: /Notifications/ }).getByText(text)
  const step = (title: string) => page.getByRole('listitem').filter({ hasText: title })
  const openInbox = () => page.getByRole('link', { name: 'Inboxes', exact: true }).first().click()
  const section = (name: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })
  const pick = async (within: ReturnType<typeof section>, label: string, option: string | RegExp) => {
    await desk.selectOption(page, within.getByLabel(label, { exact: true }), option)
  }

  await test.step('signs in with the initial password and sees where to start', async () => {
    await page.goto('/')
    await desk.signIn(page, baseURL, parley.admin)
    await expect(page.getByRole('heading', { name: 'Getting started' })).toBeVisible()
    await expect(page.getByText('1 of 9 done')).toBeVisible()
    await expect(step('Connect your first inbox')).toHaveAttribute('aria-current', 'step')
  })

  await test.step('connects an inbox', async () => {
    await page.getByRole('link', { name: 'Connect an inbox' }).click()
    await page.getByText('Another mail server').click()
    await page.getByLabel('Name', { exact: true }).fill('Support')
    await page.getByLabel('From address').fill(support)
    const receiving = section('Receiving')
    await receiving.getByLabel('Server').fill('127.0.0.1')
    await receiving.getByLabel('Port', { exact: true }).fill(String(dovecot.port))
    await pick(receiving, 'Security', 'None')
    await receiving.getByLabel('Username').fill('oak')
    await receiving.getByLabel('Password').fill(dovecot.password)
    await receiving.getByRole('button', { name: 'Test receiving' }).click()
    await expect(receiving.getByRole('status')).toContainText('Signed in as oak')
    const sending = section('Sending')
    await sending.getByLabel('Server').fill('127.0.0.1')
    await sending.getByLabel('Port', { exact: true }).fill(String(sink.port))
    await pick(sending, 'Security', 'None')
    await pick(sending, 'Authentication', 'None')
    await page.getByRole('button', { name: 'Create inbox' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible()
    await openInbox()
    await expect(step('Connect your first inbox')).toContainText(`Email to ${support} arrives here.`)
    await expect(step('Send replies')).toContainText(`Replies are sent from ${support}.`)
  })

  await test.step('sets up system mail and invites two agents, who choose their own passwords', async () => {
    await page.getByRole('link', { name: 'Set up notification email' }).click()
    await page.getByRole('switch', { name: 'Send email to agents' }).click()
    await page.getByLabel('From', { exact: true }).fill(`Oak <${support}>`)
    await page.getByLabel('Server', { exact: true }).fill('127.0.0.1')
    await page.getByLabel('Port', { exact: true }).fill(String(sink.port))
    await desk.selectOption(page, page.getByLabel('Encryption'), /^None/)
    await desk.selectOption(page, page.getByLabel('Authentication'), 'None')
    await page.keyboard.press('Control+s')
    await expect(toast('Notification settings saved.')).toBeVisible()
    await openInbox()
    await page.getByRole('link', { name: 'Invite an agent' }).click()
    for (const name of ['Iris', 'Juno']) {
      if (name === 'Juno') await page.getByRole('link', { name: 'New agent' }).click()
      await page.getByLabel('First name').fill(name)
      await page.getByLabel('Email address').fill(`${name.toLowerCase()}@oak.test`)
      await page.getByRole('button', { name: 'Create agent' }).click()
      await expect(page.getByRole('link', { name })).toBeVisible()
    }
    await openInbox()
    await expect(page.getByText('4 of 9 done')).toBeVisible()
    await expect(step('Invite your agents')).toContainText('No one else has signed in yet.')
    await expect(step('See the first conversation arrive')).toContainText(`Send an email to ${support}`)
  })
  const iris = await acceptInvitation(browser, baseURL, sink, 'iris@oak.test')
  await (await acceptInvitation(browser, baseURL, sink, 'juno@oak.test')).context().close()
  // Setup steps are only shown to the administrator.
  await expect(iris.getByRole('heading', { name: 'No conversation open' })).toBeVisible()

  await test.step('creates a team with them', async () => {
    await page.getByRole('navigation', { name: 'Optional' }).getByRole('link', { name: 'Teams' }).click()
    await page.getByRole('link', { name: 'New team' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Carpenters')
    await page.getByRole('combobox', { name: 'Members' }).click()
    for (const name of ['Iris', 'Juno']) await page.getByRole('option', { name }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Create team' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Carpenters' })).toContainText('2 members')
    // In an agent's browser, without a reload.
    await expect(iris.getByRole('link', { name: 'Carpenters' })).toBeVisible()
  })

  await test.step('adds a sign-in provider, and an agent signs in with it', async () => {
    const idp = await startFakeOidcProvider({
      host: '127.0.0.1',
      redirect_uris: redirectUris(baseURL),
    })
    await page.getByRole('link', { name: 'Single sign-on' }).click()
    await page.getByRole('link', { name: 'New provider' }).click()
    await page.getByLabel('Name').fill('Oak account')
    await page.getByLabel('Issuer').fill(idp.issuer)
    await page.getByLabel('Client ID').fill(testOidcClient.client_id)
    await page.getByLabel('Client secret').fill(testOidcClient.client_secret)
    await page.getByRole('button', { name: 'Add provider' }).click()
    await expect(page.getByLabel('URL people are redirected to')).toHaveValue(
      new RegExp(`^${baseURL}/api/v1/oidc/\\d+/finish$`),
    )
    const juno = await (await browser.newContext({ baseURL })).newPage()
    await juno.goto('/')
    await juno.getByRole('link', { name: 'Continue with Oak account' }).click()
    await juno.getByPlaceholder('Enter any login').fill('juno@oak.test')
    await juno.getByPlaceholder('and password').fill('any')
    await juno.getByRole('button', { name: 'Sign-in' }).click()
    await juno.getByRole('button', { name: 'Continue' }).click()
    await expect(juno.getByRole('link', { name: 'Carpenters' })).toBeVisible()
    await juno.context().close()
    await idp.stop()
  })

  await test.step('creates a macro', async () => {
    await openInbox()
    await page.getByRole('navigation', { name: 'Optional' }).getByRole('link', { name: 'Macros' }).click()
    await page.getByRole('link', { name: 'New macro' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Loose leg')
    await page.getByRole('textbox', { name: 'Text' }).click()
    await page.keyboard.type('Glue it, ')
    await page.getByRole('button', { name: 'Insert variable' }).click()
    await page.getByRole('menuitem', { name: 'Contact’s first name' }).click()
    await page.getByRole('button', { name: 'Add action' }).click()
    await page.getByRole('menuitem', { name: 'Set status' }).click()
    await desk.selectOption(page, page.getByRole('combobox', { name: 'Set status' }), 'Resolved')
    await page.getByRole('button', { name: 'Create macro' }).click()
    await expect(page.getByRole('link', { name: 'Loose leg' })).toBeVisible()
  })

  await test.step('sets an email template for replies', async () => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('templ')
    await page.getByRole('option', { name: /^Templates/ }).click()
    await page.getByRole('link', { name: 'New template' }).click()
    await page.getByLabel('Name').fill('House paper')
    await page.getByRole('button', { name: 'Code', exact: true }).click()
    await page
      .getByRole('textbox', { name: 'HTML and Liquid' })
      .fill('{{ content }}\n<footer>Oak, number {{ conversation.reference_number }}</footer>')
    await page.getByRole('switch', { name: 'Default template' }).click()
    await page.getByRole('button', { name: 'Create template' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'House paper' })).toContainText('Default')
  })

  await test.step('a customer writes and gets a reply', async () => {
    await openInbox()
    await expect(step('See the first conversation arrive')).toBeVisible()
    await dovecot.append(
      'oak',
      `From: Gus Wood <gus@customer.test>\r\nTo: ${support}\r\nMessage-ID: <first-day@customer.test>\r\nSubject: A leg is loose\r\n\r\nHow do I fix it?\r\n`,
    )
    await desk.openList(iris, 'Unassigned')
    await desk.openConversation(iris, 'A leg is loose')
    await desk.writeInComposer(iris, 'Reply', '/loose')
    await expect(iris.getByRole('option', { name: /^Loose leg/ })).toBeVisible()
    await iris.keyboard.press('Enter')
    await expect(desk.composer(iris).getByRole('textbox', { name: 'Reply' })).toHaveText('Glue it, Gus')
    await iris.keyboard.press('Control+Enter')
    const { raw } = await sink.waitForMail(({ to }) => to.includes('gus@customer.test'), 30_000)
    expect(raw.toString()).toMatch(/Glue it, Gus[\s\S]*Oak, number \d+/)
    await expect(desk.propertyButton(iris, 'Status')).toContainText('Resolved')
    // The workspace works: no setup steps are left.
    await expect(page.getByRole('heading', { name: 'Getting started' })).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'No conversation open' })).toBeVisible()
  })
  await iris.context().close()
  await sink.stop()
})

/** Follows the invitation link, chooses a password and signs in with it. */
async function acceptInvitation(
  browser: Browser,
  baseURL: string,
  sink: SmtpSink,
  email: string,
): Promise<Page> {
  const page = await (await browser.newContext({ baseURL })).newPage()
  const { raw } = await sink.waitForMail(({ to }) => to.includes(email))
  const text = raw.toString().replaceAll('=\r\n', '').replaceAll('=3D', '=')
  const [link = ''] = /http:\/\/localhost:\d+\/set-password\?token=\w+/.exec(text) ?? []
  await page.goto(link)
  await page.getByRole('textbox', { name: 'New password' }).fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await desk.signIn(page, baseURL, { email, password })
  return page
}
