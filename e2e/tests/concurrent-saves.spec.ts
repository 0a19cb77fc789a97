import { getMe } from '@parley/contract/account/me'
import { createApiKey } from '@parley/contract/agents/agents'
import { getContact, listContacts } from '@parley/contract/contacts/contacts'
import { createTag, getTag, updateTag } from '@parley/contract/tags/tags'
import { createTeam, getTeam, updateTeam } from '@parley/contract/teams/teams'
import { createView, getView, updateView } from '@parley/contract/views/views'
import type { Page } from '@playwright/test'
import { withKey } from '../fixtures/api.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Person, Workspace } from '../fixtures/workspace.ts'

// Two people save the same object at the same time: the second has read the saved version before the first saves, and sends after that.

const question = (page: Page) =>
  page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Use theirs' }) })

/** Holds back the next change of this path until someone else has saved. */
async function delayNextChange(page: Page, path: RegExp, elsewhere: () => Promise<unknown>) {
  let isFirst = true
  await page.route(path, async (route) => {
    if (route.request().method() === 'PUT' && isFirst) {
      isFirst = false
      await elsewhere()
    }
    await route.continue()
  })
}

test('when two tabs save a team at once, the second is asked and nothing is overwritten', async ({
  browser,
  workspace: { api, agent, parley },
}) => {
  const team = await api.call(createTeam, { body: { name: 'Both at once' } })
  const params = { id: String(team.id) }
  const saved = () => api.call(getTeam, { params })
  const [first, second] = await Promise.all(
    ['Una', 'Otto'].map(async (name) =>
      desk.openSignedInPage(browser, parley.url, await agent(name, { roles: ['Admin'] })),
    ),
  )
  if (!first || !second) throw new Error('Two pages are required')
  const name = (page: Page) => page.getByLabel('Name', { exact: true })
  for (const page of [first, second]) await page.goto(`/admin/teams/teams/${team.id}/edit`)
  await name(first).fill('First')
  await name(second).fill('Second')
  await delayNextChange(second, /\/api\/v1\/teams\/\d+$/, async () => {
    await first.keyboard.press('Control+s')
    await expect.poll(async () => (await saved()).name).toBe('First')
  })
  await second.keyboard.press('Control+s')

  await expect(question(second)).toBeVisible()
  await expect(name(second)).toHaveValue('Second')
  expect((await saved()).name).toBe('First')
  await question(second).getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(async () => (await saved()).name).toBe('Second')
  for (const page of [first, second]) await page.context().close()
})

test('what someone else saves in another field is kept without asking', async ({
  workspace: { api, parley, agent },
  browser,
}) => {
  const team = await api.call(createTeam, { body: { name: 'Two fields' } })
  const params = { id: String(team.id) }
  const page = await desk.openSignedInPage(browser, parley.url, await agent('Mia', { roles: ['Admin'] }))
  await page.goto(`/admin/teams/teams/${team.id}/edit`)
  await page.getByLabel('Name', { exact: true }).fill('Renamed here')
  await delayNextChange(page, /\/api\/v1\/teams\/\d+$/, () =>
    api.call(updateTeam, { params, body: { max_auto_assigned_conversations: 9 } }),
  )
  await page.keyboard.press('Control+s')
  await expect
    .poll(() => api.call(getTeam, { params }))
    .toMatchObject({ name: 'Renamed here', max_auto_assigned_conversations: 9 })
  await expect(question(page)).toHaveCount(0)
  await page.context().close()
})

