import { findMessages } from '@parley/contract/search/search'
import type { Page } from '@playwright/test'
import { findViolationsInBothThemes } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Person } from '../fixtures/workspace.ts'

let sela: Person
let page: Page
test.beforeAll(async ({ workspace }) => {
  sela = await workspace.agent('Sela')
  await workspace.conversation({
    subject: 'Zucchini seeds',
    text: 'They do not sprout, and the packet says 2019.',
    name: 'Zorabelle Gardener',
  })
})
test.beforeEach(async ({ browser, parley }) => {
  page = await desk.openSignedInPage(browser, parley.url, sela)
})
test.afterEach(() => page.context().close())

const field = () => page.getByRole('searchbox', { name: 'Search' })
const section = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })

test('an email that has just arrived is found and opened by keyboard alone', async ({ workspace }) => {
  await workspace.mail({
    from: 'Quintus Fabius <quintus@customer.test>',
    subject: 'A delayed answer',
    text: 'The wolverine statue arrived without its left paw.',
  })
  await page.goto('/inboxes/all')
  await expect(desk.conversationRow(page, 'A delayed answer')).toBeVisible()

  // While the page is loading, these are not shortcuts.
  await page.keyboard.press('/')
  await desk.typeWithoutDelay(page, 'wolverine paw')
  await expect(field()).toBeFocused()
  await expect(field()).toHaveValue('wolverine paw')
  const hit = section('Messages').getByRole('link')
  await expect(hit).toHaveCount(1)
  await expect(hit.locator('mark')).toHaveText(['wolverine', 'paw'])
  await expect(page).toHaveURL(/q=wolverine/)
  await page.keyboard.press('ArrowDown')
  await expect(hit).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'A delayed answer' })).toBeVisible()
  await expect(desk.message(page, 'wolverine statue')).toBeInViewport()

  await page.goBack()
  await expect(field()).toHaveValue('wolverine paw')
  await expect(hit).toBeVisible()
})

test('a word that is only in an attached PDF is found, with the passage and the name of the file', async ({
  workspace,
}) => {
  await page.setContent(
    '<h1>Übergabeprotokoll 4711</h1><p>The caravan has a scratch at the <b>rear</b> window.</p>',
  )
  await workspace.mail({
    from: 'Hedda Camper <hedda@customer.test>',
    subject: 'The signed form',
    text: 'As discussed, see attached.',
    attachments: [{ filename: 'handover.pdf', content: await page.pdf() }],
  })
  const query = 'scratch window'
  // In the background, after the email has been filed.
  await expect
    .poll(async () => (await workspace.api.call(findMessages, { query: { query } })).results.length, {
      timeout: 30_000,
    })
    .toBe(1)

  await page.goto('/inboxes/search')
  await field().fill(query)
  const hit = section('Messages').getByRole('link')
  await expect(hit).toHaveCount(1)
  await expect(hit).toContainText('As discussed, see attached.')
  await expect(hit).toContainText('handover.pdf')
  await expect(hit).toContainText('The caravan has a scratch at the rear window.')
  await expect(hit.locator('mark')).toHaveText(['scratch', 'window'])
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await field().fill('übergabeprotokoll 4711 hedda')
  await expect(page.getByText('No results for')).toBeVisible()
  await field().fill('ubergabeprotokoll')
  await hit.click()
  await expect(page.getByRole('heading', { level: 2, name: 'The signed form' })).toBeVisible()
  await expect(desk.message(page, 'As discussed')).toBeInViewport()
})

test('arrow keys move through all sections, and "/" returns to the field', async () => {
  await page.goto('/inboxes/search?q=zorabelle')
  await expect(section('Conversations').getByRole('link')).toHaveCount(1)
  await expect(section('Contacts').getByRole('button')).toHaveCount(1)
  await field().focus()
  await page.keyboard.press('ArrowDown')
  await expect(section('Conversations').getByRole('link')).toBeFocused()
  await page.keyboard.press('End')
  await expect(section('Contacts').getByRole('button')).toBeFocused()
  await page.keyboard.press('/')
  await expect(field()).toBeFocused()
})

test('operators are suggested with their values, and invalid ones are explained', async () => {
  await page.goto('/inboxes/search')
  await expect(field()).toBeFocused()
  await page.keyboard.type('zucchini sta')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('button', { name: 'status:' })).toBeFocused()
  await Promise.all([page.keyboard.press('Enter'), desk.typeWithoutDelay(page, 'Op')])
  await expect(field(), 'no letter is lost or astray').toHaveValue('zucchini status:Op')
  await expect(field()).toBeFocused()
  await expect(page.getByRole('group', { name: 'Suggestions' }).getByRole('button')).toHaveText(['Open'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field()).toHaveValue('zucchini status:Open ')
  await expect(section('Conversations').getByRole('link')).toContainText('Zucchini seeds')

  await field().fill('zucchini status:nowhere')
  await expect(page.getByRole('alert')).toHaveText(
    '“status:nowhere” at character 10: there is no status of this name',
  )
  await field().fill('zu')
  await expect(page.getByText('Type at least 3 characters.')).toBeVisible()
  await field().fill('xylophonist')
  await expect(page.getByText('No results for “xylophonist”')).toBeVisible()
})

test('a search starts in the palette, and becomes recent once a result was opened', async () => {
  await page.goto('/inboxes/all')
  await expect(page.getByRole('heading', { level: 1, name: 'All' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Commands' })).toBeFocused()
  await page.keyboard.type('zucchini')
  await page.getByRole('option', { name: 'Search for “zucchini”' }).click()
  await section('Conversations').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 2, name: 'Zucchini seeds' })).toBeVisible()
  await page.goto('/inboxes/search')
  await expect(section('Recent searches').getByRole('button', { name: 'zucchini' })).toBeVisible()
})

test('the search page has no violations in either theme', async () => {
  const check = async () => expect(await findViolationsInBothThemes(page)).toEqual([])
  await page.goto('/inboxes/search')
  await expect(field()).toBeVisible()
  await check()
  await page.goto('/inboxes/search?q=zorabelle')
  await expect(section('Conversations').getByRole('link')).toHaveCount(1)
  await check()
})
