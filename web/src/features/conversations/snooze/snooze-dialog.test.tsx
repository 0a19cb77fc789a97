import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { conversationFixture, toListItem } from '../../../realtime/conversation-fixtures.ts'
import { renderApp } from '../../../testing/render.tsx'
import { SnoozeDialog } from './snooze-dialog.tsx'
import { toDateInputValue } from './snooze-times.ts'

const inDays = (days: number) => toDateInputValue(new Date(Date.now() + days * 24 * 3_600_000))

function renderDialog(change: Parameters<typeof conversationFixture>[1] = {}) {
  const onSnooze = vi.fn<(until: Date) => void>()
  const onOpenChange = vi.fn()
  const conversation = toListItem(conversationFixture(1, change))
  const app = renderApp(
    <SnoozeDialog conversation={conversation} open onOpenChange={onOpenChange} onSnooze={onSnooze} />,
  )
  return { ...app, onSnooze, onOpenChange }
}
const dateField = () => screen.getByLabelText<HTMLInputElement>('Date')
const timeField = () => screen.getByLabelText<HTMLInputElement>('Time')
const submit = () => screen.getByRole('button', { name: /^Snooze/ })

test('tomorrow at noon is suggested, and chosen with one press', async () => {
  const { user, onSnooze, onOpenChange } = renderDialog()
  expect([dateField().value, timeField().value]).toEqual([inDays(1), '12:00'])
  await user.click(submit())
  expect(onOpenChange).toHaveBeenCalledWith(false)
  expect(onSnooze).toHaveBeenCalledExactlyOnceWith(new Date(`${inDays(1)}T12:00`))
})

test('the chosen date and time are in the reader’s own time zone', async () => {
  const { user, onSnooze } = renderDialog()
  fireEvent.change(dateField(), { target: { value: inDays(3) } })
  fireEvent.change(timeField(), { target: { value: '08:15' } })
  await user.click(submit())
  const until = onSnooze.mock.calls[0]?.[0]
  expect([until?.getHours(), until?.getMinutes()]).toEqual([8, 15])
})

test.each([
  ['a time in the past', inDays(-1), '12:00'],
  ['no date', '', '12:00'],
  ['no time', inDays(1), ''],
])('%s is refused with the reason, and the dialog stays open', async (_what, date, time) => {
  const { user, onSnooze, onOpenChange } = renderDialog()
  fireEvent.change(dateField(), { target: { value: date } })
  fireEvent.change(timeField(), { target: { value: time } })
  await user.click(submit())
  expect((await screen.findByRole('alert')).textContent).toMatch(/\S{3}/)
  expect(onSnooze).not.toHaveBeenCalled()
  expect(onOpenChange).not.toHaveBeenCalled()
})

test('the refusal disappears once the time is right', async () => {
  const { user, onSnooze } = renderDialog()
  fireEvent.change(timeField(), { target: { value: '' } })
  await user.click(submit())
  await screen.findByRole('alert')
  fireEvent.change(timeField(), { target: { value: '09:00' } })
  await user.click(submit())
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(onSnooze).toHaveBeenCalledOnce()
})
