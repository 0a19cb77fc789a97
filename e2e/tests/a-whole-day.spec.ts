// biome-ignore-all lint/style/noExcessiveLinesPerFile: one day, told in order
import { createInbox } from '@parley/contract/inboxes/inbox-writes'
import { listDrafts } from '@parley/contract/messages/drafts'
import { createRole } from '@parley/contract/roles/roles'
import { createTag } from '@parley/contract/tags/tags'
import { createTeam } from '@parley/contract/teams/teams'
import type { Page } from '@playwright/test'
import { messageIdOf } from '../fixtures/email/message-id.ts'
import { paletteOf } from '../fixtures/keyboard-page.ts'
import * as desk from '../fixtures/page-actions.ts'
import { expect, test } from '../fixtures/test.ts'
import type { Workspace } from '../fixtures/workspace.ts'

// Two agents work through a day by keyboard, with every everyday action, while customers write from a real mail server. Files run in the
// order of their names: the longest ones in one piece must not come last, or the other workers have nothing left to do.

const undo_seconds = 60
const lamp = 'The lamp flickers'
const copy = 'Lamp invoice copy'
const parcel = 'Parcel 4811 is late'
const visit = 'A visit to the shop'
const prize = 'You have won a prize'
const letter = 'Newsletter of a stranger'
const courier = 'dispatch@courier.test'

/** Ida at her laptop and at a tablet, and her colleague Jan. */
let ida: Page
let tablet: Page
let jan: Page
/** Who got which email from the team. At the end, exactly these have gone out. */
const sent: [to: string, text: string][] = []

test.use({ workspace_of: 'whole day' })
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, workspace }) => {
  const { api, sink, parley } = workspace
  await api.call(createTeam, { body: { name: 'Couriers' } })
  await api.call(createTag, { body: { name: 'fragile' } })
  await api.call(createRole, { body: { name: 'Trash keeper', permissions: ['conversations:delete'] } })
  const smtp = [
    { host: '127.0.0.1', port: sink.port, auth_protocol: 'none' as const, tls_type: 'none' as const },
  ]
  const from = 'Orders <orders@parley.test>'
  await api.call(createInbox, { body: { name: 'Orders', from, config: { imap: [], smtp } } })
  const roles = ['Agent', 'Trash keeper']
  const her = await workspace.agent('Ida', { roles, undo_seconds, open_on_move: true })
  const his = await workspace.agent('Jan', { roles, after_action: 'next' })
  ida = await desk.openSignedInPage(browser, parley.url, her)
  tablet = await desk.openSignedInPage(browser, parley.url, her)
  jan = await desk.openSignedInPage(browser, parley.url, his)
})
test.afterAll(async () => {
  for (const page of [ida, tablet, jan]) await page?.context().close()
})

const heading = (page: Page, subject: string) =>
  page.getByRole('heading', { level: 2, name: subject, exact: true })
const editor = (page: Page, name = 'Reply') => desk.composer(page).getByRole('textbox', { name, exact: true })
const toast = (page: Page, text: string | RegExp) => desk.toasts(page).filter({ hasText: text })

/** Finds a conversation by its subject in the palette. */
async function open(page: Page, subject: string) {
  await desk.leaveFields(page)
  await page.keyboard.press('Control+k')
  await choose(page, subject)
  await expect(heading(page, subject)).toBeVisible()
  await expect(desk.messages(page).getByRole('article').first()).toBeVisible()
}

/** Chooses the first option of the open palette for a text. */
async function choose(page: Page, text: string, option = text) {
  const palette = paletteOf(page)
  await palette.getByRole('combobox').fill(text)
  await expect(palette.getByRole('option').first()).toContainText(option)
  await page.keyboard.press('Enter')
  await expect(palette).toHaveCount(0)
}

/** Writes at the end of the reply. */
async function reply(page: Page, text: string) {
  await desk.leaveFields(page)
  await page.keyboard.press('r')
  await expect(editor(page)).toBeFocused()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(text)
}

/** The message about an action is there for some seconds only, so it comes first. */
const expectDone = (page: Page, done: string | RegExp) => expect(toast(page, done)).toBeVisible()

