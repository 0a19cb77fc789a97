import { createSlaPolicy } from '@parley/contract/sla/sla-policies'
import { findViolationsInBothThemes } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

test('a manually chosen policy shows its deadlines and why, pauses while snoozed, and resumes', async ({
  browser,
  workspace,
}) => {
  const subject = 'How soon will you answer?'
  await workspace.api.call(createSlaPolicy, {
    body: { name: 'Platinum', first_response_time: '500h', resolution_time: '600h' },
  })
  await workspace.conversation({ subject, text: 'I wonder.', name: 'Tobias Timely' })
  const page = await desk.openSignedInPage(browser, workspace.parley.url, await workspace.agent('Ottilie'))
  await page.goto('/inboxes/all')
  await desk.openConversation(page, subject)
  const panel = desk.detailsPanel(page)

  await desk.chooseProperty(page, 'SLA policy', 'Platinum')
  await expect(panel.getByText(/^FRD \d+d$/)).toBeVisible()
  await expect(panel.getByText(/^RD \d+d$/)).toBeVisible()
  await expect(panel.getByText(/Set by Ottilie.*Business hours: Office hours/)).toBeVisible()
  await expect(desk.conversationRow(page, subject).getByText(/^FRD \d+d$/)).toBeVisible()
  await expect(desk.messages(page).getByText('set the SLA policy Platinum')).toBeVisible()

  await page.keyboard.press('h')
  await page.getByRole('option').first().click()
  await expect(panel.getByText(/^Paused, \d+d left/).first()).toBeVisible()
  await expect(panel.getByText(/^FRD/)).toHaveCount(0)
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await desk.chooseProperty(page, 'Status', 'Open')
  await expect(panel.getByText(/^FRD \d+d$/)).toBeVisible()

  await desk.chooseProperty(page, 'SLA policy', 'No SLA policy')
  await expect(panel.getByText(/^FRD/)).toHaveCount(0)
  await expect(desk.messages(page).getByText('removed the SLA policy Platinum')).toBeVisible()
  await page.context().close()
})
