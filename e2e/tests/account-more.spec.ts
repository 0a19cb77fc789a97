import type { CDPSession, Page } from '@playwright/test'
import { generate } from 'otplib'
import { findViolations } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Person } from '../fixtures/workspace.ts'

// What agents choose for themselves, and how they sign in, in a workspace of its own: two factors are required of everybody in the end.
test.use({ workspace_of: 'account' })
test.describe.configure({ mode: 'serial' })

let url: string
let lea: Person
let here: Page
let there: Page
let device: { session: CDPSession; id: string }

test.beforeAll(async ({ browser, workspace }) => {
  // Browsers keep passkeys for names, not for numbers.
  url = workspace.parley.url.replace('127.0.0.1', 'localhost')
  lea = await workspace.agent('Lea')
  here = await desk.openSignedInPage(browser, url, lea)
  there = await desk.openSignedInPage(browser, url, lea, { viewport: { width: 375, height: 812 } })
  await workspace.conversation({ subject: 'Own keys', text: 'Press them', name: 'Kay' })
})
test.afterAll(async () => {
  await here?.context().close()
  await there?.context().close()
})

const dialog = (page = here) => page.getByRole('dialog')
const html = (page: Page) => page.locator('html')
/** A device that keeps passkeys, and shows its owner's finger whenever it is asked. */
async function withAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId: id } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  return { session, id }
}

test('a theme that is chosen shows at once in every browser, also after a reload', async () => {
  await there.goto('/account/profile')
  await here.goto('/account/profile')
  await expect(there.getByRole('heading', { level: 1 })).toBeVisible()
  await desk.selectOption(here, here.getByRole('combobox', { name: 'Theme' }), 'Dark')
  await expect(html(here)).toHaveAttribute('data-theme', 'dark')
  await expect(html(there)).toHaveAttribute('data-theme', 'dark')
  expect(await findViolations(here)).toEqual([])
  expect(await findViolations(there)).toEqual([])
  await there.reload()
  await expect(html(there)).toHaveAttribute('data-theme', 'dark')
  await expect(there.getByRole('combobox', { name: 'Theme' })).toHaveText(/Dark/)
  await desk.selectOption(there, there.getByRole('combobox', { name: 'Theme' }), 'Same as system')
  await expect(html(here)).toHaveAttribute('data-theme', 'light')
  await desk.selectOption(here, here.getByRole('combobox', { name: 'Language' }), 'English')
  await expect(there.getByRole('combobox', { name: 'Language' })).toHaveText(/English/)
})

test('a choice that cannot be kept is taken back and said, and kept when it is asked for again', async () => {
  await desk.goOffline(here)
  await desk.selectOption(here, here.getByRole('combobox', { name: 'Theme' }), 'Dark')
  const again = here.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await expect(html(here)).toHaveAttribute('data-theme', 'light')
  await here.context().setOffline(false)
  await again.click()
  await expect(html(here)).toHaveAttribute('data-theme', 'dark')
  await desk.selectOption(here, here.getByRole('combobox', { name: 'Theme' }), 'Same as system')
  await expect(html(here)).toHaveAttribute('data-theme', 'light')
})

test('an administrator comes from the profile to where they rename themselves, others are told who can', async ({
  browser,
  workspace,
}) => {
  await expect(here.getByText('An administrator can change these.')).toBeVisible()
  const way = { name: 'Change name, roles and teams' }
  await expect(here.getByRole('link', way)).toHaveCount(0)
  const admin = await desk.openSignedInPage(browser, url, workspace.parley.admin)
  await admin.goto('/account/profile')
  await admin.getByRole('link', way).click()
  await admin.getByLabel('First name').fill('Renata')
  await admin.keyboard.press('Control+s')
  await expect(admin.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0)
  await admin.goto('/account/profile')
  await expect(admin.getByRole('definition').filter({ hasText: 'Renata' })).toBeVisible()
  await admin.context().close()
})

test('a signature is typed on lines, too much of it is refused, and the composer shows how replies end', async () => {
  const field = here.getByRole('textbox', { name: 'Your signature' })
  await field.fill('x'.repeat(2001))
  await here.keyboard.press('Control+s')
  await expect(here.getByText(/2000/)).toBeVisible()
  await expect(field).toBeFocused()
  await field.fill('Lea\nLamps & more')
  await here.keyboard.press('Control+s')
  await expect(here.getByText('Signature saved.')).toBeVisible()
  await here.goto('/inboxes/all')
  await desk.openConversation(here, 'Own keys')
  await expect(desk.composer(here).getByRole('region', { name: 'Signature' })).toHaveText('Lea\nLamps & more')
})