test('a dialog and the contact form ask as well', async ({
  browser,
  workspace: { api, agent, parley, conversation },
}) => {
  const page = await desk.openSignedInPage(browser, parley.url, await agent('Nia', { roles: ['Admin'] }))
  const tag = await api.call(createTag, { body: { name: 'at-once' } })
  const params = { id: String(tag.id) }
  await page.goto('/admin/conversations/tags')
  await page.getByRole('button', { name: 'at-once', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('mine')
  await delayNextChange(page, /\/api\/v1\/tags\/\d+$/, () =>
    api.call(updateTag, { params, body: { name: 'theirs' } }),
  )
  await page.keyboard.press('Enter')
  await expect(question(page)).toBeVisible()
  expect((await api.call(getTag, { params })).name).toBe('theirs')
  await question(page).getByRole('button', { name: 'Use theirs' }).click()
  await expect(dialog.getByRole('textbox')).toHaveValue('theirs')

  await conversation({ subject: 'Saved at once', text: 'Hello', name: 'Once Again' })
  const contacts = await api.call(listContacts, { query: { search: 'once again' } })
  const contact = { id: String(contacts.results[0]?.id) }
  const saved = async () => (await api.call(getContact, { params: contact })).first_name
  await page.goto(`/contacts/${contact.id}`)
  const field = page.getByRole('textbox', { name: 'First name' })
  await field.fill('Mine')
  await delayNextChange(page, /\/api\/v1\/contacts\/\d+$/, async () => {
    const second = await page.context().newPage()
    await second.goto(`/contacts/${contact.id}`)
    await second.getByRole('textbox', { name: 'First name' }).fill('Theirs')
    await second.keyboard.press('Enter')
    await expect.poll(saved).toBe('Theirs')
    await second.close()
  })
  await field.press('Enter')
  await expect(question(page)).toBeVisible()
  await expect(field).toHaveValue('Mine')
  expect(await saved()).toBe('Theirs')
  await question(page).getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(saved).toBe('Mine')
  await page.context().close()
})

/** The API as used by one person's own programs. */
const apiForPerson = async ({ id }: Person, { api, parley }: Workspace) =>
  withKey(parley.url, await api.call(createApiKey, { params: { id: String(id) }, body: {} }))

test('the dialog of a view asks, and keeps what someone saved in another field', async ({
  browser,
  workspace,
}) => {
  const person = await workspace.agent('Vito')
  const personApi = await apiForPerson(person, workspace)
  const filters = (value: string) => [
    { model: 'conversations', field: 'subject', operator: 'contains', value },
  ]
  const view = await personApi.call(createView, { body: { name: 'Immediately', filters: filters('parcel') } })
  const params = { id: String(view.id) }
  const saved = () => personApi.call(getView, { params })
  const page = await desk.openSignedInPage(browser, workspace.parley.url, person)
  const dialog = page.getByRole('dialog', { name: 'Edit view' })
  const name = dialog.getByRole('textbox', { name: 'Name' })
  const edit = async (typed: string, elsewhere: () => Promise<unknown>) => {
    await page.getByRole('button', { name: /^Actions for the view/ }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await name.fill(typed)
    await delayNextChange(page, /\/api\/v1\/views\/\d+$/, elsewhere)
    await name.press('Enter')
  }
  await page.goto('/inboxes/all')
  await edit('Mine', () =>
    personApi.call(updateView, { params, body: { name: 'Theirs', filters: filters('letter') } }),
  )
  await expect(question(page)).toBeVisible()
  await expect(name).toHaveValue('Mine')
  await expect(name).toHaveAccessibleDescription('Saved in the meantime: Theirs')
  await expect(dialog.getByText('Changed by someone else in the meantime')).toHaveCount(0)
  expect((await saved()).name).toBe('Theirs')
  await question(page).getByRole('button', { name: 'Keep mine' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await saved()).toMatchObject({ name: 'Mine', filters: filters('letter') })

  await page.unrouteAll({ behavior: 'wait' })
  await edit('Mine again', () => personApi.call(updateView, { params, body: { name: 'Theirs again' } }))
  await question(page).getByRole('button', { name: 'Use theirs' }).click()
  await expect(name).toHaveValue('Theirs again')
  await expect(name).not.toHaveAttribute('aria-invalid', 'true')
  await page.context().close()
})

test('when one person changes their signature in two tabs, the second is asked', async ({
  browser,
  workspace,
}) => {
  const person = await workspace.agent('Sig')
  const personApi = await apiForPerson(person, workspace)
  const saved = async () => (await personApi.call(getMe)).signature
  const first = await desk.openSignedInPage(browser, workspace.parley.url, person)
  const second = await first.context().newPage()
  const signature = (page: Page) => page.getByRole('textbox', { name: 'Signature' })
  for (const page of [first, second]) await page.goto('/account/profile')
  await signature(first).fill('First')
  await signature(second).fill('Second')
  await delayNextChange(second, /\/api\/v1\/agents\/me\/preferences$/, async () => {
    await first.keyboard.press('Control+s')
    await expect.poll(saved).toBe('First')
  })
  await second.keyboard.press('Control+s')

  await expect(question(second)).toBeVisible()
  await expect(signature(second)).toHaveValue('Second')
  expect(await saved()).toBe('First')
  await question(second).getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(saved).toBe('Second')
  await first.context().close()
})
