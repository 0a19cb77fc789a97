import { readdirSync, readFileSync } from 'node:fs'
import { listActivityLogs } from '@parley/contract/activity-log/activity-log'
import { getAgent } from '@parley/contract/agents/agents'
import { createAiPrompt, createAiProvider } from '@parley/contract/ai/ai-settings'
import { createOidcProvider } from '@parley/contract/auth/oidc'
import { createRule } from '@parley/contract/automations/automations'
import { createBusinessHours } from '@parley/contract/business-hours/business-hours'
import { createCustomAttribute } from '@parley/contract/custom-attributes/custom-attribute-writes'
import { createMacro } from '@parley/contract/macros/macros'
import { createRole } from '@parley/contract/roles/roles'
import { createSlaPolicy } from '@parley/contract/sla/sla-policies'
import { createStatus } from '@parley/contract/statuses/statuses'
import { createTag } from '@parley/contract/tags/tags'
import { createTeam, getTeam, updateTeam } from '@parley/contract/teams/teams'
import { createTemplate } from '@parley/contract/templates/templates'
import { createWebhook } from '@parley/contract/webhooks/webhooks'
import type { Browser, Page, Request } from '@playwright/test'
import {
  type FakeOidcProvider,
  redirectUris,
  startFakeOidcProvider,
  testOidcClient,
} from '../../server/src/testing/fake-services/fake-oidc-provider.ts'
import type { Api } from '../fixtures/api.ts'
import {
  conflictingEdit,
  editsExisting,
  type FormCase,
  fillForm,
  fillTextFields,
  invalidFields,
  invalidTextFields,
  openForm,
  readFields,
  readTexts,
  restoreTexts,
  saveButton,
  secretFields,
} from '../fixtures/form-actions.ts'
import { formCases, routesWithoutForm } from '../fixtures/form-table.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Workspace } from '../fixtures/workspace.ts'

// Every form of the admin area: empty, too long, invalid, left and reloaded, with the server down, submitted twice, and edited by two
// people at once.

test('every route of the admin area is in the table, or says why not', () => {
  const folder = new URL('../../web/src/routes/admin/', import.meta.url)
  const files = readdirSync(folder).filter((file) => file.endsWith('-routes.ts'))
  const source = files.map((file) => readFileSync(new URL(file, folder), 'utf8')).join('')
  const routes = [...source.matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path)
  const covered = formCases.map(({ route }) => route.replace(/\$\w+/, '$id'))
  expect(routes.filter((path) => !covered.includes(path) && !(path in routesWithoutForm))).toEqual([])
  expect(Object.keys(routesWithoutForm).filter((path) => !routes.includes(path))).toEqual([])
})

let page: Page
let idp: FakeOidcProvider
/** Parameters that the table only names: ids and an address. */
const parameters: Record<string, string | number> = {}

test.use({
  workspace_of: 'forms',
  server_env: {
    PARLEY_WEBHOOK_ALLOW: '127.0.0.1',
    PARLEY_AI_ALLOW: '127.0.0.1',
    PARLEY_OIDC_ALLOW: '127.0.0.1',
  },
})
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  const { api, parley } = workspace
  idp = await startFakeOidcProvider({
    host: '127.0.0.1',
    redirect_uris: redirectUris(parley.url),
  })
  await api.call(createTag, { body: { name: 'taken' } })
  await api.call(createStatus, { body: { name: 'Taken' } })
  await api.call(createTeam, { body: { name: 'Taken' } })
  const name = 'To be hammered'
  const hours = { Monday: { spans: [{ open: '09:00', close: '17:00' }] } }
  parameters.team = (await api.call(createTeam, { body: { name } })).id
  parameters.role = (await api.call(createRole, { body: { name, permissions: ['conversations:read'] } })).id
  parameters.hours = (await api.call(createBusinessHours, { body: { name, hours } })).id
  parameters.macro = (
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
  await api.call(createTag, { body: { name: 'to be hammered' } })
  await api.call(createStatus, { body: { name } })
  await api.call(createCustomAttribute, {
    body: {
      name,
      description: 'Quiet',
      applies_to: 'conversation',
      data_type: 'text',
      key: 'to_be_hammered',
    },
  })
  parameters.sla = (await api.call(createSlaPolicy, { body: { name, first_response_time: '4h' } })).id
  parameters.template = (await api.call(createTemplate, { body: { name, body: '{{ content }}' } })).id
  parameters.provider = (
    await api.call(createOidcProvider, { body: { name, provider_url: idp.issuer, ...testOidcClient } })
  ).id
  parameters.model = (
    await api.call(createAiProvider, {
      body: { name, base_url: 'https://127.0.0.1:9/v1', model: 'anvil' },
    })
  ).id
  parameters.prompt = (await api.call(createAiPrompt, { body: { title: name, content: 'Keep it.' } })).id
  parameters.webhook = (
    await api.call(createWebhook, {
      body: { name, url: 'http://127.0.0.1:9/', events: ['message.created'] },
    })
  ).id
  const actions = [{ type: 'add_tags' as const, value: ['taken'] }]
  parameters.rule = (
    await api.call(createRule, { body: { name, type: 'new_conversation', rules: [{ actions }] } })
  ).id
  parameters.inbox = workspace.inbox.id
  parameters.agent = (await workspace.agent('Anvil')).id
  parameters.issuer = idp.issuer
  page = await openAdminPage(browser, workspace, 'Hanna')
})
test.afterAll(async () => {
  await page?.context().close()
  await idp?.stop()
})

