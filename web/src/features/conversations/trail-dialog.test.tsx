import type { TrailEntry } from '@parley/contract/conversations/conversation-events'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp, stubApi } from '../../testing/render.tsx'
import { TrailDialog } from './trail-dialog.tsx'

const uuid = '00000000-0000-4000-8000-000000000001'
const entry = (id: number, change: Partial<TrailEntry> = {}): TrailEntry => ({
  id,
  at: '2026-11-24T10:00:00Z',
  type: 'conversation.priority_changed',
  actor: { kind: 'agent', id: 7, name: 'Ana Sun' },
  changes: [{ field: 'priority', attribute: null, before: 'High', after: null }],
  name: null,
  message: null,
  message_ids: [],
  why: null,
  depth: 0,
  because: [],
  ...change,
})

test('what an agent undid is marked as such', async () => {
  stubApi({
    [`GET /api/v1/conversations/${uuid}/events`]: {
      data: { results: [entry(2, { undo: true }), entry(1)], next_cursor: null },
    },
  })
  renderApp(<TrailDialog uuid={uuid} messageId={null} onClose={() => {}} onShowAll={() => {}} />)
  const entries = within(await screen.findByRole('list')).getAllByRole('listitem')
  expect(entries.map((one) => within(one).queryByText('Undo') !== null)).toEqual([true, false])
})
