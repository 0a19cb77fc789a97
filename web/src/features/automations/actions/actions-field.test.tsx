import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryKeys } from '../../../api/query-client.ts'
import { i18n } from '../../../lib/i18n.ts'
import { choose, chooseFromMenu } from '../../../testing/choose.ts'
import { renderForm } from '../../../testing/render-form.tsx'
import { type ActionFields, newRule, ruleSchema } from '../rule-fields.ts'
import { ActionsField } from './actions-field.tsx'

const cached: [readonly unknown[], unknown][] = [
  [
    queryKeys.statuses,
    [
      { id: 1, name: 'Open', is_default: true },
      { id: 2, name: 'Snoozed', is_default: true },
    ],
  ],
  [
    queryKeys.tags,
    [
      { id: 3, name: 'refund' },
      { id: 4, name: 'vip' },
    ],
  ],
  [queryKeys.teams, [{ id: 5, name: 'Billing' }]],
  [queryKeys.agents, []],
  [queryKeys.priorities, []],
  [queryKeys.inboxes, []],
  [queryKeys.sla, []],
]

function renderActions(actions: ActionFields[] = []) {
  const rule = newRule('new_conversation')
  const values = { ...rule, name: 'Rule', rules: rule.rules.map((body) => ({ ...body, actions })) }
  const app = renderForm({ schema: ruleSchema(i18n.t), values, cached }, (form) => (
    <ActionsField form={form} />
  ))
  const saved = async () => {
    await app.submit()
    await waitFor(() => expect(app.save).toHaveBeenCalledOnce())
    return app.save.mock.calls[0]?.[0].rules[0]?.actions
  }
  return { ...app, saved }
}
const names = () => screen.getAllByRole('listitem').map((item) => item.textContent)

test('a rule needs an action', async () => {
  const { submit, save } = renderActions()
  screen.getByText('No actions yet. Add at least one.')
  await submit()
  await screen.findByRole('alert')
  expect(save).not.toHaveBeenCalled()
})

test('an action needs its value', async () => {
  const { user, submit, save, saved } = renderActions()
  await chooseFromMenu(user, 'Add action', 'Assign to team')
  await submit()
  await screen.findByText('Complete this action')
  expect(save).not.toHaveBeenCalled()
  await choose(user, 'Assign to team', 'Billing')
  expect(await saved()).toEqual([{ type: 'assign_team', value: ['5'] }])
})

test('what can be set only once is not offered twice, but tags can be added twice', async () => {
  const { user } = renderActions([
    { type: 'assign_team', value: ['5'] },
    { type: 'add_tags', value: ['vip'] },
  ])
  await user.click(screen.getByRole('button', { name: 'Add action' }))
  await screen.findByRole('menuitem', { name: 'Add tags' })
  expect(screen.queryByRole('menuitem', { name: 'Assign to team' })).toBeNull()
})

test('tags are chosen by name, several at once', async () => {
  const { user, saved } = renderActions([{ type: 'add_tags', value: ['vip'] }])
  await choose(user, 'Add tags: vip', 'refund')
  await user.keyboard('{Escape}')
  const [action] = (await saved()) ?? []
  expect(action?.value.toSorted()).toEqual(['refund', 'vip'])
})

test('a rule cannot snooze, because it has no time to wake up', async () => {
  const { user } = renderActions([{ type: 'set_status', value: [] }])
  await user.click(screen.getByRole('combobox', { name: 'Set status' }))
  await screen.findByRole('option', { name: 'Open' })
  expect(screen.queryByRole('option', { name: 'Snoozed' })).toBeNull()
})

test('a survey needs no value', async () => {
  const { user, saved } = renderActions()
  await chooseFromMenu(user, 'Add action', 'Send satisfaction survey')
  expect(await saved()).toEqual([{ type: 'send_csat', value: ['0'] }])
})

test('removing an action keeps the others in their order, and the focus in the editor', async () => {
  const { user, saved } = renderActions([
    { type: 'add_tags', value: ['vip'] },
    { type: 'assign_team', value: ['5'] },
    { type: 'send_csat', value: ['0'] },
  ])
  expect(names()).toHaveLength(3)
  await user.click(screen.getByRole('button', { name: 'Remove: Assign to team' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add action' }))
  expect((await saved())?.map(({ type }) => type)).toEqual(['add_tags', 'send_csat'])
})

test('a deleted team is marked, not silently kept', () => {
  renderActions([{ type: 'assign_team', value: ['99'] }])
  const [item] = screen.getAllByRole('listitem')
  if (!item) throw new Error('no action')
  within(item).getByText(i18n.t('automations.gone'))
})
