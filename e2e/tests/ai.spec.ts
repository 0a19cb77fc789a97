import { createTag } from '@parley/contract/tags/tags'
import type { Page } from '@playwright/test'
import { startFakeAiProvider, testApiKey } from '../../server/src/testing/fake-services/fake-ai-provider.ts'
import { findViolations, findViolationsInBothThemes } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

// An administrator connects a real AI provider; an agent has it draft, rewrite, summarise, tag and translate.

let model: Awaited<ReturnType<typeof startFakeAiProvider>>
let admin: Page
let page: Page

test.use({ workspace_of: 'ai', server_env: { PARLEY_AI_ALLOW: '127.0.0.1' } })
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  model = await startFakeAiProvider()
  await workspace.api.call(createTag, { body: { name: 'double charge' } })
  await workspace.conversation({
    subject: 'Charged twice',
    text: '<p>Bonjour, j’ai été débité deux fois pour la commande 4811.</p>',
    name: 'Colette Aubry',
  })
  const url = workspace.parley.url
  admin = await desk.openSignedInPage(browser, url, await workspace.agent('Aila', { roles: ['Admin'] }))
  page = await desk.openSignedInPage(browser, url, await workspace.agent('Imre'))
  await page.goto('/inboxes/all')
  await desk.openConversation(page, 'Charged twice')
})
test.afterAll(async () => {
  await page?.context().close()
  await admin?.context().close()
  await model?.stop()
})

