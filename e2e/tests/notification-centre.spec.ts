import { createTeam } from '@parley/contract/teams/teams'
import type { Page } from '@playwright/test'
import { findViolations } from '../fixtures/axe.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'

const bell = (page: Page, unread: number) =>
  page.getByRole('button', { name: `Notifications, ${unread} unread`, exact: true })
const centre = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })

async function writeNote(page: Page, text: string, mention: string) {
  await desk.writeInComposer(page, 'Private note', `${text} @${mention.slice(0, 5)}`)
  await expect(page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')).toHaveText([
    new RegExp(mention),
  ])
  await page.keyboard.press('Tab')
  await desk.composer(page).getByRole('button', { name: 'Add note' }).click()
  await expect(desk.message(page, text)).toBeVisible()
}

/** How many tones the page has played. */
const countTones = (page: Page) => page.evaluate('window.tones') as Promise<number>

test('mentions of an agent and of a team, and changes of a followed conversation, arrive live; settings and quiet hours hold', async ({
  browser,
  workspace,
}) => {
  const { parley, api } = workspace
  const team = 'Watchers'
  await api.call(createTeam, { body: { name: team, emoji: '👀', conversation_assignment_type: 'Manual' } })
  const nia = await workspace.agent('Niara')
  const ben = await workspace.agent('Benno', { teams: [team] })
  const first = await workspace.conversation({ subject: 'Ringing', text: 'Hello?', name: 'Ringing' })
  const second = await workspace.conversation({ subject: 'Humming', text: 'Hello?', name: 'Humming' })
  const writer = await desk.openSignedInPage(browser, parley.url, nia)
  const reader = await desk.openSignedInPage(browser, parley.url, ben)
  await reader.addInitScript(`
    window.tones = 0
    const create = AudioContext.prototype.createOscillator
    AudioContext.prototype.createOscillator = function () {
      window.tones += 1
      return create.call(this)
    }`)
  await reader.goto('/account/notifications')
  await reader.getByRole('switch', { name: 'Play a sound' }).click()
  await reader.goto('/inboxes/all')
  await expect(bell(reader, 0)).toBeVisible()

  // A mention: bell, title and sound, live.
  await writer.goto(`/inboxes/all/conversation/${first}`)
  await writeNote(writer, 'Please look', 'Benno Agent')
  await expect(bell(reader, 1)).toBeVisible()
  await expect(reader).toHaveTitle(/^\(1\)/)
  await expect.poll(() => countTones(reader)).toBeGreaterThan(0)
  await desk.pressSequence(reader, 'g', 'n')
  await expect(centre(reader)).toContainText('Niara Agent mentioned you in a note')
  expect(await findViolations(reader)).toEqual([])
  await reader.keyboard.press('ArrowDown')
  await reader.keyboard.press('Enter')
  await expect(reader.getByRole('heading', { level: 2, name: 'Ringing' })).toBeVisible()
  await expect(bell(reader, 0)).toBeVisible()
  await expect(reader).not.toHaveTitle(/^\(/)

  // Being mentioned makes one follow: the next note is announced as such, elsewhere than in the conversation.
  await reader.goto('/inboxes/all')
  await expect(bell(reader, 0)).toBeVisible()
  await desk.writeInComposer(writer, 'Private note', 'It got worse')
  await desk.composer(writer).getByRole('button', { name: 'Add note' }).click()
  await expect(bell(reader, 1)).toBeVisible()
  await bell(reader, 1).click()
  await expect(centre(reader)).toContainText('Niara Agent added a note')

  // A team, in another conversation.
  await writer.goto(`/inboxes/all/conversation/${second}`)
  await writeNote(writer, 'Anyone?', team)
  await expect(bell(reader, 2)).toBeVisible()
  // What isn't listed yet isn't marked.
  await expect(centre(reader)).toContainText('Humming')
  await centre(reader).getByRole('button', { name: 'Mark all as read' }).click()
  await expect(bell(reader, 0)).toBeVisible()

  // Quiet hours silence, and the list still has it.
  await reader.goto('/account/notifications')
  await reader.getByRole('switch', { name: 'Quiet hours' }).click()
  const hour = new Date().getUTCHours()
  // Half past, as a time that is chosen in one field isn't offered in the other, and both begin with a full hour.
  const clock = (hours: number) => `${String((hour + hours) % 24).padStart(2, '0')}:30`
  await desk.selectOption(reader, reader.getByLabel('From'), clock(22))
  await desk.selectOption(reader, reader.getByLabel('Until'), clock(3))
  // What is turned off for the app is not listed.
  await reader.getByRole('switch', { name: 'A conversation that you follow changes: In app' }).click()
  await reader.goto('/inboxes/all')
  await expect(bell(reader, 0)).toBeVisible()
  await desk.writeInComposer(writer, 'Private note', 'Quietly')
  await desk.composer(writer).getByRole('button', { name: 'Add note' }).click()
  await writeNote(writer, 'Look again', 'Benno Agent')
  await expect(bell(reader, 1)).toBeVisible()
  expect(await countTones(reader)).toBe(0)
  await desk.pressSequence(reader, 'g', 'n')
  await expect(centre(reader)).toContainText('Niara Agent mentioned you in a note')
  for (const page of [writer, reader]) await page.context().close()
})
