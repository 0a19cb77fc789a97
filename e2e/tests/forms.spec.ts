import { readFileSync } from 'node:fs'
import { listActivityLogs } from '@parley/contract/activity-log'
import { createBusinessHours } from '@parley/contract/business-hours'
import { createStatus, createTag } from '@parley/contract/lookups'
import { createMacro } from '@parley/contract/macros'
import { createRole } from '@parley/contract/roles'
import { createTeam, getTeam, updateTeam } from '@parley/contract/teams'
import type { Page } from '@playwright/test'
import { startOidcProvider, type TestProvider, testClient } from '../../server/src/testing/oidc-provider.ts'
import * as desk from '../fixtures/desk.ts'
import {
  type Form,
  fill,
  fillAll,
  fillTexts,
  held,
  neverKept,
  open,
  refused,
  refusedTexts,
  saveButton,
  textsOf,
  typed,
} from '../fixtures/forms.ts'
import { expect, test } from '../fixtures/test.ts'

// Every form of an administrator, hammered: empty, too long, wrong, with the server away, and twice.

const forms: readonly Form[] = [
  {
    route: '/admin/general',
    save: 'Save',
    right: { 'Name of the workspace': 'Hammer works' },
    wrong: { fill: { 'Root URL': 'help.example.com' }, says: /This must be the address that people open/ },
  },
  {
    route: '/admin/conversations/tags',
    opened_by: { role: 'button', name: 'New tag' },
    save: 'Create tag',
    right: { Name: 'hammered' },
    wrong: { fill: { Name: 'taken' }, says: /already/ },
  },
  {
    route: '/admin/conversations/macros/$macro/edit',
    save: 'Save',
    right: { Name: 'Hammered' },
    wrong: { fill: { Name: ' ' }, says: /cannot be empty/ },
  },
  {
    route: '/admin/custom-attributes',
    opened_by: { role: 'button', name: 'New attribute' },
    save: 'Create attribute',
    right: { Name: 'Hammered', Description: 'Loud', Key: 'hammered', Pattern: '^a' },
    wrong: { fill: { Pattern: '(a' }, says: /This pattern cannot be used/ },
    unmeasured: ['Try a value'],
  },
  {
    route: '/admin/conversations/statuses',
    opened_by: { role: 'button', name: 'New status' },
    save: 'Create status',
    right: { Name: 'Hammered' },
    wrong: { fill: { Name: 'Taken' }, says: /already/ },
  },
  {
    route: '/admin/teams/teams/new',
    save: 'Create team',
    right: { Name: 'Hammered', Emoji: '🔨' },
    wrong: { fill: { Name: 'Taken' }, says: /already/ },
  },
  {
    route: '/admin/teams/teams/$team/edit',
    save: 'Save',
    right: { Name: 'Hammered anew' },
    wrong: { fill: { Name: 'Taken' }, says: /already/ },
  },
  {
    route: '/admin/teams/agents/new',
    save: 'Create agent',
    right: { 'First name': 'Hamm', 'Last name': 'Er', 'Email address': 'hamm.er@parley.test' },
    wrong: { fill: { 'Email address': 'not an address' }, says: /not a valid email address/ },
  },
  {
    route: '/admin/teams/agents/$agent/edit',
    save: 'Save',
    right: { 'Last name': 'Hammered' },
    wrong: { fill: { 'Email address': 'not an address' }, says: /not a valid email address/ },
  },
  {
    route: '/admin/teams/agents/$agent/edit',
    opened_by: { role: 'button', name: 'Set password' },
    save: 'Set password',
    right: { 'New password': 'Hammered-horse-9' },
    wrong: { fill: { 'New password': 'short' }, says: /10 to 72 characters/ },
    secret: ['New password'],
  },
  {
    route: '/admin/teams/roles/new',
    save: 'Create role',
    right: { Name: 'Hammerers', Description: 'Test forms', 'Open conversations': true },
    wrong: { fill: { Name: 'Agent' }, says: /already/ },
  },
  {
    route: '/admin/teams/roles/$role/edit',
    save: 'Save',
    right: { Description: 'Hammered', 'Read messages': true },
    wrong: { fill: { Name: 'Agent' }, says: /already/ },
  },
  {
    route: '/admin/business-hours/new',
    save: 'Create business hours',
    right: { Name: 'Hammering', Description: 'Loud', 'Monday, span 1 opens': '10:00' },
    wrong: { fill: { 'Monday, span 1 closes': '08:00' }, says: /Closing comes after opening/ },
  },
  {
    route: '/admin/business-hours/$hours/edit',
    save: 'Save',
    right: { Description: 'Hammered' },
    wrong: { fill: { 'Monday, span 1 closes': '08:00' }, says: /Closing comes after opening/ },
  },
  {
    route: '/admin/sla/new',
    save: 'Create SLA policy',
    right: { Name: 'Hammered', Description: 'Soon', 'First response': '3', Resolution: '9' },
    wrong: { fill: { 'First response': 'soon' }, says: /between one minute and a year/ },
  },
  {
    route: '/admin/inboxes/new',
    opened_by: { role: 'radio', name: 'Another mail server' },
    save: 'Create inbox',
    right: { Name: 'Hammered', 'From address': 'hammer@parley.test', 'From name': 'Hammer' },
    wrong: { fill: { 'From address': 'nobody' }, says: /Write an address such as/ },
    secret: ['Password'],
    unmeasured: ['Also receives for'],
    longest: 5001,
  },
  {
    route: '/admin/notification',
    save: 'Save',
    right: { From: 'Parley <desk@parley.test>', Server: '127.0.0.1', 'User name': 'desk' },
    wrong: { fill: { From: 'nobody' }, says: /address/ },
    unmeasured: ['To'],
  },
  {
    route: '/admin/templates/new',
    save: 'Create template',
    longest: 100_001,
    right: { Name: 'Hammered', 'HTML and Liquid': '<p>{{ content }}</p>' },
    wrong: { fill: { 'HTML and Liquid': '{{ content' }, says: /[Ll]ine 1/ },
  },
  {
    route: '/admin/sso/new',
    save: 'Add provider',
    right: {
      Name: 'Hammered',
      Issuer: '$issuer',
      'Client ID': testClient.client_id,
      'Client secret': testClient.client_secret,
    },
    wrong: { fill: { Issuer: 'http://login.acme.test' }, says: /plain http/ },
    secret: ['Client secret'],
  },
  {
    route: '/account/security',
    opened_by: { role: 'button', name: 'Change password' },
    save: 'Change password',
    right: { 'Current password': 'Correct-horse-9', 'New password': 'Hammered-horse-9' },
    wrong: { fill: { 'Current password': 'Correct-horse-9', 'New password': 'short' }, says: /10 to 72/ },
    secret: ['Current password', 'New password'],
  },
]

