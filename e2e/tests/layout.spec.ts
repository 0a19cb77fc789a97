import type { Page } from '@playwright/test'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

const subject = 'Is the page too long?'
let page: Page

test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  for (let n = 1; n <= 8; n++)
    await workspace.conversation({ subject: `Filling ${n}`, text: 'Hello?', name: `Filling ${n}` })
  const uuid = await workspace.conversation({ subject, text: 'Hello?', name: 'Lena' })
  page = await desk.openSignedInPage(browser, workspace.parley.url, await workspace.agent('Lou'), {
    viewport: { width: 1440, height: 420 },
  })
  await page.goto(`/inboxes/all/conversation/${uuid}`)
  await expect(desk.message(page, 'Hello?')).toBeVisible()
})
test.afterAll(() => page?.context().close())

/** How far the whole page can be scrolled: only its parts should scroll. */
const pageOverflow = (where: string) =>
  expect.poll(() => page.evaluate<number>('document.documentElement.scrollHeight - innerHeight'), where)

test('the presence dot stays on the avatar of a message of any length', async () => {
  await desk.writeInComposer(page, 'Private note', 'One line')
  for (const line of ['two', 'three', 'four', 'five']) {
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type(line)
  }
  await desk.composer(page).getByRole('button', { name: 'Add note' }).click()
  const note = desk.message(page, 'One line')
  // The thread may scroll to new messages between the two measurements.
  await expect(async () => {
    const dot = await note.locator('[data-dot]').boundingBox()
    const messageBox = await note.boundingBox()
    expect((dot?.y ?? Number.NaN) - (messageBox?.y ?? 0), 'within the height of a picture').toBeLessThan(40)
  }).toPass({ timeout: 45_000 })
})

test('no screen scrolls as a whole in a low window', async () => {
  await desk.propertyButton(page, 'Assignee').click()
  await page.getByRole('option', { name: /Lou Agent/ }).click()
  await expect(desk.propertyButton(page, 'Assignee')).toContainText('Lou Agent, online')
  await pageOverflow('a conversation').toBe(0)
  await page.goto('/contacts')
  await expect(page.getByRole('heading', { level: 1, name: 'All contacts' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Lena' })).toBeAttached()
  await pageOverflow('the contacts').toBe(0)
  await page.getByRole('link', { name: 'Lena' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Conversations' })).toBeAttached()
  await expect(page.getByText(subject)).toBeAttached()
  await pageOverflow('a contact').toBe(0)
})

test('rotating a tablet keeps what is open and typed', async () => {
  await page.goto('/inboxes/all')
  await desk.conversationRow(page, subject).click()
  await desk.writeInComposer(page, 'Private note', 'Half a sentence')
  await page.keyboard.press('Escape')
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'New conversation' })
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Half a subject')
  for (const width of [700, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    // Only at this width: the shell was rendered again.
    await expect(page.locator('nav[aria-label=Main]')).toHaveCount(width === 700 ? 0 : 1)
    await expect(dialog.getByRole('textbox', { name: 'Subject' })).toHaveValue('Half a subject')
    await expect(page.locator('[contenteditable]').getByText('Half a sentence')).toBeAttached()
  }
})

test('a page chunk that cannot be loaded says so, and loads when the connection is back', async () => {
  await page.keyboard.press('Escape')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.getByRole('menuitem', { name: 'Account' }).click()
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  await expect(page.getByRole('main')).toContainText('No response')
  await retry.click()
  await expect(retry).toBeVisible()
  await page.context().setOffline(false)
  await retry.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
})

test('the newest message stays in view while the composer grows, even with a pending scroll event', async ({
  workspace,
}) => {
  const uuid = await workspace.conversation({
    subject: 'Growing',
    text: 'Line<br>'.repeat(40),
    name: 'Greta',
  })
  await page.goto(`/inboxes/all/conversation/${uuid}`)
  await expect(desk.message(page, 'Line')).toBeVisible()
  await desk.writeInComposer(page, 'Private note', 'Begin')
  const distanceToEnd = () =>
    page.evaluate<number>(`(() => {
      const scroller = document.querySelector('[aria-label="Messages"] > div')
      return scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop
    })()`)
  await desk.message(page, 'Line').hover()
  await page.mouse.wheel(0, 5_000)
  await expect.poll(distanceToEnd).toBeLessThan(2)
  // The browser fires a scroll event with the next frame. By then the composer has grown.
  await page.evaluate(`(() => {
    const scroller = document.querySelector('[aria-label="Messages"] > div')
    scroller.scrollTop -= 1
    scroller.scrollTop += 1
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', '<p>More</p>'.repeat(8))
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement.dispatchEvent(event)
  })()`)
  await expect(desk.composer(page).getByRole('textbox').getByText('More')).toHaveCount(8)
  await expect.poll(distanceToEnd, 'nothing of it slid behind the composer').toBeLessThan(2)
})

test('the composer buttons stay inside it for every send button label', async () => {
  const outside = () =>
    desk.composer(page).evaluate<string[], HTMLElement>((composer) => {
      const { left: distanceToEnd, right } = composer.getBoundingClientRect()
      return [...composer.querySelectorAll('button')]
        .filter((button) => button.checkVisibility())
        .filter((button) => {
          const buttonBox = button.getBoundingClientRect()
          return buttonBox.left < distanceToEnd || buttonBox.right > right
        })
        .map((button) => button.textContent || button.getAttribute('aria-label'))
    })
  await desk.writeInComposer(page, 'Reply', 'On its way')
  await expect(desk.composer(page).getByText('Draft saved')).toBeAttached()
  for (const [choice, name] of [
    ['send', 'Send'],
    ['resolve', 'Send and resolve'],
    ['1440', 'Send and snooze'],
  ]) {
    await page.evaluate(`localStorage.setItem('parley.composer.send', '${choice}')`)
    await page.reload()
    const button = desk.composer(page).getByRole('button', { name, exact: true })
    for (const width of [1440, 1100, 800, 600, 375, 320]) {
      await page.setViewportSize({ width, height: 700 })
      await expect(button).toBeInViewport({ ratio: 1 })
      await expect.poll(outside, { message: `${name} at ${width}` }).toEqual([])
    }
  }
})
