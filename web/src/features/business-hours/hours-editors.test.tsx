import { BusinessHoursWrite } from '@parley/contract/business-hours/business-hours'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { chooseFromMenu } from '../../testing/choose.ts'
import { stubApi } from '../../testing/render.tsx'
import { renderForm } from '../../testing/render-form.tsx'
import { HolidaysEditor } from './holidays-editor.tsx'
import { type HoursFields, newHours } from './hours-fields.ts'
import { WeekEditor } from './week-editor.tsx'

const office = { ...newHours, name: 'Office' }

function renderEditors(values: HoursFields = office) {
  const app = renderForm({ schema: BusinessHoursWrite, values }, (form) => (
    <>
      <WeekEditor form={form} />
      <HolidaysEditor form={form} />
    </>
  ))
  const saved = async () => {
    await app.submit()
    await waitFor(() => expect(app.save).toHaveBeenCalledOnce())
    return app.save.mock.calls[0]?.[0]
  }
  return { ...app, saved }
}
const time = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const setTime = (name: string, value: string) => fireEvent.change(time(name), { target: { value } })
const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const

test('a day is closed and opened with its switch', async () => {
  const { user, saved } = renderEditors()
  await user.click(screen.getByRole('switch', { name: 'Open on Monday' }))
  expect(screen.queryByLabelText('Monday, opening time 1')).toBeNull()
  await user.click(screen.getByRole('switch', { name: 'Open on Sunday' }))
  expect(time('Sunday, opening time 1').value).toBe('09:00')
  const week = (await saved())?.hours
  expect(week?.Monday).toBeNull()
  expect(week?.Sunday).toEqual({ spans: [{ open: '09:00', close: '17:00' }] })
})

test('a break is a second span, which can be removed again', async () => {
  const { user, saved } = renderEditors()
  setTime('Monday, closing time 1', '12:00')
  await user.click(screen.getByRole('button', { name: 'Add hours on Monday' }))
  setTime('Monday, opening time 2', '13:00')
  await user.click(screen.getByRole('button', { name: 'Add hours on Monday' }))
  await user.click(screen.getByRole('button', { name: 'Remove hours 3 on Monday' }))
  expect((await saved())?.hours?.Monday?.spans?.map(({ open, close }) => `${open}-${close}`)).toEqual([
    '09:00-12:00',
    expect.stringMatching(/^13:00-/),
  ])
})

test('the hours of a day can be copied to the weekdays', async () => {
  const { user, saved } = renderEditors()
  setTime('Monday, opening time 1', '07:30')
  await chooseFromMenu(user, 'Copy hours of Monday', 'To Monday to Friday')
  await user.click(screen.getByRole('switch', { name: 'Open on Tuesday' }))
  await chooseFromMenu(user, 'Copy hours of Monday', 'To Saturday')
  const week = (await saved())?.hours ?? {}
  const opening = (day: keyof typeof week) => week[day]?.spans?.map(({ open }) => open) ?? []
  expect(dayNames.map(opening)).toEqual([['07:30'], [], ['07:30'], ['07:30'], ['07:30']])
  expect(opening('Saturday')).toEqual(['07:30'])
  expect(opening('Sunday')).toEqual([])
})

test('overlapping hours are refused on their day', async () => {
  const { submit, save } = renderEditors({
    ...office,
    hours: {
      Tuesday: {
        spans: [
          { open: '09:00', close: '13:00' },
          { open: '12:00', close: '17:00' },
        ],
      },
    },
  })
  await submit()
  await waitFor(() => expect(time('Tuesday, opening time 1').getAttribute('aria-invalid')).toBe('true'))
  expect(save).not.toHaveBeenCalled()
})

test('hours that are never open are refused as a whole', async () => {
  const { user, submit, save } = renderEditors()
  for (const day of dayNames) await user.click(screen.getByRole('switch', { name: `Open on ${day}` }))
  await submit()
  await screen.findByText(/These hours are never open/)
  expect(save).not.toHaveBeenCalled()
})

test('a holiday has a date and a name, and can repeat every year', async () => {
  const { user, submit, saved } = renderEditors()
  await user.click(screen.getByRole('button', { name: 'Add holiday' }))
  await submit()
  await screen.findByText('Choose a date')
  fireEvent.change(screen.getByLabelText('Date'), { target: { value: '2026-12-25' } })
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Christmas')
  await user.click(screen.getByRole('checkbox', { name: 'Every year' }))
  expect((await saved())?.holidays).toEqual([{ name: 'Christmas', date: '2026-12-25', yearly: true }])
})

test('two holidays on one day are refused, until one is removed', async () => {
  const { user, submit, saved } = renderEditors({
    ...office,
    holidays: [
      { name: 'Christmas', date: '2026-12-25' },
      { name: 'Xmas', date: '2026-12-25' },
    ],
  })
  await submit()
  await screen.findByText('Two holidays are on 2026-12-25. Keep one of them')
  await user.click(screen.getByRole('button', { name: 'Remove holiday 2' }))
  expect((await saved())?.holidays).toEqual([{ name: 'Christmas', date: '2026-12-25' }])
})

const imported = {
  holidays: [
    { name: 'Christmas', date: '2026-12-25' },
    { name: 'New Year', date: '2027-01-01', yearly: true },
    { name: 'Party', date: '2027-02-02' },
  ],
  skipped: [{ name: 'Meeting', reason: 'not_whole_days' }],
  from: '2026-11-23',
  until: '2028-11-23',
}
const readPath = 'POST /api/v1/business-hours/holidays/read'
async function importFile(values: HoursFields) {
  const app = renderEditors(values)
  await app.user.click(screen.getByRole('button', { name: 'Import calendar file' }))
  const dialog = within(await screen.findByRole('dialog'))
  const file = new File(['BEGIN:VCALENDAR'], 'days.ics', { type: 'text/calendar' })
  const input = dialog
    .getAllByLabelText<HTMLInputElement>('Choose a file')
    .find(({ type }) => type === 'file')
  if (!input) throw new Error('no file field')
  await app.user.upload(input, file)
  return { ...app, dialog }
}

test('a calendar file adds the selected days that are not in the list yet', async () => {
  const requests = stubApi({ [readPath]: { data: imported } })
  const { user, dialog, saved } = await importFile({
    ...office,
    holidays: [{ name: 'Christmas', date: '2026-12-25' }],
  })
  await dialog.findByText('1 day is already in the list.')
  dialog.getByText(/Meeting: not an all-day event/)
  expect(requests[0]?.body).toEqual({ ics: 'BEGIN:VCALENDAR' })
  await user.click(dialog.getByRole('checkbox', { name: /Party/ }))
  await user.click(dialog.getByRole('button', { name: 'Add 1 day' }))
  expect((await saved())?.holidays?.map(({ name }) => name)).toEqual(['Christmas', 'New Year'])
})

test('a file that is not a calendar is rejected in the dialog', async () => {
  stubApi({ [readPath]: { status: 400, error: { message: 'This is not a calendar file' } } })
  const { dialog } = await importFile(office)
  expect((await dialog.findByRole('alert')).textContent).toContain('This is not a calendar file')
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: /^Add 0/ }).disabled).toBe(true)
})