/** Routes of the admin area without a row above, and why. */
const without: Record<string, string> = {
  '/admin': 'only leads on',
  '/admin/business-hours': 'a list',
  '/admin/conversations/macros': 'a list',
  '/admin/conversations/macros/new': 'has the fields of one that exists, and its text is no plain field',
  '/admin/inboxes': 'a list',
  '/admin/inboxes/mail': 'a list',
  '/admin/inboxes/oauth': 'where a provider sends people back to',
  '/admin/sla': 'a list',
  '/admin/sso': 'a list',
  '/admin/teams/activity-log': 'a list',
  '/admin/teams/agents': 'a list',
  '/admin/teams/roles': 'a list',
  '/admin/teams/teams': 'a list',
  '/admin/templates': 'a list',
  '/admin/inboxes/$id/edit': 'has the fields of a new one',
  '/admin/sla/$id/edit': 'has the fields of a new one',
  '/admin/sso/$id/edit': 'has the fields of a new one',
  '/admin/templates/$id/edit': 'has the fields of a new one',
}

test('every route of the admin area is in the table, or says why not', () => {
  const tree = readFileSync(new URL('../../web/src/routes/admin-tree.ts', import.meta.url), 'utf8')
  const routes = [...tree.matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path)
  const covered = forms.map(({ route }) => route.replace(/\$\w+/, '$id'))
  expect(routes.filter((path) => !covered.includes(path) && !(path in without))).toEqual([])
  expect(Object.keys(without).filter((path) => !routes.includes(path))).toEqual([])
})

let page: Page
let idp: TestProvider
/** What the table can only name: ids, and an address. */
const known: Record<string, string | number> = {}

