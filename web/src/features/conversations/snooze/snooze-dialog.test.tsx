import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { conversationFixture, toListItem } from '../../../realtime/conversation-fixtures.ts'
import { agentWith } from '../../../testing/agent.ts'
import { renderApp } from '../../../testing/render.tsx'
import { SnoozeDialog } from './snooze-dialog.tsx'
import { toDateInputValue } from './snooze-times.ts'

const inDays = (days: number) => toDateInputValue(new Date(Date.now() + days * 24 * 3_600_000))

async function renderDialog(change: Parameters<typeof conversationFixture>[1] = {}, time_zone = '') {
  const onSnooze = vi.fn<(until: Date) => void>()
  const onOpenChange = vi.fn()
  const conversation = toListItem(conversationFixture(1, change))
  const app = renderApp(
    <SnoozeDialog conversation={conversation} open onOpenChange={onOpenChange} onSnooze={onSnooze} />,
    { me: { ...agentWith(['conversations:update_status']), time_zone } },
  )
  await screen.findByLabelText('Date')
  return { ...app, onSnooze, onOpenChange }
}
const phraseField = () => screen.getByLabelText<HTMLInputElement>('When')
const dateField = () => screen.getByLabelText<HTMLInputElement>('Date')
const timeField = () => screen.getByLabelText<HTMLInputElement>('Time')
const submit = () => screen.getByRole('button', { name: /^Snooze/ })

test('tomorrow at noon is suggested, and chosen with one press', async () => {
  const { user, onSnooze, onOpenChange } = await renderDialog()
  expect([dateField().value, timeField().value]).toEqual([inDays(1), '12:00'])
  await user.click(submit())
  expect(onOpenChange).toHaveBeenCalledWith(false)
  expect(onSnooze).toHaveBeenCalledExactlyOnceWith(new Date(`${inDays(1)}T12:00`))
})

test('the chosen date and time are in the reader’s own time zone', async () => {
  const { user, onSnooze } = await renderDialog({}, 'Pacific/Auckland')
  fireEvent.change(dateField(), { target: { value: '2031-01-15' } })
  fireEvent.change(timeField(), { target: { value: '08:15' } })
  await user.click(submit())
  expect(onSnooze.mock.calls[0]?.[0].toISOString()).toBe('2031-01-14T19:15:00.000Z')
})

test('a time in words is resolved while typing, shown in the fields, and chosen with Enter', async () => {
  const { user, onSnooze } = await renderDialog()
  await user.type(phraseField(), 'tomorrow 9:15')
  // In the evening, tomorrow is hours away.
  expect(screen.getByText(/9:15.* · (tomorrow|in \d+ hours)$/)).toBeTruthy()
  expect([dateField().value, timeField().value]).toEqual([inDays(1), '09:15'])
  await user.keyboard('{Enter}')
  expect(onSnooze).toHaveBeenCalledExactlyOnceWith(new Date(`${inDays(1)}T09:15`))
})

test.each([
  ['yesterday', 'That time is past'],
  ['banana', /^Try/],
])('"%s" says what is wrong and snoozes nothing', async (phrase, message) => {
  const { user, onSnooze } = await renderDialog()
  await user.type(phraseField(), phrase)
  expect(screen.getByText(message)).toBeTruthy()
  await user.keyboard('{Enter}')
  expect((await screen.findByRole('alert')).textContent).toMatch(message)
  expect(onSnooze).not.toHaveBeenCalled()
})

test.each([
  ['a time in the past', inDays(-1), '12:00'],
  ['no date', '', '12:00'],
  ['no time', inDays(1), ''],
])('%s is refused with the reason, and the dialog stays open', async (_what, date, time) => {
  const { user, onSnooze, onOpenChange } = await renderDialog()
  fireEvent.change(dateField(), { target: { value: date } })
  fireEvent.change(timeField(), { target: { value: time } })
  await user.click(submit())
  expect((await screen.findByRole('alert')).textContent).toMatch(/\S{3}/)
  expect(onSnooze).not.toHaveBeenCalled()
  expect(onOpenChange).not.toHaveBeenCalled()
})

test('the refusal disappears once the time is right', async () => {
  const { user, onSnooze } = await renderDialog()
  fireEvent.change(timeField(), { target: { value: '' } })
  await user.click(submit())
  await screen.findByRole('alert')
  fireEvent.change(timeField(), { target: { value: '09:00' } })
  await user.click(submit())
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(onSnooze).toHaveBeenCalledOnce()
})

test('a snooze of more than ten years is refused before it is tried', async () => {
  const { user, onSnooze } = await renderDialog()
  await user.type(phraseField(), 'in 200 years')
  await user.keyboard('{Enter}')
  expect(screen.getByText('Snooze for at most ten years')).toBeTruthy()
  await user.clear(phraseField())
  await user.type(phraseField(), 'in 9 years')
  await user.keyboard('{Enter}')
  expect(onSnooze).toHaveBeenCalledOnce()
})
