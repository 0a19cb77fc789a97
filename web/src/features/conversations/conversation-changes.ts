import type { Agent } from '@parley/contract/agents/agent'
import {
  assignTeam,
  assignUser,
  removeTeam,
  removeUser,
  setPriority,
  setStatus,
  setTags,
  statusRefusal,
} from '@parley/contract/conversations/conversation-verbs'
import type {
  Conversation,
  ConversationShared,
  ConversationSummary,
} from '@parley/contract/conversations/conversations'
import type { Priority } from '@parley/contract/priorities/priorities'
import type { Status } from '@parley/contract/statuses/statuses'
import { call } from '../../api/call.ts'
import { snoozeDuration } from '../../lib/snooze-presets.ts'
import { may } from '../../session/permissions.ts'
import { addMinutes } from './snooze/snooze-times.ts'

/** A change with its request and the optimistic patch to show until the server answers. */
export type Change = { patch: Partial<ConversationShared>; send: () => Promise<unknown> }

export const RESOLVED = 'Resolved'
export const SNOOZED = 'Snoozed'
export const OPEN = 'Open'

export const assignTo = ({ uuid }: Conversation, id: number | null): Change => ({
  patch: { assigned_user_id: id },
  send: () =>
    id === null
      ? call(removeUser, { params: { uuid } })
      : call(assignUser, { params: { uuid }, body: { assignee_id: id } }),
})

export const assignToTeam = ({ uuid }: Conversation, id: number | null): Change => ({
  patch: { assigned_team_id: id },
  send: () =>
    id === null
      ? call(removeTeam, { params: { uuid } })
      : call(assignTeam, { params: { uuid }, body: { assignee_id: id } }),
})

export const prioritise = ({ uuid }: Conversation, priority: Priority | null): Change => ({
  patch: { priority_id: priority?.id ?? null, priority: priority?.name ?? null },
  send: () => call(setPriority, { params: { uuid }, body: { priority: priority?.name ?? null } }),
})

export const tagWith = ({ uuid }: Conversation, tags: readonly string[]): Change => {
  const sorted = tags.toSorted()
  return {
    patch: { tags: sorted },
    send: () => call(setTags, { params: { uuid }, body: { tags: sorted } }),
  }
}

/** Any status but Snoozed. An unassigned conversation is assigned to its resolver (docs/spec/product-decisions.md#active-conversations). */
export const setStatusTo = (c: Conversation, status: Status, me: Pick<Agent, 'id'>): Change => ({
  patch: {
    status: status.name,
    status_id: status.id,
    status_category: status.category,
    snoozed_until: null,
    assigned_user_id: status.name === RESOLVED ? (c.assigned_user_id ?? me.id) : c.assigned_user_id,
  },
  send: () => call(setStatus, { params: { uuid: c.uuid }, body: { status: status.name } }),
})

export const snoozeUntil = (c: Conversation, snoozed: Status | undefined, until: Date): Change =>
  snooze(c, snoozed, { until, sent: until.toISOString() })

/** One of the presets. Shown by this computer's clock until the server answers with its own time. */
export const snoozeFor = (c: Conversation, snoozed: Status | undefined, minutes: number): Change =>
  snooze(c, snoozed, { until: addMinutes(minutes, new Date()), sent: snoozeDuration(minutes) })

const snooze = (
  { uuid }: Conversation,
  snoozed: Status | undefined,
  { until, sent }: { until: Date; sent: string },
): Change => ({
  patch: {
    status: SNOOZED,
    ...(snoozed && { status_id: snoozed.id }),
    status_category: 'waiting',
    snoozed_until: until.toISOString(),
  },
  send: () => call(setStatus, { params: { uuid }, body: { status: SNOOZED, snoozed_until: sent } }),
})

/** Why this agent can't resolve it, or null. */
export const resolveRefusal = (c: ConversationSummary, me: Agent, now: Date): string | null =>
  statusRefusal(
    c,
    {
      status: RESOLVED,
      category: 'closed',
      snoozed_until: null,
      may_assign_self: may(me, 'conversations:update_user_assignee'),
    },
    now,
  )

/** Why it can't be snoozed until then, or null. */
export const snoozeRefusal = (c: ConversationSummary, until: Date | null, now: Date): string | null =>
  statusRefusal(
    c,
    { status: SNOOZED, category: 'waiting', snoozed_until: until, may_assign_self: false },
    now,
  )
