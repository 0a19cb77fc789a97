import type { ConversationShared } from '@parley/contract/conversations/conversations'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Actor } from '../actor.ts'
import type { Event } from '../spine/read-events.ts'
import type { Batch } from './event-batch.ts'
import type { LegacyFrame } from './legacy-frames.ts'
import { debounceMs, legacySender } from './legacy-sender.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const ana = {
  kind: 'agent',
  id: 7,
  permissions: new Set(['conversations:read', 'conversations:read_assigned']),
  team_ids: [],
} as unknown as Actor // what access depends on

/** One change of conversation 1, which is now assigned to `user`. */
function batchOf(changes: Record<string, [unknown, unknown]>, user = ana.id): Batch {
  const event = {
    type: 'conversation.changed',
    conversation_id: 1,
    changes,
    data: {},
    access_before: { user: ana.id, team: null },
    access_after: { user, team: null },
  } as unknown as Event
  const c = {
    ...{ id: 1, uuid: 'c1', assigned_user_id: user, assigned_team_id: null },
    trashed_at: null,
  } as ConversationShared
  return {
    events: [event],
    conversations: new Map([[1, c]]),
    merge_roots: new Map(),
    messages: new Map(),
    contacts: new Map(),
  }
}

function start() {
  const sent: LegacyFrame[] = []
  return { sent, sender: legacySender((frame) => sent.push(frame)) }
}
const update = (prop: string, value: unknown) => ({
  type: 'conversation_prop_update',
  data: { uuid: 'c1', prop, value },
})

test('properties are sent with their latest value once the conversation has stopped changing', () => {
  const { sent, sender } = start()
  sender.deliver(ana, batchOf({ subject: ['a', 'b'], snoozed_until: [null, 'x'] }))
  vi.advanceTimersByTime(debounceMs - 1)
  sender.deliver(ana, batchOf({ subject: ['b', 'c'] }))
  vi.advanceTimersByTime(debounceMs - 1)
  expect(sent).toEqual([])
  vi.advanceTimersByTime(1)
  expect(sent).toEqual([update('snoozed_until', 'x'), update('subject', 'c')])
  vi.advanceTimersByTime(10 * debounceMs)
  expect(sent).toHaveLength(2)
})

test('pending properties are dropped when the reader loses access, and when the socket closes', () => {
  const { sent, sender } = start()
  sender.deliver(ana, batchOf({ subject: ['a', 'b'] }))
  sender.deliver(ana, batchOf({ assigned_user_id: [7, 8] }, 8))
  vi.advanceTimersByTime(10 * debounceMs)
  expect(sent).toEqual([])
  sender.deliver(ana, batchOf({ subject: ['a', 'b'] }))
  sender.stop()
  vi.advanceTimersByTime(10 * debounceMs)
  expect(sent).toEqual([])
})
