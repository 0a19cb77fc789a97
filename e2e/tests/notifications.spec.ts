import { getAgent } from '@parley/contract/agents/agents'
import { assignUser } from '@parley/contract/conversations/conversation-verbs'
import { updateEmailNotification } from '@parley/contract/notifications/system-mail'
import type { ReceivedMail } from '../../server/src/testing/email/smtp-sink.ts'
import { findViolations, findViolationsInBothThemes } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

// From an assignment to its notification email, to unsubscribing and back.

test.use({ workspace_of: 'notifications' })
test.beforeAll(({ workspace: { api, sink } }) =>
  api.call(updateEmailNotification, {
    body: {
      'notification.email.enabled': true,
      'notification.email.email_address': 'Parley <desk@parley.test>',
      'notification.email.host': '127.0.0.1',
      'notification.email.port': sink.port,
      'notification.email.tls_type': 'none',
      'notification.email.auth_protocol': 'none',
    },
  }),
)

const inOneLine = ({ raw }: ReceivedMail) => raw.toString().replace(/\r\n[ \t]/g, ' ')

test('an assignment is emailed; the email unsubscribes, and the account settings subscribe again', async ({
  browser,
  workspace,
}) => {
  const { api, sink, parley } = workspace
  const nora = await workspace.agent('Nora')
  const assign = async (subject: string) => {
    const uuid = await workspace.conversation({ subject, text: '<p>Hello</p>', name: `Of ${subject}` })
    await api.call(assignUser, { params: { uuid }, body: { assignee_id: nora.id } })
    return uuid
  }
  const mailed = (subject: string) =>
    sink.waitForMail(
      (mail) => mail.to.includes(nora.email) && inOneLine(mail).includes(`Assigned to you: ${subject}`),
    )

  const uuid = await assign('Nightstand')
  const mail = inOneLine(await mailed('Nightstand'))
  const [, link = ''] = /^List-Unsubscribe:\s*<([^>]+)>/m.exec(mail) ?? []
  const signInPage = await (await browser.newContext({ baseURL: parley.url })).newPage()
  await signInPage.goto(link)
  await expect(signInPage.getByRole('heading', { name: 'Turn off these emails?' })).toBeVisible()
  expect(await findViolationsInBothThemes(signInPage)).toEqual([])
  await signInPage.getByRole('button', { name: 'Turn off' }).click()
  await expect(signInPage.getByRole('heading', { name: 'These emails are turned off' })).toBeVisible()
  await signInPage.reload()
  await expect(signInPage.getByRole('heading', { name: 'These emails are turned off' })).toBeVisible()
  await signInPage.context().close()
  await assign('Wardrobe')

  const page = await desk.openSignedInPage(browser, parley.url, nora)
  await page.goto(`/inboxes/all/conversation/${uuid}`)
  await expect(desk.message(page, 'Hello')).toBeVisible()
  await page.goto('/account/notifications')
  const assigned = page.getByRole('switch', { name: 'A conversation is assigned to you: Email' })
  await expect(assigned).not.toBeChecked()
  await assigned.click()
  await desk.selectOption(page, page.getByLabel('Sent at'), '07:00')
  await desk.selectOption(page, page.getByLabel('Time zone'), 'Custom')
  await expect(page.getByRole('combobox', { name: 'Your time zone: Europe/Berlin' })).toBeVisible()
  await expect
    .poll(() => api.call(getAgent, { params: { id: String(nora.id) } }))
    .toMatchObject({ muted_notifications: [], digest_hour: 7, time_zone: 'Europe/Berlin' })
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Your time zone: Europe/Berlin' })).toBeVisible()
  await expect(assigned).toBeChecked()
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await assign('Bookcase')
  await mailed('Bookcase')
  expect(
    sink.mails.filter((mail) => mail.to.includes(nora.email) && inOneLine(mail).includes('Wardrobe')),
  ).toEqual([])

  const admin = await desk.openSignedInPage(
    browser,
    parley.url,
    await workspace.agent('Notaria', { roles: ['Admin'] }),
  )
  await admin.goto('/admin/notification')
  await admin.getByRole('switch', { name: 'A customer rates their help' }).click()
  await admin.keyboard.press('Control+s')
  await expect(desk.toasts(admin).getByText('Notification settings saved.')).toBeVisible()
  expect(await findViolations(admin)).toEqual([])
  await admin.context().close()
  await page.reload()
  await expect(page.getByRole('switch', { name: 'A customer rates your help: Email' })).toBeDisabled()
  await expect(page.getByText('Turned off for everyone by an administrator.')).toBeVisible()
  await page.context().close()
})
