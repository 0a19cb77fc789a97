import { listAll } from '@parley/contract/conversations/conversation-lists'
import { createConversation } from '@parley/contract/conversations/conversation-verbs'
import { createInbox } from '@parley/contract/inboxes/inbox-writes'
import type { Page } from '@playwright/test'
import { findViolationsInBothThemes } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

// Server problems are shown to those who can fix them, and disappear automatically.

test.use({ workspace_of: 'server-health' })
test.describe.configure({ mode: 'serial' })

let admin: Page
let agent: Page
test.beforeAll(async ({ browser, workspace }) => {
  const open = async (name: string, roles: string[]) =>
    desk.openSignedInPage(browser, workspace.parley.url, await workspace.agent(name, { roles }))
  admin = await open('Ada', ['Admin'])
  agent = await open('Ben', ['Agent'])
})
test.afterAll(async () => {
  for (const page of [admin, agent]) await page?.context().close()
})

const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'Database:' })

test('administrators see a problem while it lasts, and agents get a message when saving', async ({
  workspace,
}) => {
  const { parley } = workspace
  const setReadOnly = (value: 'on' | 'off') =>
    parley.query(
      `begin read write; alter database parley set default_transaction_read_only = ${value}; commit;
       select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    )
  const uuid = await workspace.conversation({ subject: 'Late parcel', text: 'Where is it?', name: 'Grace' })
  for (const page of [admin, agent]) {
    await page.goto(`/inboxes/all/conversation/${uuid}`)
    await expect(page.getByText('Where is it?').first()).toBeVisible()
  }
  await setReadOnly('on')
  try {
    // The server's knowledge of its parts may be a second old.
    await expect.poll(async () => (await admin.request.get('/health/ready')).text()).toContain('degraded')
    await admin.reload()
    await expect(banner(admin)).toContainText('The database is read-only, so nothing can be saved')
    await expect(admin.getByText('Where is it?').first()).toBeVisible()
    expect(await findViolationsInBothThemes(admin)).toEqual([])
    await expect(banner(agent)).toBeHidden()
    const { cookies } = await agent.context().storageState()
    const csrf = cookies.find(({ name }) => name === 'csrf_token')?.value ?? ''
    const answer = await agent.request.put(`/api/v1/conversations/${uuid}/priority`, {
      headers: { 'x-csrftoken': decodeURIComponent(csrf) },
      data: { priority: 'High' },
    })
    const refused = { status: answer.status(), body: await answer.json() }
    expect(refused).toMatchObject({ status: 503, body: { message: expect.stringContaining('wasn’t saved') } })
  } finally {
    await setReadOnly('off')
  }
  await expect(banner(admin)).toBeHidden({ timeout: 30_000 })
})

test('a reply held up by inbox settings says why, and shows the server response to administrators', async ({
  workspace: { api, sink },
}) => {
  const smtp = [{ host: '127.0.0.1', port: sink.port, auth_protocol: 'none', tls_type: 'starttls' } as const]
  const inbox = await api.call(createInbox, {
    body: { name: 'Returns', from: 'Returns <returns@parley.test>', config: { imap: [], smtp } },
  })
  await api.call(createConversation, {
    body: {
      inbox_id: inbox.id,
      contact_email: 'lin@customer.test',
      first_name: 'Lin',
      subject: 'Wrong size',
      content: '<p>We will send another one.</p>',
    },
    idempotency_key: 'wrong-size',
  })
  const uuid = async () =>
    (await api.call(listAll, { query: {} })).results.find(({ subject }) => subject === 'Wrong size')?.uuid
  await expect.poll(uuid).toBeTruthy()
  const path = `/inboxes/all/conversation/${await uuid()}`
  for (const page of [admin, agent]) {
    await page.goto(path)
    await expect(page.getByText(/Not sent yet.*127\.0\.0\.1 doesn’t offer STARTTLS/)).toBeVisible({
      timeout: 30_000,
    })
  }
  await admin.getByText('Details', { exact: true }).first().click()
  await expect(admin.getByText(/^ETLS: 50\d/)).toBeVisible()
  expect(await findViolationsInBothThemes(admin)).toEqual([])
  await expect(agent.getByText('Details', { exact: true })).toBeHidden()
})
