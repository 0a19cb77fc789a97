import { SlaWrite } from '@parley/contract/sla/sla-policies'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryKeys } from '../../api/query-client.ts'
import { choose } from '../../testing/choose.ts'
import { renderForm } from '../../testing/render-form.tsx'
import { DurationField } from './duration-field.tsx'
import { formatWorkingTime } from './format-working-time.ts'
import { NoticesEditor } from './notices-editor.tsx'
import { fieldsOf, newBreach, newPolicy, newWarning, type SlaFields } from './sla-fields.ts'

const policy = { ...newPolicy, name: 'Gold' }
const cached: [readonly unknown[], unknown][] = [
  [queryKeys.agents, [{ id: 7, first_name: 'Ada', last_name: 'Lovelace', email: null }]],
]

function renderEditors(values: SlaFields) {
  const app = renderForm({ schema: SlaWrite, values, cached }, (form) => (
    <>
      <DurationField form={form} name="first_response_time" label="First reply" />
      <DurationField form={form} name="resolution_time" label="Resolution" />
      <NoticesEditor form={form} />
    </>
  ))
  const saved = async () => {
    await app.submit()
    await waitFor(() => expect(app.save).toHaveBeenCalledOnce())
    return app.save.mock.calls[0]?.[0]
  }
  return { ...app, saved }
}
const duration = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

test('a target is a number and a unit', async () => {
  const { user, saved } = renderEditors(policy)
  expect(duration('First reply').value).toBe('4')
  await user.clear(duration('First reply'))
  await user.type(duration('First reply'), '45')
  await choose(user, 'First reply: unit', 'minutes')
  expect((await saved())?.first_response_time).toBe('45m')
})

test('an empty target remembers its unit', async () => {
  const { user, saved } = renderEditors(policy)
  await choose(user, 'Resolution: unit', 'minutes')
  await user.type(duration('Resolution'), '300')
  expect((await saved())?.resolution_time).toBe('300m')
})

test('an invalid duration is rejected at its field', async () => {
  const { user, submit, save } = renderEditors(policy)
  await user.type(duration('Resolution'), 'soon')
  await submit()
  await screen.findByText('Enter a time between one minute and one year, such as 30m or 4h')
  expect(duration('Resolution').getAttribute('aria-invalid')).toBe('true')
  expect(save).not.toHaveBeenCalled()
})

test('a policy without any target is rejected', async () => {
  const { user, submit, save } = renderEditors(policy)
  await user.clear(duration('First reply'))
  await submit()
  await screen.findByText('Set at least one target')
  expect(save).not.toHaveBeenCalled()
})

test('a warning is sent before the target is due, to the assigned agent', async () => {
  const { user, saved } = renderEditors(policy)
  await user.click(screen.getByRole('button', { name: 'Add warning' }))
  duration('How long before')
  expect((await saved())?.notifications).toEqual([newWarning])
})

test('a breach is reported at once, or some time after', async () => {
  const { user, saved } = renderEditors(policy)
  await user.click(screen.getByRole('button', { name: 'Add missed notification' }))
  expect(screen.queryByRole('textbox', { name: 'How long after' })).toBeNull()
  await choose(user, 'When', 'Some time after')
  await user.type(duration('How long after'), '2')
  expect((await saved())?.notifications).toEqual([
    { ...newBreach, time_delay_type: 'after', time_delay: '2h' },
  ])
})

test('a notification needs a recipient', async () => {
  const { submit, save } = renderEditors({ ...policy, notifications: [{ ...newWarning, recipients: [] }] })
  await submit()
  await screen.findByText('Choose recipients', { selector: ':not(span)' })
  expect(save).not.toHaveBeenCalled()
})

test('recipients are the team, the assigned agent and agents by name; a deleted one is marked', async () => {
  const { user, saved } = renderEditors({
    ...policy,
    notifications: [{ ...newWarning, recipients: ['assigned_user', '99'] }],
  })
  const recipients = screen.getByRole('combobox', { name: /^Recipients/ })
  within(recipients).getByText('Assigned agent, Deleted agent 99')
  await choose(user, recipients, 'Ada Lovelace')
  await user.click(await screen.findByRole('option', { name: 'Deleted agent 99' }))
  await user.keyboard('{Escape}')
  expect((await saved())?.notifications?.[0]?.recipients).toEqual(['assigned_user', '7'])
})

test('removing a notification keeps the others', async () => {
  const { user, saved } = renderEditors({ ...policy, notifications: [newWarning, newBreach] })
  await user.click(screen.getByRole('button', { name: 'Remove notification 1: Before a target is due' }))
  expect((await saved())?.notifications).toEqual([newBreach])
})

test('a saved policy without targets or notifications has empty fields', () => {
  const times = { created_at: '2026-11-01T09:00:00Z', updated_at: '2026-11-01T09:00:00Z' }
  const saved = {
    id: 1,
    ...times,
    name: 'Gold',
    description: '',
    first_response_time: '4h',
    next_response_time: null,
    resolution_time: null,
    notifications: null,
  } as unknown as Parameters<typeof fieldsOf>[0]
  expect(fieldsOf(saved)).toEqual({ ...policy, first_response_time: '4h' })
})

test.each([
  [45, '45s'],
  [60, '1m'],
  [3600, '1h'],
  [12_000, '3h 20m'],
  [0, '0s'],
])('%i seconds of working time are %s', (seconds, text) => {
  expect(formatWorkingTime(seconds, 'en')).toBe(text)
})