test('keys are given by pressing them; whose they are is named, and what is not given away says so', async () => {
  await here.goto('/account/shortcuts')
  await here.getByRole('button', { name: 'Change the shortcut for Resolve or reopen' }).click()
  await here.keyboard.press('Enter')
  await expect(dialog().getByText('This key moves through the page')).toBeVisible()
  await here.keyboard.press('Control+Enter')
  await expect(dialog().getByText('This is always Send.', { exact: false })).toBeVisible()
  expect(await findViolations(here)).toEqual([])
  await here.keyboard.press('h')
  await expect(dialog().getByText('Already used by Snooze.', { exact: false })).toBeVisible()
  await here.keyboard.press('Enter')
  await expect(dialog()).toHaveCount(0)
  const line = (name: string) => here.getByRole('listitem').filter({ hasText: name })
  await expect(line('Resolve or reopen')).toContainText('H')
  await expect(line('Snooze')).toContainText('No shortcut')
  expect(await findViolations(here)).toEqual([])

  // Another browser has them without a reload; every hint follows.
  await there.goto('/account/shortcuts')
  await here.getByRole('button', { name: 'Change the shortcut for Snooze' }).click()
  await desk.pressSequence(here, 'g', 'z')
  await here.keyboard.press('Enter')
  await expect(dialog()).toHaveCount(0)
  await expect(there.getByRole('listitem').filter({ hasText: 'Snooze' })).toContainText('Z')
  expect(await findViolations(there)).toEqual([])
})

test('the page answers to them: the old key does nothing, the new one works, menus and the sheet show it', async () => {
  await here.goto('/inboxes/all')
  await desk.openConversation(here, 'Own keys')
  await here.keyboard.press('?')
  await expect(dialog().locator('dl > div').filter({ hasText: 'Resolve' })).toContainText('H')
  await here.keyboard.press('Escape')
  await expect(dialog()).toHaveCount(0)
  await desk.pressSequence(here, 'g', 'z')
  await expect(here.getByPlaceholder('Snooze for how long?')).toBeVisible()
  await here.keyboard.press('Escape')
  await expect(here.getByPlaceholder('Snooze for how long?')).toHaveCount(0)
  await here.keyboard.press('e')
  await here.keyboard.press('h')
  await expect(here.getByRole('button', { name: 'Reopen' })).toBeVisible()
  await here.keyboard.press('h')
  await expect(here.getByRole('button', { name: 'Resolve', exact: true })).toBeVisible()
})

test('one is reset where its usual key is free, else it is asked about; all are reset at once', async () => {
  await here.goto('/account/shortcuts')
  await here.getByRole('button', { name: 'Reset the shortcut for Snooze' }).click()
  await expect(dialog().getByText('Already used by Resolve or reopen.', { exact: false })).toBeVisible()
  await here.keyboard.press('Escape')
  await here.getByRole('button', { name: 'Reset the shortcut for Resolve or reopen' }).click()
  await expect(here.getByRole('listitem').filter({ hasText: 'Resolve or reopen' })).toContainText('E')
  await here.getByRole('button', { name: 'Reset all' }).click()
  await here.getByRole('alertdialog').getByRole('button', { name: 'Reset all' }).click()
  await expect(here.getByRole('listitem').filter({ hasText: 'Snooze' })).toContainText('H')
  await expect(here.getByRole('button', { name: 'Reset all' })).toHaveCount(0)
})

test('a picture is cropped before it is uploaded, by keys alone, and nothing is lost when that fails', async () => {
  await here.goto('/account/profile')
  await here.locator('input[type=file]').setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await here.screenshot(),
  })
  const area = dialog().getByRole('group', { name: /Move it with the arrow keys/ })
  await expect(area).toBeVisible()
  await area.focus()
  await here.keyboard.press('ArrowRight')
  await dialog().getByRole('slider', { name: 'Zoom' }).fill('2')
  expect(await findViolations(here)).toEqual([])
  await here.context().setOffline(true)
  await dialog().getByRole('button', { name: 'Save picture' }).click()
  await expect(dialog().getByRole('alert')).toBeVisible()
  await here.context().setOffline(false)
  await dialog().getByRole('button', { name: 'Save picture' }).click()
  await expect(dialog()).toHaveCount(0)
  await expect(here.getByRole('button', { name: 'Remove' })).toBeVisible()
})