async function openAdminPage(browser: Browser, { parley, api, agent }: Workspace, name: string) {
  const admin = await agent(name, { roles: ['Admin'] })
  const opened = await desk.openSignedInPage(browser, parley.url, admin)
  // The browser asks before a reload, although nothing would be lost.
  opened.on('dialog', (dialog) => void dialog.accept())
  await opened.goto('/account/profile')
  // That is an entry of the activity log, which the tests count.
  const readStatus = async () =>
    (await api.call(getAgent, { params: { id: String(admin.id) } })).availability_status
  await expect.poll(readStatus).toBe('online')
  return opened
}

/** For a busy machine; nothing here waits for a timer. */
const formTimeout = 30_000

/** Runs all forms one by one and reports all failures at the end. */
async function forEachForm(check: (form: FormCase) => Promise<void>) {
  const failures: string[] = []
  const tell = (text: string) => text.replace(/\$(\w+)/g, (_, name: string) => String(parameters[name]))
  for (const row of formCases) {
    const expected = Object.entries(row.valid).map(([label, value]) => [label, value === true || tell(value)])
    const form = { ...row, route: tell(row.route), valid: Object.fromEntries(expected) }
    await test
      .step(
        `${row.route} (${row.save})`,
        async () => {
          await openForm(page, form)
          await check(form)
        },
        // One hanging form must not use up the time of all.
        { timeout: formTimeout },
      )
      .catch(async (error: unknown) => {
        failures.push(`${row.route} (${row.save}): ${String(error).slice(0, 600)}`)
        await page.context().setOffline(false)
      })
  }
  expect(failures).toEqual([])
}

/** The number of activity log entries: one for each saved object. */
const entries = async (api: Api) => (await api.call(listActivityLogs)).total

test('empty, too long and invalid values are reported at their fields, and the first has the focus', async () => {
  test.setTimeout(formCases.length * formTimeout)
  await forEachForm(async (form) => {
    const untouched = await readTexts(page)
    await fillTextFields(page, '', form)
    await saveButton(page, form).click()
    await expect(invalidFields(page).first()).toBeFocused()

    const filled = await fillTextFields(page, 'x'.repeat(form.overlong_length ?? 2001), form)
    await saveButton(page, form).click()
    await expect(invalidTextFields(page)).toHaveCount(filled)

    await restoreTexts(page, untouched)
    const before = await readFields(page, { ...form, valid: form.invalid.fill })
    await fillForm(page, { ...form.valid, ...form.invalid.fill })
    await saveButton(page, form).click()
    await expect(page.getByText(form.invalid.message).first()).toBeVisible()

    await restoreTexts(page, untouched)
    await fillForm(page, before)
  })
})

test('an untouched field shows no error; changed and then left empty, it does', async () => {
  const invalid = async (label: string, is: boolean) => {
    const field = page.getByLabel(label, { exact: true })
    await (is ? expect(field) : expect(field).not).toHaveAttribute('aria-invalid', 'true')
  }
  await page.goto('/admin/teams/agents/new')
  await expect(page.getByLabel('First name')).toBeFocused()
  await page.getByLabel('Email address').fill('not an address')
  await page.keyboard.press('Tab')
  await invalid('Email address', true)
  await invalid('First name', false)
  await page.getByLabel('First name').fill('x')
  await page.getByLabel('First name').fill('')
  await page.keyboard.press('Tab')
  await invalid('First name', true)
  await page.getByRole('link', { name: 'Cancel' }).click()
})