/** Takes the last action back. */
async function undo(page: Page, done: string | RegExp) {
  await page.keyboard.press('z')
  const undone = done instanceof RegExp ? new RegExp(`^Undone: ${done.source}`) : `Undone: ${done}`
  await expectDone(page, undone)
}

/** Sends what is written, and once more if a check stops it: none of the customers' servers signs its mail. */
async function send(page: Page) {
  await page.keyboard.press('Control+Enter')
  const anyway = desk.composer(page).getByRole('button', { name: 'Send anyway' })
  const isEmpty = editor(page).filter({ hasNotText: /\S/ })
  await expect(anyway.or(isEmpty)).toBeVisible()
  if (await anyway.isVisible()) await page.keyboard.press('Control+Enter')
  await expect(isEmpty).toBeVisible()
}

/** Sends a held email without waiting, and notes that it goes out. */
async function sendNow(page: Page, { sink }: Workspace, to: string, text: string) {
  await desk.toasts(page).getByRole('button', { name: 'Send now' }).click()
  await expectSent(sink, to, text)
}

async function expectSent(sink: Workspace['sink'], to: string, text: string) {
  sent.push([to, text])
  return sink.waitForMail((mail) => mail.to.includes(to) && mail.raw.includes(text))
}

const expectSaved = (page: Page, text: string) =>
  expect.poll(async () => (await page.context().request.get(listDrafts.path)).text()).toContain(text)

/** What was written, without the quoted history below it. */
const firstPart = (raw: Buffer) => raw.toString().split('\n>')[0] ?? ''

const address = (name: string) => `${name.toLowerCase()}@customer.test`
const from = (name: string) => `${name} <${address(name)}>`

