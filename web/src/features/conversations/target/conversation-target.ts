import type { Agent } from '@parley/contract/agents/agent'
import type { BulkAction } from '@parley/contract/conversations/bulk-actions'
import type { ConversationSummary } from '@parley/contract/conversations/conversations'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { snoozeDuration } from '../../../lib/snooze-presets.ts'
import {
  agentsQuery,
  inboxesQuery,
  prioritiesQuery,
  statusesQuery,
  tagsQuery,
  teamsQuery,
} from '../../../session/queries.ts'

/** One change to every conversation of a target. */
export type TargetAction = Exclude<BulkAction, { type: 'mark_seen' }>

/** What commands act on: the open conversation or the selected rows. */
export type ConversationTarget = {
  me: Pick<Agent, 'id' | 'time_zone'>
  rows: readonly Pick<
    ConversationSummary,
    'status_category' | 'assigned_user_id' | 'tags' | 'inbox_id' | 'trashed_at' | 'trash_reason'
  >[]
  choices: TargetChoices
  /** Whether the agent may do this. */
  can: (type: TargetAction['type']) => boolean
  /** Resolving can need more than the permission to change the status. */
  canResolve: boolean
  run: (action: TargetAction) => void
}

/** What commands need besides their target. */
export type TargetUi = {
  t: TFunction
  /** Asks for the end of a snooze. */
  customSnooze: () => void
}

/** The values that properties can have. */
type TargetChoices = ReturnType<typeof useTargetChoices>

export function useTargetChoices() {
  const allStatuses = useQuery(statusesQuery).data ?? []
  return {
    agents: (useQuery(agentsQuery).data ?? []).filter((agent) => agent.enabled),
    teams: useQuery(teamsQuery).data ?? [],
    allStatuses,
    /** Without Snoozed, which needs a time and has its own menu. */
    statuses: allStatuses.filter((status) => status.name !== SNOOZED),
    priorities: useQuery(prioritiesQuery).data ?? [],
    tags: useQuery(tagsQuery).data ?? [],
    inboxes: (useQuery(inboxesQuery).data ?? []).filter((inbox) => inbox.enabled),
  }
}

export const RESOLVED = 'Resolved'
export const SNOOZED = 'Snoozed'
export const OPEN = 'Open'

type StatusAction = Extract<TargetAction, { type: 'set_status' }>

export const setStatusTo = (status: string): StatusAction => ({ type: 'set_status', status })

/** One of the presets: the server's clock decides when it ends. */
export const snoozeFor = (minutes: number): StatusAction => ({
  type: 'set_status',
  status: SNOOZED,
  snoozed_until: snoozeDuration(minutes),
})

export const snoozeUntil = (until: Date): StatusAction => ({
  type: 'set_status',
  status: SNOOZED,
  snoozed_until: until.toISOString(),
})

/** Turns the tags that all rows have into these. */
export function setTags(
  { run }: Pick<ConversationTarget, 'run'>,
  current: readonly string[],
  next: readonly string[],
) {
  const added = next.filter((name) => !current.includes(name))
  const removed = current.filter((name) => !next.includes(name))
  if (added.length > 0) run({ type: 'add_tags', tags: added })
  if (removed.length > 0) run({ type: 'remove_tags', tags: removed })
}
