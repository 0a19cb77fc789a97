import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryKeys } from '../../api/query-client.ts'
import { i18n } from '../../lib/i18n.ts'
import { choose, chooseFromMenu } from '../../testing/choose.ts'
import { renderForm } from '../../testing/render-form.tsx'
import { MacroActionsField } from './macro-actions-field.tsx'
import { type MacroFields, macroSchema, newMacro } from './macro-fields.ts'
import { MacroPlacesField } from './macro-places-field.tsx'

const cached: [readonly unknown[], unknown][] = [
  [
    queryKeys.statuses,
    [
      { id: 1, name: 'Open', is_default: true },
      { id: 2, name: 'Snoozed', is_default: true },
    ],
  ],
  [queryKeys.tags, [{ id: 3, name: 'refund' }]],
  [queryKeys.teams, [{ id: 5, name: 'Billing' }]],
  [queryKeys.agents, []],
  [queryKeys.priorities, []],
]
const macro = { ...newMacro, name: 'Refund', message_content: '<p>Sorry</p>' }

function renderEditors(values: MacroFields) {
  const app = renderForm({ schema: macroSchema(i18n.t), values, cached }, (form) => (
    <>
      <MacroActionsField form={form} />
      <MacroPlacesField form={form} />
    </>
  ))
  const saved = async () => {
    await app.submit()
    await waitFor(() => expect(app.save).toHaveBeenCalledOnce())
    return app.save.mock.calls[0]?.[0]
  }
  return { ...app, saved }
}

test('actions are kept in the order in which they run, whatever the order of adding', async () => {
  const { user, saved } = renderEditors(macro)
  await chooseFromMenu(user, 'Add action', 'Set status')
  await choose(user, 'Set status', 'Open')
  await chooseFromMenu(user, 'Add action', 'Add tags')
  await choose(user, 'Add tags', 'refund')
  await user.keyboard('{Escape}')
  await chooseFromMenu(user, 'Add action', 'Assign to team')
  await choose(user, 'Assign to team', 'Billing')
  expect((await saved())?.actions).toEqual([
    { type: 'assign_team', value: ['5'] },
    { type: 'add_tags', value: ['refund'] },
    { type: 'set_status', value: ['1'] },
  ])
})

test('each kind of action is offered once, and again after it was removed', async () => {
  const { user, saved } = renderEditors({ ...macro, actions: [{ type: 'add_tags', value: ['refund'] }] })
  await user.click(screen.getByRole('button', { name: 'Add action' }))
  await screen.findByRole('menuitem', { name: 'Set status' })
  expect(screen.queryByRole('menuitem', { name: 'Add tags' })).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Remove: Add tags' }))
  screen.getByText('No actions. Only the text is inserted.')
  expect((await saved())?.actions).toEqual([])
})

test('a macro cannot snooze, because it has no time to wake up', async () => {
  const { user } = renderEditors({ ...macro, actions: [{ type: 'set_status', value: ['1'] }] })
  await user.click(screen.getByRole('combobox', { name: 'Set status: Open' }))
  await screen.findByRole('option', { name: 'Open' })
  expect(screen.queryByRole('option', { name: 'Snoozed' })).toBeNull()
})

test('a deleted value is marked', () => {
  renderEditors({ ...macro, actions: [{ type: 'assign_team', value: ['99'] }] })
  screen.getByText('No longer exists')
})

test('an action of another client is shown and kept, but cannot be edited', async () => {
  const foreign = { type: 'send_private_note' as const, value: ['<p>Note</p>'] }
  const { saved } = renderEditors({ ...macro, actions: [foreign] })
  screen.getByText('Set by another client; not supported here')
  expect((await saved())?.actions).toEqual([foreign])
})

test('a macro is available in at least one place', async () => {
  const { user, submit, save, saved } = renderEditors(macro)
  const place = (name: string) => screen.getByRole('checkbox', { name })
  await user.click(place('In a reply'))
  await submit()
  await screen.findByRole('alert')
  expect(save).not.toHaveBeenCalled()
  await user.click(place('In a private note'))
  await user.click(place('In a reply'))
  const chosen = (await saved())?.visible_when
  expect(chosen).toHaveLength(2)
  expect(chosen).toEqual(expect.arrayContaining(['replying', 'adding_private_note']))
})