test.use({ workspace_of: 'forms' })
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  const { api, parley } = workspace
  idp = await startOidcProvider({ host: '127.0.0.1', redirect_uris: [`${parley.url}/api/v1/oidc/1/finish`] })
  await api.call(createTag, { body: { name: 'taken' } })
  await api.call(createStatus, { body: { name: 'Taken' } })
  await api.call(createTeam, { body: { name: 'Taken' } })
  const name = 'To be hammered'
  const hours = { Monday: { spans: [{ open: '09:00', close: '17:00' }] } }
  known.team = (await api.call(createTeam, { body: { name } })).id
  known.role = (await api.call(createRole, { body: { name, permissions: ['conversations:read'] } })).id
  known.hours = (await api.call(createBusinessHours, { body: { name, hours } })).id
  known.macro = (
    await api.call(createMacro, {
      body: {
        name,
        message_content: '<p>Hello</p>',
        actions: [],
        visibility: 'all',
        visible_when: ['replying'],
      },
    })
  ).id
  known.agent = (await workspace.agent('Anvil')).id
  known.issuer = idp.issuer
  page = await desk.browserOf(browser, parley.url, await workspace.agent('Hanna', { roles: ['Admin'] }))
  // The browser asks before a reload, although nothing would be lost.
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto('/account/profile')
})
test.afterAll(async () => {
  await page?.context().close()
  await idp?.stop()
})

/** All forms one after the other; what was found at each is told at the end. */
async function each(work: (form: Form) => Promise<void>) {
  const found: string[] = []
  const tell = (text: string) => text.replace(/\$(\w+)/g, (_, name: string) => String(known[name]))
  for (const row of forms) {
    const right = Object.entries(row.right).map(([label, value]) => [label, value === true || tell(value)])
    const form = { ...row, route: tell(row.route), right: Object.fromEntries(right) }
    await test
      .step(`${row.route} (${row.save})`, async () => {
        await open(page, form)
        await work(form)
      })
      .catch((error: unknown) => found.push(`${row.route} (${row.save}): ${String(error).slice(0, 600)}`))
  }
  expect(found).toEqual([])
}

test('empty, too long and wrong are refused at their fields, the first of which has the focus', async () => {
  test.slow()
  await each(async (form) => {
    const untouched = await textsOf(page)
    await fillAll(page, '', form)
    await saveButton(page, form).click()
    await expect(refused(page).first()).toBeFocused()

    const filled = await fillAll(page, 'x'.repeat(form.longest ?? 2001), form)
    await saveButton(page, form).click()
    await expect(refusedTexts(page)).toHaveCount(filled)

    await fillTexts(page, untouched)
    await fill(page, { ...form.right, ...form.wrong.fill })
    await saveButton(page, form).click()
    await expect(page.getByText(form.wrong.says).first()).toBeVisible()

    await fillTexts(page, untouched)
    await fill(page, typed(form.right))
  })
})

test('with the server away every form says so and keeps what was typed', async ({
  workspace: { parley },
}) => {
  test.slow()
  await parley.stop()
  await each(async (form) => {
    await fill(page, neverKept(form))
    expect(await held(page, form)).toEqual(form.right)
    await saveButton(page, form).click()
    await expect(page.getByText('Nothing was saved, and nothing of what you typed is lost.')).toBeVisible()
    expect(await held(page, form)).toEqual(form.right)
  })
  await parley.start()
})

test('after a reload it is all there, and two clicks save it once', async ({ workspace: { api } }) => {
  test.slow()
  const entries = async () => (await api.call(listActivityLogs)).total
  const start = await entries()
  await page.reload()
  await each(async (form) => {
    await fill(page, neverKept(form))
    expect(await held(page, form)).toEqual(form.right)
    const before = await entries()
    await saveButton(page, form).dblclick()
    await expect.poll(entries).toBe(before + 1)
  })
  expect(await entries()).toBe(start + forms.length)
})

test('who saves after somebody else is asked where both changed a field, and undoes nothing else', async ({
  workspace: { api },
}) => {
  const params = { id: String(known.team) }
  const saved = () => api.call(getTeam, { params })
  const elsewhere = async (change: object) =>
    api.call(updateTeam, { params, body: { ...(await saved()), ...change } })
  await page.goto(`/admin/teams/teams/${known.team}/edit`)
  await page.getByLabel('Name', { exact: true }).fill('Mine')
  await elsewhere({ name: 'Theirs', emoji: '🦉' })
  await page.keyboard.press('Control+s')
  const question = page.getByRole('alert').filter({ hasText: 'Somebody else was quicker' })
  await expect(question).toBeVisible()
  await expect(page.getByText('Saved meanwhile: Theirs')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Mine')
  expect((await saved()).name).toBe('Theirs')
  await question.getByRole('button', { name: 'Save mine' }).click()
  await expect.poll(saved).toMatchObject({ name: 'Mine', emoji: '🦉' })

  await page.getByLabel('Name', { exact: true }).fill('Mine again')
  await elsewhere({ name: 'Theirs again' })
  await page.keyboard.press('Control+s')
  await question.getByRole('button', { name: 'Take theirs' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Theirs again')
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0)
  expect((await saved()).name).toBe('Theirs again')
})