type Step = (workspace: Workspace) => Promise<void>
const day: [title: string, step: Step][] = [
  [
    '8:00 mail arrives, and both agents see it',
    async (workspace) => {
      for (const page of [ida, jan, tablet]) {
        await page.goto('/inboxes/all')
        await expect(page.getByRole('heading', { level: 1, name: 'All' })).toBeVisible()
      }
      for (const [name, subject] of [
        ['Peter', prize],
        ['Lena', letter],
        ['Vera', visit],
        ['Henry', parcel],
        ['Grace', copy],
        ['Grace', lamp],
      ] as const) {
        const messageId = `<${subject.replaceAll(' ', '-')}@customer.test>`
        await workspace.mail({ from: from(name), subject, messageId, text: `About: ${subject}` })
        for (const page of [ida, jan]) await expect(desk.conversationRow(page, subject)).toBeVisible()
      }
    },
  ],
  [
    '8:10 Ida looks through the list; what she reads is read on her tablet too',
    async () => {
      const unread = desk.conversationRow(tablet, lamp).getByText('1 unread message')
      await expect(unread).toBeAttached()
      await ida.keyboard.press('j')
      await expect(heading(ida, lamp)).toBeVisible()
      await ida.keyboard.press('j')
      await expect(heading(ida, copy)).toBeVisible()
      await ida.keyboard.press('k')
      await expect(heading(ida, lamp)).toBeVisible()
      await expect(unread).toHaveCount(0)
      await ida.keyboard.press('Shift+U')
      await expectDone(ida, 'Marked as unread')
      await undo(ida, 'Marked as unread')
    },
  ],
  ...(
    [
      ['a', 'Jan', 'Jan Agent', 'Assigned to Jan Agent'],
      ['t', 'Couriers', 'Couriers', 'Assigned to Couriers'],
      ['p', 'High', 'High', 'Priority set to High'],
      ['l', 'fragile', 'fragile', 'Tagged fragile'],
      ['s', 'Closed', 'Closed', 'Marked as Closed'],
      ['h', 'tomorrow 9', '09:00', /Snoozed until .*09:00/],
      ['v', 'Orders', 'Orders', 'Moved to Orders'],
    ] as const
  ).map(([key, text, option, done]): [string, Step] => [
    `8:20 ${key} and “${text}”, undone by z`,
    async () => {
      await open(ida, lamp)
      await ida.keyboard.press(key)
      await choose(ida, text, option)
      await expectDone(ida, done)
      await undo(ida, done)
    },
  ]),
  ...(
    [
      ['i', 'Assigned to you'],
      ['e', 'Resolved'],
      ['#', 'Moved to the trash'],
      ['!', 'Moved to spam'],
    ] as const
  ).map(([key, done]): [string, Step] => [
    `8:30 ${key}, undone by z`,
    async () => {
      await open(ida, lamp)
      await ida.keyboard.press(key)
      await expectDone(ida, done)
      await undo(ida, done)
    },
  ]),
  [
    '8:40 a reply to an unverified sender is stopped once, taken back by z, and sent',
    async (workspace) => {
      await open(ida, lamp)
      await reply(ida, 'Please turn it off and on')
      await expect(desk.composer(ida)).toContainText('The sender of the last email isn’t verified')
      await send(ida)
      await expect(toast(ida, 'Send now')).toBeVisible()
      await desk.leaveFields(ida)
      await ida.keyboard.press('z')
      await expect(editor(ida)).toHaveText('Please turn it off and on')
      await reply(ida, '')
      await send(ida)
      await sendNow(ida, workspace, address('Grace'), 'Please turn it off and on')
    },
  ],
  [
    '9:00 a note mentions Jan, whose bell leads him to it; he follows the conversation',
    async () => {
      await open(ida, lamp)
      await ida.keyboard.press('n')
      await ida.keyboard.type('@Jan')
      await expect(ida.getByRole('option', { name: /Jan Agent/ })).toBeVisible()
      await ida.keyboard.press('Enter')
      await ida.keyboard.type('do we have this lamp?')
      await ida.keyboard.press('Control+Enter')
      await expect(jan.getByRole('button', { name: /^Notifications, 1 unread/ })).toBeVisible()
      await desk.leaveFields(jan)
      await desk.pressSequence(jan, 'g', 'n')
      await expect(jan.getByText('Ida Agent mentioned you in a note')).toBeVisible()
      await jan
        .getByRole('option', { name: /mentioned you/ })
        .or(jan.getByRole('link', { name: /mentioned you/ }))
        .press('Enter')
      await expect(desk.message(jan, 'do we have this lamp?')).toBeVisible()
      await expect(jan.getByRole('button', { name: 'Notifications, 0 unread' })).toBeVisible()
    },
  ],
  [
    '9:10 Ida sees Jan read and write; his reply stops hers until she sends it anyway',
    async (workspace) => {
      const header = ida.locator('main header').getByRole('status')
      await expect(header.getByRole('img', { name: 'Jan Agent is viewing this conversation' })).toBeVisible()
      await reply(jan, 'We have one left')
      await expect(header.getByRole('img', { name: 'Jan Agent is writing a reply' })).toBeVisible()
      await expect(desk.conversationRow(ida, lamp)).toContainText('Jan is replying')
      await reply(ida, 'I will send you another one')
      await send(jan)
      await expectSent(workspace.sink, address('Grace'), 'We have one left')
      await expect(desk.message(ida, 'We have one left')).toBeVisible()
      await expect(desk.composer(ida)).toContainText('Jan replied')
      await send(ida)
      await sendNow(ida, workspace, address('Grace'), 'I will send you another one')
      await expect(header.getByRole('img', { name: /is writing/ })).toHaveCount(0)
    },
  ],
  [
    '9:30 Jan follows; what Ida does there reaches him, what he does doesn’t',
    async () => {
      await open(jan, parcel)
      await jan.keyboard.press('Shift+W')
      await expect(desk.detailsPanel(jan).getByRole('button', { name: 'Stop following' })).toBeVisible()
      await open(jan, visit)
      await open(ida, parcel)
      await ida.keyboard.press('e')
      await expectDone(ida, 'Resolved')
      await expect(jan.getByRole('button', { name: /^Notifications, 1 unread/ })).toBeVisible()
      await undo(ida, 'Resolved')
    },
  ],
  [
    '10:00 a reply is sent later in words, seen by Jan, and taken back into the composer',
    async () => {
      for (const page of [ida, jan]) await open(page, visit)
      await reply(ida, 'We look forward to your visit')
      await ida.keyboard.press('Control+Shift+L')
      const when = ida.getByRole('dialog', { name: 'Send later' }).getByLabel('When', { exact: true })
      await when.fill('tomorrow 9')
      await when.press('Enter')
      await desk.composer(ida).getByRole('button', { name: 'Send anyway' }).press('Enter')
      const scheduled = (page: Page) => page.getByRole('article', { name: 'Scheduled reply by Ida' })
      for (const page of [ida, jan]) await expect(scheduled(page)).toContainText(/Sends .*9:00/)
      await scheduled(ida).getByRole('button', { name: 'Cancel and edit' }).press('Enter')
      await expect(editor(ida)).toHaveText('We look forward to your visit')
      await expect(scheduled(jan)).toHaveCount(0)
    },
  ],
  [
    '10:20 the draft goes on at the tablet',
    async () => {
      await expectSaved(ida, 'We look forward to your visit')
      await open(tablet, visit)
      await expect(editor(tablet)).toHaveText('We look forward to your visit')
      await reply(tablet, ', on Monday')
      await expect(editor(ida)).toHaveText('We look forward to your visit, on Monday')
    },
  ],
  [
    '10:40 Ida’s network goes; what she writes and what the others do meanwhile is all there when it is back',
    async (workspace) => {
      await open(ida, visit)
      await desk.goOffline(ida)
      await reply(ida, ', at ten')
      await expect(desk.composer(ida)).toContainText('Saved in this browser only')
      await ida.keyboard.press('Control+Enter')
      await ida.keyboard.press('Control+Enter')
      await expect(desk.composer(ida).getByRole('alert')).toBeVisible()
      const messageId = '<visit-2@customer.test>'
      const inReplyTo = `<${visit.replaceAll(' ', '-')}@customer.test>`
      const again = {
        from: from('Vera'),
        subject: `Re: ${visit}`,
        messageId,
        inReplyTo,
        references: inReplyTo,
      }
      await workspace.mail({ ...again, text: 'Is Monday fine?' })
      await open(jan, visit)
      await expect(desk.message(jan, 'Is Monday fine?')).toBeVisible()
      await jan.keyboard.press('p')
      await choose(jan, 'Medium')

      await ida.context().setOffline(false)
      await expect(desk.message(ida, 'Is Monday fine?')).toBeVisible()
      await expect(desk.propertyButton(ida, 'Priority')).toContainText('Medium')
      await expect(editor(ida)).toHaveText('We look forward to your visit, on Monday, at ten')
      await expectSaved(ida, 'at ten')
      await reply(ida, '')
      await send(ida)
      await sendNow(ida, workspace, address('Vera'), 'on Monday, at ten')
      await expect(editor(tablet)).toHaveText('')
    },
  ],
  [
    '11:00 a parcel is forwarded to the courier, whose real answer stays in its side thread',
    async (workspace) => {
      await open(ida, parcel)
      await ida.keyboard.press('Shift+F')
      await ida.keyboard.type(`${courier},`)
      await expect(desk.composer(ida)).toContainText('The customer will not see this')
      const text = ida.getByRole('textbox', { name: 'Message to third parties' })
      await text.fill('Where is it?')
      await text.press('Control+Enter')
      await desk.toasts(ida).getByRole('button', { name: 'Send now' }).click()
      const forwarded = await expectSent(workspace.sink, courier, 'Where is it?')
      await workspace.mail({
        from: `Dana <${courier}>`,
        subject: `Re: Fwd: ${parcel}`,
        inReplyTo: messageIdOf(forwarded.raw),
        text: 'On the van',
      })
      const thread = ida.getByRole('region', { name: `Side thread with ${courier}` })
      await expect(thread).toContainText('New answer')
      await thread.getByRole('button', { name: /Side thread with/ }).press('Enter')
      await expect(thread).toContainText('On the van')
      await reply(ida, 'It comes today')
      await send(ida)
      await sendNow(ida, workspace, address('Henry'), 'It comes today')
    },
  ],
  [
    '12:00 Grace’s two conversations become one, two again by z, one again, and two again from the banner',
    async () => {
      await open(ida, copy)
      await ida.keyboard.press('Shift+M')
      const dialog = ida.getByRole('dialog', { name: /^Merge #/ })
      const target = dialog.getByRole('button', { name: new RegExp(lamp) })
      await expect(target).toBeVisible()
      await ida.keyboard.press('ArrowDown')
      await expect(target).toBeFocused()
      await ida.keyboard.press('Enter')
      await dialog.getByRole('button', { name: 'Merge', exact: true }).press('Enter')
      await expectDone(ida, /Merged into #\d+/)
      await expect(desk.conversationRow(jan, copy)).toHaveCount(0)
      await undo(ida, /Merged into #\d+/)
      await expect(desk.conversationRow(jan, copy)).toHaveCount(1)
      await ida.keyboard.press('Shift+Z')
      await expect(desk.conversationRow(jan, copy)).toHaveCount(0)
      // Undoing has opened it again, and it says where it is now.
      await expect(heading(ida, copy)).toBeVisible()
      await ida.getByRole('button', { name: 'Unmerge' }).press('Enter')
      await expectDone(ida, /Unmerged from #\d+/)
      await undo(ida, /Unmerged from #\d+/)
    },
  ],
  [
    '13:00 a new question in an old conversation is split off and opened, and put back by z',
    async (workspace) => {
      const references = `<${parcel.replaceAll(' ', '-')}@customer.test>`
      const again = { from: from('Henry'), subject: `Re: ${parcel}`, inReplyTo: references, references }
      await workspace.mail({ ...again, messageId: '<parcel-2@customer.test>', text: 'Do you repair chairs?' })
      await open(ida, parcel)
      const question = desk.message(ida, 'Do you repair chairs?')
      await question.getByRole('button', { name: 'Message actions' }).press('Enter')
      await ida.getByRole('menuitem', { name: 'Split from here' }).press('Enter')
      await expectDone(ida, 'Conversation split')
      // The new conversation is open, with nothing else in it.
      await expect(heading(ida, `Re: ${parcel}`)).toBeVisible()
      await expect(desk.messages(ida).getByRole('article')).toHaveText(/Do you repair chairs/)
      await undo(ida, 'Conversation split')
      await expect(heading(ida, parcel)).toBeVisible()
      await expect(question).toBeVisible()
    },
  ],
  [
    '14:00 spam and trash are cleared away, and found again',
    async () => {
      for (const [subject, key, done, list, back, restored] of [
        [prize, '!', 'Moved to spam', 'Spam', '!', 'Marked as not spam'],
        [letter, '#', 'Moved to the trash', 'Trash', '#', 'Restored from the trash'],
      ] as const) {
        await open(ida, subject)
        await ida.keyboard.press(key)
        await expectDone(ida, done)
        await expect(desk.conversationRow(jan, subject)).toHaveCount(0)
        await ida.getByRole('link', { name: list, exact: true }).press('Enter')
        await desk.conversationRow(ida, subject).getByRole('link').press('Enter')
        await expect(heading(ida, subject)).toBeVisible()
        await desk.leaveFields(ida)
        await ida.keyboard.press(back)
        await expectDone(ida, restored)
        await expect(desk.conversationRow(jan, subject)).toHaveCount(1)
        await undo(ida, restored)
        await expect(desk.conversationRow(jan, subject)).toHaveCount(0)
      }
    },
  ],
  [
    '17:00 Jan resolves what is left, one after the other',
    async () => {
      await jan.goto('/inboxes/all')
      const left = desk.conversationRow(jan, /./)
      await expect(left).toHaveCount(3)
      await open(jan, parcel)
      for (const count of [2, 1, 0]) {
        await jan.keyboard.press('e')
        await expect(left).toHaveCount(count)
      }
      await expect(jan.getByText('End of the list')).toBeVisible()
      await ida.getByRole('link', { name: 'All', exact: true }).press('Enter')
      await expect(ida.getByText('No conversations found')).toBeVisible()
    },
  ],
  [
    '18:00 exactly the emails that the agents sent have gone out, each once',
    async ({ sink }) => {
      expect(sink.mails.map(({ to }) => to)).toEqual(sent.map(([to]) => [to]))
      for (const [to, text] of sent)
        expect(
          sink.mails.filter((mail) => mail.to.includes(to) && firstPart(mail.raw).includes(text)),
        ).toHaveLength(1)
    },
  ],
]

for (const [title, step] of day) test(title, ({ workspace }) => step(workspace))
