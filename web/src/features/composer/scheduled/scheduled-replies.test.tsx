import type { Permission } from '@parley/contract/roles/permissions'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { readDraft } from '../../../lib/drafts.ts'
import { conversationFixture } from '../../../realtime/conversation-fixtures.ts'
import { agentWith } from '../../../testing/agent.ts'
import { renderApp, stubApi } from '../../../testing/render.tsx'
import { ScheduledReplies } from './scheduled-replies.tsx'

const CONVERSATION = '3f0c5a52-7d0e-4c1b-8a37-3d1c1f0d2a11'

const reply = {
  uuid: '0b8f4c52-1f5e-4c1b-8a37-3d1c1f0d2a11',
  conversation_uuid: CONVERSATION,
  created_at: '2031-01-01T08:00:00.000Z',
  updated_at: '2031-01-01T08:00:00.000Z',
  version: 3,
  send_at: '2031-01-15T08:00:00.000Z',
  hold_if_customer_replies: true,
  on_hold: null,
  author: { id: 8, first_name: 'Sam', last_name: '', avatar_url: null },
  message: '<p>See you then</p>',
  to: ['grace@customer.test'],
  cc: ['cy@customer.test'],
  bcc: [],
  attachments: [
    {
      id: 5,
      uuid: '5b8f4c52-1f5e-4c1b-8a37-3d1c1f0d2a55',
      filename: 'Plan.pdf',
      size: 3,
      content_type: 'application/pdf',
    },
  ],
  after: null,
  macros: [],
}
const conversation = { ...conversationFixture(1), uuid: CONVERSATION }
const base = `/api/v1/conversations/${CONVERSATION}/scheduled-replies`

function renderReplies(change: object = {}, permissions: Permission[] = ['messages:write'], answers = {}) {
  const requests = stubApi({
    [`GET /api/v1/conversations/${CONVERSATION}`]: { data: conversation },
    [`GET ${base}`]: { data: [{ ...reply, ...change }] },
    ...answers,
  })
  const me = { ...agentWith(permissions), time_zone: 'Europe/Berlin' }
  return { ...renderApp(<ScheduledReplies uuid={CONVERSATION} />, { me }), requests, me }
}

test('a scheduled reply shows its time in the agent’s zone, its author, recipients, text and files', async () => {
  renderReplies({ bcc: ['boss@acme.test', 'audit@acme.test'] })
  const item = await screen.findByRole('article', { name: 'Scheduled reply by Sam' })
  expect(item.textContent).toMatch(/Sends .*15.*9:00/)
  const recipients = 'Sam to grace@customer.test · Cc cy@customer.test · Bcc boss@acme.test, audit@acme.test'
  for (const text of [recipients, 'See you then', 'Plan.pdf']) expect(item.textContent).toContain(text)
})

test('a scheduled reply without copies names none', async () => {
  renderReplies({ cc: [] })
  expect((await screen.findByRole('article')).textContent).not.toMatch(/cc/i)
})

test('cancelling returns text, recipients and files to the draft', async () => {
  const { user, me, requests } = renderReplies({}, ['messages:write'], {
    [`PUT ${base}/${reply.uuid}/cancel`]: { data: reply },
  })
  await user.click(await screen.findByRole('button', { name: 'Cancel and edit' }))
  await waitFor(() =>
    expect(readDraft({ agent_id: me.id, uuid: CONVERSATION, mode: 'reply' })).toMatchObject({
      html: '<p>See you then</p>',
      files: [{ id: 5 }],
      fields: { to: ['grace@customer.test'], cc: ['cy@customer.test'] },
    }),
  )
  expect(requests.filter(({ method }) => method === 'PUT')).toHaveLength(1)
})

test('a reply on hold says why, and one click sends it', async () => {
  const on_hold = { reason: 'customer_replied', since: '2031-01-02T08:00:00.000Z' }
  const { user, requests } = renderReplies({ on_hold }, ['messages:write'], {
    [`PUT ${base}/${reply.uuid}/send`]: { data: true },
  })
  expect(await screen.findByText('On hold: the customer replied')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Send now' }))
  await waitFor(() => expect(requests.some(({ path }) => path.endsWith('/send'))).toBe(true))
})

test('a new time is sent with the version that was shown', async () => {
  const { user, requests } = renderReplies({}, ['messages:write'], {
    [`PUT ${base}/${reply.uuid}`]: { data: reply },
  })
  await user.click(await screen.findByRole('button', { name: 'Change time' }))
  await user.type(await screen.findByLabelText('When'), 'in 2 hours{Enter}')
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      version: 3,
      send_at: expect.stringMatching(/Z$/),
    }),
  )
})

test('someone who may only read gets no buttons', async () => {
  renderReplies({}, ['messages:read'])
  await screen.findByRole('article')
  expect(screen.queryByRole('button')).toBeNull()
})
