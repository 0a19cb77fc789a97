import { readFileSync } from 'node:fs'
import { createBusinessHours } from '@parley/contract/business-hours'
import { createStatus, createTag } from '@parley/contract/lookups'
import { createMacro } from '@parley/contract/macros'
import { createRole } from '@parley/contract/roles'
import { createTeam } from '@parley/contract/teams'
import type { Page } from '@playwright/test'
import { startOidcProvider, type TestProvider } from '../../server/src/testing/oidc-provider.ts'
import * as desk from '../fixtures/desk.ts'
import { forms, without } from '../fixtures/form-table.ts'
import {
  type Form,
  fill,
  fillAll,
  fillTexts,
  held,
  open,
  refused,
  refusedTexts,
  saveButton,
  textsOf,
} from '../fixtures/forms.ts'
import { expect, test } from '../fixtures/test.ts'

// Every form of an administrator, hammered: empty, too long and wrong.

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

/** For a busy machine; nothing here waits for a clock. */
const patience = forms.length * 30_000

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
  test.setTimeout(patience)
  await each(async (form) => {
    const untouched = await textsOf(page)
    await fillAll(page, '', form)
    await saveButton(page, form).click()
    await expect(refused(page).first()).toBeFocused()

    const filled = await fillAll(page, 'x'.repeat(form.longest ?? 2001), form)
    await saveButton(page, form).click()
    await expect(refusedTexts(page)).toHaveCount(filled)

    await fillTexts(page, untouched)
    const before = await held(page, { ...form, right: form.wrong.fill })
    await fill(page, { ...form.right, ...form.wrong.fill })
    await saveButton(page, form).click()
    await expect(page.getByText(form.wrong.says).first()).toBeVisible()

    await fillTexts(page, untouched)
    await fill(page, before)
  })
})
