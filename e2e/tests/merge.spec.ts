import { assignUser } from '@parley/contract/conversations/conversation-verbs'
import { mergeConversation } from '@parley/contract/conversations/merge-conversations'
import { createRole } from '@parley/contract/roles/roles'
import { findViolations } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

const customer = 'Mona <mona@customer.test>'

test('conversations are merged by keyboard, by suggestion and in a chain, undone by z, and unmerged; a colleague follows live', async ({
  browser,
  workspace,
}) => {
  const { parley } = workspace
  const mira = await workspace.agent('Mira')
  const milo = await workspace.agent('Milo')
  for (const [subject, text] of [
    ['Merge third', 'The third question'],
    ['Merge second', 'The second question'],
    ['Merge first', 'The first question'],
  ] as const)
    await workspace.mail({ from: customer, subject, text })
  const page = await desk.openSignedInPage(browser, parley.url, mira)
  const other = await desk.openSignedInPage(browser, parley.url, milo)
  for (const one of [page, other]) {
    await one.goto('/inboxes/all')
    await expect(desk.conversationRow(one, 'Merge first')).toBeVisible()
  }
  await desk.openConversation(other, 'Merge second')
  await expect(desk.message(other, 'The second question')).toBeVisible()
  await desk.writeInComposer(other, 'Reply', 'Milo has begun')
  await expect(
    desk.conversationRow(page, 'Merge second').getByRole('img', { name: /Milo/ }).first(),
  ).toBeVisible()

  // From the open conversation, by keyboard: the customer's other conversations come first.
  await desk.openConversation(page, 'Merge second')
  await page.keyboard.press('Shift+M')
  const dialog = page.getByRole('dialog', { name: /^Merge #/ })
  await expect(dialog.getByRole('button', { name: /Merge (first|third)/ })).toHaveCount(2)
  expect(await findViolations(page)).toEqual([])
  // Enter waits for the results of the search.
  await page.keyboard.type('Merge first')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('You can unmerge at any time.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Merge', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Merge first' })).toBeVisible()
  await expect(desk.message(page, 'The second question')).toBeVisible()
  await expect(page.getByText(/^Merged into #\d+$/)).toHaveCount(1)

  // The colleague sees where it continues, and finds the draft there.
  await expect(desk.conversationRow(other, 'Merge second')).toHaveCount(0)
  await other
    .getByRole('status')
    .getByRole('link', { name: /Merge first/ })
    .click()
  await expect(desk.message(other, 'The second question')).toBeVisible()
  await expect(desk.composer(other)).toContainText('merged into this one: “Milo has begun”')

  // z takes it back, everywhere.
  await page.keyboard.press('z')
  await expect(page.getByRole('heading', { level: 2, name: 'Merge second' })).toBeVisible()
  await expect(desk.conversationRow(page, 'Merge second')).toBeVisible()
  await expect(desk.conversationRow(other, 'Merge second')).toBeVisible()
  await expect(desk.message(other, 'The second question')).toHaveCount(0)
  await expect(desk.composer(other)).not.toContainText('merged into this one')
  await desk.openConversation(other, 'Merge second')
  await expect(desk.composer(other).getByRole('textbox', { name: 'Reply' })).toHaveText('Milo has begun')

  // The suggestion merges the customer's other conversation into the open one; a chain follows.
  await desk.openConversation(page, 'Merge first')
  const first = page.url()
  const suggestion = desk.detailsPanel(page).getByText('This customer has another open conversation:')
  await expect(suggestion).toBeVisible()
  await desk.detailsPanel(page).getByRole('button', { name: 'Merge into this one' }).click()
  await expect(desk.messages(page)).toContainText(/The (second|third) question/)
  await page.keyboard.press('Shift+M')
  // The one that was just merged is no longer offered.
  await expect(dialog.getByRole('button', { name: /Merge (second|third)/ })).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Merge', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  for (const text of ['The first question', 'The second question', 'The third question'])
    await expect(desk.message(page, text)).toBeVisible()
  await expect(desk.conversationRow(other, /^.*Merge (first|second|third)/)).toHaveCount(1)

  // The address of a merged one still opens it, and unmerges it from there.
  await page.goto(first)
  await expect(page.getByRole('heading', { level: 2, name: 'Merge first' })).toBeVisible()
  await page.getByRole('button', { name: 'Unmerge' }).click()
  await expect(desk.conversationRow(page, 'Merge first')).toBeVisible()
  await expect(desk.conversationRow(other, 'Merge first')).toBeVisible()
  await expect(page.getByText(/^Unmerged from #\d+$/)).toHaveCount(1)

  // Whoever sees only their own isn't offered the others, and merging into one of them is 404.
  const permissions = [
    ...(['conversations:read', 'conversations:read_assigned', 'conversations:merge'] as const),
    'messages:read' as const,
  ]
  await workspace.api.call(createRole, { body: { name: 'Own only', permissions } })
  const nell = await workspace.agent('Nell', { roles: ['Own only'] })
  const uuid = first.split('/').at(-1) ?? ''
  await workspace.api.call(assignUser, { params: { uuid }, body: { assignee_id: nell.id } })
  const hidden = await desk
    .conversationRow(other, /Merge (second|third)/)
    .getByRole('link')
    .getAttribute('data-row')
  const third = await desk.openSignedInPage(browser, parley.url, nell)
  await third.goto('/inboxes/assigned')
  await desk.openConversation(third, 'Merge first')
  await third.keyboard.press('Shift+M')
  const search = third.getByRole('dialog', { name: /^Merge #/ })
  await expect(search.getByText('This customer has no other conversations.')).toBeVisible()
  await search.getByRole('searchbox').fill('Merge')
  await expect(search.getByText('No conversations found')).toBeVisible()
  const path = mergeConversation.path.replace(':uuid', uuid)
  const cookies = await third.context().cookies()
  const csrf = cookies.find(({ name }) => name === 'csrf_token')?.value ?? ''
  const refused = await third.request.post(path, { headers: { 'x-csrftoken': csrf }, data: { into: hidden } })
  expect(refused.status()).toBe(404)
  for (const one of [page, other, third]) await one.context().close()
})