test('a passkey is added with the password and a name, and comes with recovery codes', async () => {
  device = await withAuthenticator(here)
  // A browser that offers no passkeys in its lists: there is the button alone.
  await here.addInitScript({
    content: 'PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)',
  })
  await here.goto('/account/security')
  await here.getByRole('button', { name: 'Add passkey' }).click()
  await dialog().getByRole('textbox', { name: 'Name' }).fill('')
  await dialog().getByLabel('Password').fill('Wrong-horse-9')
  await here.keyboard.press('Enter')
  await expect(dialog().getByRole('textbox', { name: 'Name' })).toBeFocused()
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Work laptop')
  await here.keyboard.press('Enter')
  await expect(dialog().getByText('This is not your password')).toBeVisible()
  expect(await findViolations(here)).toEqual([])
  await dialog().getByLabel('Password').fill(lea.password)
  await here.keyboard.press('Enter')
  await expect(dialog().getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10)
  await dialog().getByRole('button', { name: 'I’ve saved them' }).click()
  const list = here.getByRole('list', { name: 'Passkeys' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list).toContainText('not used yet')
  expect(await findViolations(here)).toEqual([])
  await here.getByRole('button', { name: 'Rename the passkey Work laptop' }).click()
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Laptop')
  await here.keyboard.press('Enter')
  await expect(list.getByText('Laptop', { exact: true })).toBeVisible()
  // The browser that was in by the password alone is out.
  await expect(there.getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test('it signs in without address or password, and after the password as the second factor', async () => {
  await here.goto('/logout')
  await here.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(here.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await here.goto('/logout')
  await here.getByLabel('Email').fill(lea.email)
  await here.getByRole('textbox', { name: 'Password' }).fill(lea.password)
  await here.getByRole('button', { name: 'Sign in' }).click()
  await expect(here.getByLabel('Recovery code')).toBeVisible()
  expect(await findViolations(here)).toEqual([])
  await here.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(here.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await here.goto('/account/security')
  await expect(here.getByRole('list', { name: 'Passkeys' })).toContainText('last used:')
})

test('a browser that can offers it in the list under the address, and nothing has to be pressed', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  const other = await withAuthenticator(page)
  const { credentials } = await device.session.send('WebAuthn.getCredentials', { authenticatorId: device.id })
  for (const credential of credentials)
    await other.session.send('WebAuthn.addCredential', { authenticatorId: other.id, credential })
  // The authenticator chooses at once what somebody would choose in the list.
  await page.goto('/')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await context.close()
})

test('removed with the password, it lets nobody in any more', async () => {
  await here.getByRole('button', { name: 'Remove the passkey Laptop' }).click()
  await dialog().getByLabel('Password').fill(lea.password)
  await here.keyboard.press('Enter')
  await expect(here.getByText('No passkeys yet.')).toBeVisible()
  await here.goto('/logout')
  await here.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(here.getByRole('alert')).toContainText('does not let you in')
  expect(await findViolations(here)).toEqual([])
})

test('two factors are required: the administrator is first, and everybody who signs in sets one up before all else', async ({
  browser,
  workspace,
}) => {
  const admin = await desk.openSignedInPage(browser, url, workspace.parley.admin)
  await admin.goto('/admin/general')
  await admin.getByRole('switch', { name: 'Require two-factor sign-in' }).click()
  await admin.keyboard.press('Control+s')
  await expect(admin.getByRole('heading', { name: /One more step/ })).toBeVisible()
  expect(await findViolations(admin)).toEqual([])
  await admin.goto('/admin/teams/agents')
  await expect(admin.getByRole('heading', { name: /One more step/ })).toBeVisible()
  await admin.getByRole('button', { name: 'Set up authenticator app' }).click()
  await dialog(admin).getByLabel('Password').fill(workspace.parley.admin.password)
  await admin.keyboard.press('Enter')
  await dialog(admin).getByText('Enter the key manually instead').click()
  const secret = (await dialog(admin).getByRole('code').textContent()) ?? ''
  await dialog(admin)
    .getByLabel('Code from the app')
    .fill(await generate({ secret }))
  await admin.keyboard.press('Enter')
  await dialog(admin).getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(admin).toHaveURL(/\/admin\/teams\/agents$/)
  await expect(admin.getByRole('listitem').filter({ hasText: workspace.parley.admin.email })).toContainText(
    'Two-factor on',
  )

  await here.reload()
  await here.getByLabel('Email').fill(lea.email)
  await here.getByRole('textbox', { name: 'Password' }).fill(lea.password)
  await here.getByRole('button', { name: 'Sign in' }).click()
  await expect(here.getByRole('heading', { name: /One more step/ })).toBeVisible()
  await here.goto('/inboxes/all')
  await expect(here.getByRole('heading', { name: /One more step/ })).toBeVisible()
  await here.getByRole('button', { name: 'Add passkey' }).click()
  await dialog().getByRole('button', { name: 'Continue' }).click()
  await dialog().getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(here).toHaveURL(/\/inboxes\/all$/)
  await expect(here.getByRole('navigation', { name: 'Main' })).toBeVisible()

  // Whoever has lost theirs is helped by an administrator, and sets up another.
  await admin.getByRole('link', { name: lea.name }).click()
  await admin.getByRole('button', { name: 'Turn off' }).click()
  const asked = admin.getByRole('alertdialog')
  await expect(asked).toContainText(lea.name)
  expect(await findViolations(admin)).toEqual([])
  await asked.getByRole('button', { name: 'Turn off' }).click()
  await expect(admin.getByText('This agent hasn’t set it up.')).toBeVisible()
  await expect(here.getByRole('heading', { name: /One more step/ })).toBeVisible()
  await admin.context().close()
})
