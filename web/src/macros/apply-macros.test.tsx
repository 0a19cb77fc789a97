import type { Macro } from '@parley/contract/macros/macros'
import type { QueryClient } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryKeys } from '../api/query-client.ts'
import type { DraftMacro } from '../lib/drafts.ts'
import { conversationFixture, messageFixture } from '../realtime/conversation-fixtures.ts'
import { agentWith } from '../testing/agent.ts'
import { renderApp, stubApi } from '../testing/render.tsx'
import { Toasts } from '../testing/toasts.tsx'
import { applyMacros } from './apply-macros.ts'
import { notifyActionRefused } from './notify-action-refused.ts'

const { uuid } = conversationFixture(1)
const pathOf = (id: number) => `POST /api/v1/conversations/${uuid}/macros/${id}/apply`
const macro = (id: number, name: string, actions: DraftMacro['actions']): DraftMacro => ({
  id,
  name,
  actions,
  key: `use-${id}`,
})
const escalate = macro(1, 'Escalate', [
  { type: 'set_priority', value: ['3'], display_value: ['High'] },
  { type: 'add_tags', value: ['vip'], display_value: [] },
] as DraftMacro['actions'])
const close = macro(2, 'Close', [
  { type: 'set_status', value: ['2'], display_value: ['Resolved'] },
] as DraftMacro['actions'])
const applied = { data: { message: 'Applied', applied: [], failed: [] } }

function renderToasts() {
  const stored = [1, 2, 3].map((id) => ({ id, usage_count: 5, last_used_at: null })) as unknown as Macro[] // what a use changes
  return renderApp(<Toasts />, { me: agentWith(), cached: [[queryKeys.macros, stored]] })
}
const usageIn = (client: QueryClient) =>
  client.getQueryData<Macro[]>(queryKeys.macros)?.map(({ usage_count }) => usage_count)

test('macros are applied in order, and only those with actions left', async () => {
  const requests = stubApi({ [pathOf(1)]: applied, [pathOf(2)]: applied })
  const { client } = renderToasts()
  await applyMacros(client, uuid, [escalate, macro(3, 'Only text', []), close])
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([pathOf(1), pathOf(2)])
  expect(requests[0]?.body).toEqual([
    { type: 'set_priority', value: ['3'] },
    { type: 'add_tags', value: ['vip'] },
  ])
  expect(usageIn(client)).toEqual([6, 6, 5])
})

test('a macro that fails does not stop the next one, and is retried as the same use', async () => {
  const requests = stubApi({
    [pathOf(1)]: { status: 503, error: { message: 'The server is busy' } },
    [pathOf(2)]: applied,
  })
  const { user, client } = renderToasts()
  await applyMacros(client, uuid, [escalate, close])
  await screen.findByText('“Escalate” couldn’t be applied')
  expect(screen.getByText('The server is busy')).toBeTruthy()
  expect(usageIn(client), 'a use that failed does not count').toEqual([5, 6, 5])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(requests).toHaveLength(3))
  expect(requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['use-1', 'use-2', 'use-1'])
})

test('failed actions are listed with their reasons', async () => {
  stubApi({
    [pathOf(1)]: {
      status: 207,
      data: {
        message: 'Applied in part',
        applied: ['add_tags'],
        failed: [{ type: 'set_priority', message: 'Your role doesn’t allow this' }],
      },
    },
  })
  const { client } = renderToasts()
  await applyMacros(client, uuid, [escalate])
  await screen.findByText('“Escalate” was only partly applied')
  expect(screen.getByText('Set priority to High: Your role doesn’t allow this')).toBeTruthy()
  expect(usageIn(client), 'the rest was applied').toEqual([6, 5, 5])
})

test('the conversation is fetched again while no events are pushed', async () => {
  stubApi({ [pathOf(2)]: applied })
  const { client } = renderToasts()
  client.setQueryData(queryKeys.conversation(uuid), {})
  await applyMacros(client, uuid, [macro(3, 'Only text', [])])
  expect(client.getQueryState(queryKeys.conversation(uuid))?.isInvalidated).toBe(false)
  await applyMacros(client, uuid, [close])
  expect(client.getQueryState(queryKeys.conversation(uuid))?.isInvalidated).toBe(true)
})

const refusal = (sender_id: number, name: string | null) =>
  messageFixture(1, {
    type: 'activity',
    sender_type: 'agent',
    sender_id,
    activity: {
      type: 'action_refused',
      data: { macro: name, action: 'add_tags', what: 'vip', reason: 'The tag was deleted' },
    } as never, // the fields that the notice reads
  })

test('the author of a message is notified of its failed actions', async () => {
  const { client } = renderToasts()
  notifyActionRefused(client, refusal(7, 'Escalate'))
  await screen.findByText('“Escalate” was only partly applied')
  expect(screen.getByText('Add tags: vip: The tag was deleted')).toBeTruthy()
})

test('an action of the send button has no macro to name', async () => {
  const { client } = renderToasts()
  notifyActionRefused(client, refusal(7, null))
  expect(await screen.findByText('Sent, but some actions failed')).toBeTruthy()
})

test('other agents are not notified', async () => {
  const { client } = renderToasts()
  notifyActionRefused(client, refusal(8, 'Close'))
  notifyActionRefused(client, refusal(7, 'Escalate'))
  await screen.findByText('“Escalate” was only partly applied')
  expect(screen.queryByText('“Close” was only partly applied')).toBeNull()
})