test('unsaved values survive navigation, a reload and a server outage, and two clicks save once', async ({
  workspace: { api },
}) => {
  test.setTimeout(2 * formCases.length * formTimeout)
  const start = await entries(api)
  await forEachForm((form) => fillForm(page, form.valid))
  await page.reload()
  await forEachForm(async (form) => {
    await fillForm(page, secretFields(form))
    await expect.poll(() => readFields(page, form)).toEqual(form.valid)
    if (form.confirm_button)
      await expect(page.getByRole('button', { name: form.confirm_button })).toBeVisible()
    const before = await entries(api)
    await page.context().setOffline(true)
    await saveButton(page, form).click()
    await expect(page.getByText('Nothing was saved. What you typed is still here.')).toBeVisible()
    await expect.poll(() => readFields(page, form)).toEqual(form.valid)
    expect(await entries(api)).toBe(before)
    await page.context().setOffline(false)
    await saveButton(page, form).dblclick()
    await expect.poll(() => entries(api)).toBe(before + 1)
  })
  expect(await entries(api)).toBe(start + formCases.length)
})

test('what is typed while an entity is being created continues on its page', async () => {
  test.setTimeout(formCases.length * formTimeout)
  await forEachForm(async (form) => {
    if (!form.route.endsWith('/new')) return
    // Not the values that the test above has saved.
    const emails = Object.entries(form.valid).filter(([, value]) => String(value).includes('@'))
    const others = Object.fromEntries(emails.map(([label, email]) => [label, `other.${email}`]))
    await fillForm(page, { ...form.valid, ...others, ...conflictingEdit(form, 'Mine') })
    const response = Promise.withResolvers<void>()
    const isCreation = (request: Request) => request.headers()['idempotency-key'] !== undefined
    await page.route('**/api/v1/**', async (route) => {
      if (isCreation(route.request())) await response.promise
      await route.fallback()
    })
    const creation = page.waitForRequest(isCreation)
    await saveButton(page, form).click()
    await creation
    const later = conflictingEdit(form, 'Theirs')
    await fillForm(page, later)
    response.resolve()
    await expect(page).toHaveURL(/\/\d+\/edit$/)
    await expect.poll(() => readFields(page, { ...form, valid: later })).toEqual(later)
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await page.unrouteAll()
  })
})

test('every edit form asks when someone else saved the same field', async ({ browser, workspace }) => {
  const { api } = workspace
  test.setTimeout(formCases.length * formTimeout)
  const otherPage = await openAdminPage(browser, workspace, 'Otto')
  await forEachForm(async (form) => {
    if (!editsExisting(form)) return
    await openForm(otherPage, form)
    await fillForm(page, conflictingEdit(form, 'Mine'))
    await fillForm(otherPage, conflictingEdit(form, 'Theirs'))
    const before = await entries(api)
    await saveButton(otherPage, form).click()
    await expect.poll(() => entries(api)).toBe(before + 1)
    await saveButton(page, form).click()
    const question = page.getByRole('alert').filter({ hasText: 'Someone else changed this' })
    await expect(question).toBeVisible()
    expect(await entries(api)).toBe(before + 1)
    await question.getByRole('button', { name: 'Keep mine' }).click()
    await expect.poll(() => entries(api)).toBe(before + 2)
  })
  await otherPage.context().close()
})

test('saving after someone else asks only about fields that both changed, and reverts nothing else', async ({
  workspace: { api },
}) => {
  const params = { id: String(parameters.team) }
  const saved = () => api.call(getTeam, { params })
  const elsewhere = async (change: object) =>
    api.call(updateTeam, { params, body: { ...(await saved()), ...change } })
  await page.goto(`/admin/teams/teams/${parameters.team}/edit`)
  await page.getByLabel('Name', { exact: true }).fill('Mine')
  await elsewhere({ name: 'Theirs', emoji: '🦉' })
  await page.keyboard.press('Control+s')
  const question = page.getByRole('alert').filter({ hasText: 'Someone else changed this' })
  await expect(question).toBeVisible()
  await expect(page.getByText('Saved in the meantime: Theirs')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Mine')
  expect((await saved()).name).toBe('Theirs')
  await question.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(saved).toMatchObject({ name: 'Mine', emoji: '🦉' })

  await page.getByLabel('Name', { exact: true }).fill('Mine again')
  await elsewhere({ name: 'Theirs again' })
  await page.keyboard.press('Control+s')
  await question.getByRole('button', { name: 'Use theirs' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Theirs again')
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0)
  expect((await saved()).name).toBe('Theirs again')
})