const editor = () => desk.composer(page).getByRole('textbox', { name: 'Reply' })
const aiMenu = () => desk.composer(page).getByRole('button', { name: 'AI', exact: true })
const fromMenu = async (item: string) => {
  await aiMenu().click()
  await page.getByRole('menuitem', { name: item }).click()
}
const ofConversation = async (item: string) => {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('no AI features are shown until a provider is connected, and its test shows the real response', async () => {
  await expect(editor()).toBeVisible()
  await expect(aiMenu()).toHaveCount(0)
  await admin.goto('/admin/ai')
  await expect(admin.getByRole('heading', { name: 'No language model connected' })).toBeVisible()
  await admin.getByRole('link', { name: 'New provider' }).click()
  await admin.getByLabel('Name', { exact: true }).fill('House model')
  await admin.getByLabel('Base URL').fill('http://10.0.0.9/v1')
  await admin.getByLabel('Model', { exact: true }).fill('test-model')
  await admin.getByLabel('API key').fill('sk-wrong-key-of-somebody')
  await admin.keyboard.press('Control+s')
  await expect(admin.getByText(/The operator of this server can allow it/)).toBeVisible()
  await admin.getByLabel('Base URL').fill(model.base_url)
  await admin.getByRole('button', { name: 'Send test request' }).click()
  await expect(admin.getByRole('alert').getByText(/rejected the API key/)).toBeVisible()
  await admin.getByLabel('API key').fill(testApiKey)
  await admin.getByLabel('Per million output tokens').fill('10')
  await admin.getByRole('button', { name: 'Send test request' }).click()
  await expect(admin.getByRole('status').getByText('I am ready.')).toBeVisible()
  await admin.getByRole('button', { name: 'Create provider' }).click()
  await expect(admin.getByRole('switch', { name: 'House model is enabled' })).toBeChecked()
  // The agent's browser is updated without a reload.
  await expect(aiMenu()).toBeVisible()
})

test('a draft is streamed into the editor with citations, and undone in one step', async () => {
  await editor().click()
  await editor().pressSequentially('offer a refund')
  model.answerWith('Bonjour Colette,\n\nnous remboursons le second débit [1].', 40)
  await fromMenu('Draft a reply from these notes')
  await expect(desk.composer(page).getByText('writing…')).toBeVisible()
  await expect(editor()).toHaveText(/nous remboursons le second débit\.$/)
  expect(model.last().system).toContain('The agent wants the reply to say this: offer a refund')
  await expect(desk.composer(page).getByText('Sources')).toBeVisible()
  await desk.composer(page).getByRole('button', { name: 'Show message 1' }).click()
  await desk.composer(page).getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(editor()).toHaveText('offer a refund')
})

test('the selection is rewritten; Escape stops it, and Ctrl+Z restores the original', async () => {
  await editor().press('Control+a')
  await editor().press('Delete')
  await editor().pressSequentially('Pay now. Regards')
  for (let n = 0; n < ' Regards'.length; n++) await editor().press('ArrowLeft')
  await editor().press('Shift+Home')
  model.answerWith('Would you kindly pay?')
  await fromMenu('Make friendly')
  await expect(editor()).toHaveText('Would you kindly pay? Regards')
  expect(model.last().user).toMatch(/\nPay now\.\n/)
  // The preview has the same text, but the editor is locked until the answer is complete.
  await expect(desk.composer(page).getByText('Make friendly: done')).toBeVisible()
  await editor().press('Control+z')
  await expect(editor()).toHaveText('Pay now. Regards')

  model.answerWith('word '.repeat(200), 40)
  await editor().press('Control+a')
  await fromMenu('Make concise')
  await expect(editor()).toHaveText(/word word word/)
  // Keys typed during generation would be lost with the text they were typed into.
  await page.keyboard.press('x')
  await page.keyboard.press('Escape')
  await expect(desk.composer(page).getByText('Make concise: done')).toBeVisible()
  await expect(editor()).not.toHaveText(/x/)
  // They are not shortcuts either.
  await expect(page.getByRole('checkbox', { name: /^Select conversation/ })).not.toBeChecked()
  await expect.poll(() => model.last().aborted).toBe(true)
  await editor().press('Control+z')
  await expect(editor()).toHaveText('Pay now. Regards')
})

test('when the provider fails, the typed text is kept and the next attempt works', async () => {
  model.answerWith('One two three four', 20)
  model.failWith('break')
  await fromMenu('Make friendly')
  await expect(
    desk
      .composer(page)
      .getByRole('alert')
      .getByText(/stopped in the middle/),
  ).toBeVisible()
  await expect(editor()).toHaveText('Pay now. Regards')
  model.failWith(null)
  model.answerWith('Please pay.')
  await desk.composer(page).getByRole('button', { name: 'Try again' }).click()
  await expect(editor()).toHaveText('Please pay.')
  // Until it has ended, the text isn't part of the draft.
  await expect(page.getByText('Make friendly: done. Review it before sending.')).toBeAttached()
  await page.reload()
  await expect(editor()).toHaveText('Please pay.')
})

test('a summary links to its messages, existing tags are suggested and applied, and email is translated', async () => {
  model.answerWith('- Charged twice for order 4811 [1]\n- Nobody has answered yet [9]', 10)
  await ofConversation('Summarise')
  const summary = page.getByRole('region', { name: 'Summary' })
  await expect(summary.getByRole('listitem')).toHaveCount(2)
  await expect(summary.getByRole('button', { name: /^Show message/ })).toHaveCount(1)
  await summary.getByRole('button', { name: 'Show message 1' }).click()
  await expect(desk.message(page, 'débité deux fois')).toBeInViewport()

  model.answerWith('Double charge [1]\nVIP [1]')
  await ofConversation('Suggest tags')
  const tags = page.getByRole('region', { name: 'Suggested tags' })
  await expect(tags.getByRole('listitem')).toHaveCount(1)
  await tags.getByRole('button', { name: 'Add the tag double charge' }).click()
  await expect(tags.getByRole('button', { name: 'Tag double charge added' })).toBeDisabled()
  await expect(desk.propertyButton(page, 'Tags')).toContainText('double charge')
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await tags.getByRole('button', { name: 'Close' }).click()

  model.answerWith('Hello, I was charged twice for order 4811.')
  const mail = desk.message(page, 'débité deux fois')
  await mail.hover()
  await mail.getByRole('button', { name: 'Message actions' }).click()
  await page.getByRole('menuitem', { name: 'Translate' }).click()
  await expect(mail.getByText('I was charged twice for order 4811.')).toBeVisible()
  expect(model.last().system).toContain('into English')
})

test('prompts can be changed and reset, usage shows costs, and disabling the provider removes all AI features', async () => {
  await admin.getByRole('link', { name: 'Prompts' }).click()
  await admin.getByRole('link', { name: 'Make friendly' }).click()
  await admin.getByLabel('Instructions').fill('Be kind.')
  await admin.keyboard.press('Control+s')
  await admin.getByRole('button', { name: 'Reset to the built-in text' }).click()
  await expect(admin.getByLabel('Instructions')).toHaveValue(/sounds friendly and warm/)
  await admin.getByRole('link', { name: 'Prompts' }).first().click()
  await admin.getByRole('link', { name: 'Usage and budget' }).click()
  await expect(admin.getByRole('region', { name: 'Agent' })).toContainText('Imre Agent')
  await admin.getByLabel('Monthly limit').fill('0.0001')
  await admin.keyboard.press('Control+s')
  await expect(admin.getByText('This month’s budget is used up')).toBeVisible()
  expect(await findViolations(admin)).toEqual([])
  await fromMenu('Make friendly')
  await expect(
    desk
      .composer(page)
      .getByRole('alert')
      .getByText(/AI budget/),
  ).toBeVisible()

  await admin.getByRole('link', { name: 'Providers' }).click()
  await admin.getByRole('switch', { name: 'House model is enabled' }).click()
  await expect(aiMenu()).toHaveCount(0)
})
