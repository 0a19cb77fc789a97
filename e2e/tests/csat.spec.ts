import { blockContact } from '@parley/contract/contacts/contacts'
import { setStatus } from '@parley/contract/conversations/conversation-verbs'
import { getConversation } from '@parley/contract/conversations/conversations'
import { createTeam } from '@parley/contract/teams/teams'
import type { Page } from '@playwright/test'
import { simpleParser } from 'mailparser'
import { findViolations, findViolationsInBothThemes } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Person } from '../fixtures/workspace.ts'

// From automatic assignment in a team to the customer's rating.

const subject = 'My invoice has the wrong address'
let rhea: Person
let page: Page

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  await workspace.api.call(createTeam, {
    body: { name: 'Invoices', conversation_assignment_type: 'Round robin', timezone: 'UTC' },
  })
  rhea = await workspace.agent('Rhea', { roles: ['Admin'], teams: ['Invoices'] })
  page = await desk.openSignedInPage(browser, workspace.parley.url, rhea)
})
test.afterAll(async () => {
  await asks(false)
  await page?.context().close()
})

async function asks(on: boolean) {
  await page.goto('/admin/inboxes')
  await page.getByRole('link', { name: /^Support/ }).click()
  const ask = page.getByRole('switch', { name: 'Send satisfaction survey' })
  await expect(ask).toBeVisible()
  if ((await ask.getAttribute('aria-checked')) === String(on)) return
  await ask.click()
  await page.keyboard.press('Control+s')
  await expect(desk.toasts(page).first()).toBeVisible()
}

test('a conversation waits while no team member is available, says why, and goes to the first who returns', async ({
  workspace,
}) => {
  await page.goto('/inboxes/all')
  await isAway()
  const uuid = await workspace.conversation({ subject, text: 'It says 12 Main St.', name: 'Odile Lux' })
  await page.goto(`/inboxes/all/conversation/${uuid}`)
  await desk.chooseProperty(page, 'Team', /Invoices/)
  const note = desk.detailsPanel(page).getByRole('note')
  await expect(note).toContainText('No one in Invoices is available')
  await note.getByRole('button', { name: /Why/ }).click()
  await expect(page.getByText('No one in the team “Invoices” was available.')).toBeVisible()
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Rhea Agent' }).getByText('away', { exact: true }),
  ).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await isAway()
  await expect(note).toHaveCount(0)
  await expect(desk.propertyButton(page, 'Assignee')).toContainText('Rhea Agent')
  await expect(desk.messages(page).getByText(/System.*assigned.*Rhea Agent/)).toBeVisible()
})

/** Toggles it. */
async function isAway() {
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Away', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
}

test('resolving emails a survey to the customer, who answers without scripts, and the agent sees it at once', async ({
  browser,
  workspace,
}) => {
  const conversation_url = page.url()
  await asks(true)
  await page.goto(conversation_url)
  await desk.chooseProperty(page, 'Status', 'Resolved')
  const blocked = await workspace.conversation({
    subject: 'You will hear from me',
    text: 'Now',
    name: 'Ulf Rau',
  })
  const { contact_id } = await workspace.api.call(getConversation, { params: { uuid: blocked } })
  await workspace.api.call(blockContact, { params: { id: String(contact_id) }, body: { enabled: false } })
  await workspace.api.call(setStatus, { params: { uuid: blocked }, body: { status: 'Resolved' } })
  const mail = await workspace.sink.waitForMail(({ to, raw }) => {
    return to.includes('odile.lux@customer.test') && raw.toString().includes('/csat/')
  }, 30_000)
  const { html, headers } = await simpleParser(mail.raw)
  expect(headers.get('auto-submitted')).toBe('auto-generated')
  const link = /href="([^"]*\/csat\/[^"]*\?rating=5)"/.exec(String(html))?.[1]
  await expect(desk.detailsPanel(page).getByText('Survey sent')).toBeVisible()

  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: workspace.parley.url })
  const customer = await context.newPage()
  const { pathname, search } = new URL(link ?? '')
  await customer.goto(pathname + search)
  await expect(customer.getByRole('heading', { name: 'How was our help?' })).toBeVisible()
  await expect(customer.getByRole('radio', { name: /Excellent/ })).toBeChecked()
  await customer.getByRole('radio', { name: /Good/ }).check()
  await customer.getByLabel('Anything you’d like to add?').fill('Corrected within the hour.')
  await customer.getByRole('button', { name: 'Send' }).click()
  await expect(customer.getByText('4 out of 5')).toBeVisible()
  await expect(customer.getByText('Corrected within the hour.')).toBeVisible()
  await context.close()

  await expect(desk.detailsPanel(page).getByText('Corrected within the hour.')).toBeVisible()
  await expect(desk.detailsPanel(page).getByText('Good')).toBeVisible()
  await expect(desk.messages(page).getByText(/Odile Lux.*rated the conversation.*4.*\/5/)).toBeVisible()

  await page.goto(`/inboxes/all/conversation/${blocked}`)
  await expect(desk.detailsPanel(page).getByText('No survey sent. The contact is blocked.')).toBeVisible()
  await page.goto(conversation_url)

  const opened = await desk.openSignedInPage(browser, workspace.parley.url, rhea)
  await opened.goto(`${pathname}?change=1`)
  expect(await findViolationsInBothThemes(opened)).toEqual([])
  await opened.context().close()
})
