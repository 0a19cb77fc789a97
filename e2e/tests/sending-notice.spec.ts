import { updateInbox } from '@parley/contract/inboxes/inbox-writes'
import type { Page } from '@playwright/test'
import { findViolationsInBothThemes } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

// An inbox that cannot send says so before anything is typed, in terms that suit each role, until it works again.

let agent: Page
let admin: Page
let uuid: string
let id: number
test.use({ workspace_of: 'sending-notice' })
test.describe.configure({ mode: 'serial' })

const inboxWith = (smtp: { host: string; port: number }[]) => ({
  name: 'Support',
  from: 'Parley Support <support@parley.test>',
  enabled: true,
  config: {
    imap: [],
    smtp: smtp.map((server) => ({ ...server, auth_protocol: 'none' as const, tls_type: 'none' as const })),
  },
})
const notice = (page: Page) => desk.composer(page).getByRole('status').filter({ hasText: 'Support' })
const send = (page: Page) => desk.composer(page).getByRole('button', { name: 'Send', exact: true })

test.beforeAll(async ({ browser, workspace }) => {
  const { api, parley, inbox } = workspace
  id = inbox.id
  uuid = await workspace.conversation({
    subject: 'Where is my parcel?',
    text: 'It is late.',
    name: 'Gus Wood',
  })
  await api.call(updateInbox, { params: { id: String(id) }, body: inboxWith([]) })
  agent = await desk.openSignedInPage(browser, parley.url, await workspace.agent('Iris'))
  admin = await desk.openSignedInPage(browser, parley.url, await workspace.agent('Ada', { roles: ['Admin'] }))
  for (const page of [agent, admin]) await page.goto(`/inboxes/all/conversation/${uuid}`)
})
test.afterAll(async () => {
  await agent?.context().close()
  await admin?.context().close()
})

test('without an outgoing server a reply is refused before sending, but a note is not', async () => {
  await expect(notice(agent)).toContainText('Email can’t be sent: Support has no outgoing mail server.')
  await expect(notice(agent)).toContainText('Ask an administrator to fix it.')
  await expect(notice(agent).getByRole('link')).toHaveCount(0)
  await desk.writeInComposer(agent, 'Reply', 'It is on its way.')
  await agent.keyboard.press('Control+Enter')
  await expect(send(agent)).toBeDisabled()
  await expect(desk.composer(agent).getByRole('textbox', { name: 'Reply' })).toHaveText('It is on its way.')
  await desk.composer(agent).getByRole('tab', { name: 'Private note' }).click()
  await expect(notice(agent)).toHaveCount(0)
  await desk.composer(agent).getByRole('tab', { name: 'Reply' }).click()

  await notice(admin).getByRole('link', { name: 'Open inbox settings' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible()
  await admin.goBack()
  await expect(notice(admin)).toBeVisible()
  expect(await findViolationsInBothThemes(admin)).toEqual([])
})

test('a new conversation from that inbox is refused in the same way', async () => {
  await agent.keyboard.press('Escape')
  await agent.getByRole('button', { name: 'New conversation' }).first().click()
  const dialog = agent.getByRole('dialog')
  await desk.selectOption(agent, dialog.getByRole('combobox', { name: 'Inbox' }), 'Support')
  await expect(dialog.getByText('Support has no outgoing mail server')).toBeVisible()
  await agent.keyboard.press('Escape')
})

test('administrators see the reason for a failing server, and replies are still accepted', async ({
  workspace: { api },
}) => {
  const body = inboxWith([{ host: '127.0.0.1', port: 9 }])
  await api.call(updateInbox, { params: { id: String(id) }, body })
  await expect(notice(agent)).toContainText('Support can’t send email right now.')
  await expect(notice(agent)).not.toContainText('127.0.0.1')
  await expect(notice(admin)).toContainText('127.0.0.1')
  await expect(send(agent)).toBeEnabled()
})

test('the notice disappears automatically when the inbox is fixed', async ({ workspace: { api, sink } }) => {
  const body = inboxWith([{ host: '127.0.0.1', port: sink.port }])
  await api.call(updateInbox, { params: { id: String(id) }, body })
  await expect(notice(agent)).toHaveCount(0)
  await expect(notice(admin)).toHaveCount(0)
  await send(agent).click()
  await sink.waitForMail(({ to }) => to.includes('gus.wood@customer.test'), 30_000)
  await expect(desk.message(agent, 'It is on its way.')).toBeVisible()
})
