import {
  type BulkAction,
  type BulkOutcome,
  bulkPermissions,
  changeConversations,
  maxBulkConversations,
} from '@parley/contract/conversations/bulk-actions'
import type { ConversationListItem } from '@parley/contract/conversations/conversations'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { randomId } from '../../../lib/browser/random-id.ts'
import { leaveConversation } from '../../../lib/leave-conversation.ts'
import { showFailure, toast } from '../../../lib/toast.ts'
import { applyOptimisticUpdate } from '../../../realtime/apply-event.ts'
import { currentConnection } from '../../../realtime/connection.ts'
import { may } from '../../../session/permissions.ts'
import { useMe } from '../../../session/use-me.ts'
import { logAction, previousValues } from '../../../undo/action-log.ts'
import { undoSettled } from '../../../undo/undo-order.ts'
import { useTargetChoices } from '../target/conversation-target.ts'
import { describeTargetAction, isFinishing } from '../target/describe-target-action.ts'
import { optimisticPatch } from '../target/optimistic-patch.ts'

type Row = ConversationListItem

/** All actions for the selected rows, shared by the bar and the commands. */
export function useBulkActions(rows: readonly Row[], onFinished?: (rows: readonly Row[]) => void) {
  const { t } = useTranslation()
  const me = useMe()
  const cache = useQueryClient()
  const choices = useTargetChoices()

  /** Logs it as one action, also if it takes several requests. */
  const run = (action: BulkAction, return_to: string | null = null) => {
    const lookups = { ...choices, my_id: me.id }
    const patches = rows.map((row) => [row, optimisticPatch(action, row, lookups)] as const)
    const requests: Promise<number | null>[] = []
    for (let start = 0; start < rows.length; start += maxBulkConversations)
      requests.push(change({ cache, lookups, t }, action, rows.slice(start, start + maxBulkConversations)))
    const description = describeTargetAction(action, patches[0]?.[1] ?? {}, lookups)
    if (!description) return
    logAction({
      ...description,
      count: rows.length,
      event_ids: Promise.all(requests).then((ids) => ids.flatMap((id) => id ?? [])),
      previous: new Map(patches.map(([row, patch]) => [row.uuid, previousValues(row, patch)])),
      ...(return_to && { return_to }),
    })
  }

  const can = (type: BulkAction['type']) => {
    const permission = bulkPermissions[type]
    return permission === null || may(me, permission)
  }
  return {
    me,
    rows,
    choices,
    can,
    /** The server refuses those that can't be resolved, with their reasons. */
    canResolve: can('set_status'),
    run: (action: BulkAction) => {
      if (!isFinishing(action, me.id, choices.allStatuses)) return run(action)
      // The open conversation may be one of them.
      const paths = rows.map(({ uuid }) => leaveConversation(uuid, rows))
      run(action, paths.find((path) => path !== null) ?? null)
      onFinished?.(rows)
    },
  }
}
export type BulkActions = ReturnType<typeof useBulkActions>

type Context = { cache: QueryClient; lookups: Parameters<typeof optimisticPatch>[2]; t: TFunction }

/** One request for up to 200 rows; applied optimistically and rolled back where refused. Resolves with its id for undo. */
async function change(
  context: Context,
  action: BulkAction,
  batch: readonly Row[],
  idempotency_key = randomId(),
): Promise<number | null> {
  const { cache, lookups, t } = context
  const undone = undoSettled()
  const updates = new Map(
    batch.map((row) => [
      row.uuid,
      applyOptimisticUpdate(cache, row.uuid, optimisticPatch(action, row, lookups)),
    ]),
  )
  const refetch = () => {
    void cache.invalidateQueries({ queryKey: queryKeys.conversationLists })
    for (const row of batch) void cache.invalidateQueries({ queryKey: queryKeys.conversation(row.uuid) })
  }
  try {
    await undone
    const body = { uuids: batch.map((row) => row.uuid), action }
    let event_id: number | null = null
    const onEventId = (id: number) => {
      event_id = id
    }
    const outcomes = await call(changeConversations, { body, idempotency_key, onEventId })
    for (const { uuid, ok } of outcomes) ok ? updates.get(uuid)?.confirm() : updates.get(uuid)?.rollback()
    const refused = outcomes.filter(({ ok }) => !ok)
    if (refused.length > 0) toast.error(refusalText(refused, batch, t), { duration: 10_000 })
    if (refused.length > 0 || currentConnection() !== 'open') refetch()
    return event_id
  } catch (error) {
    for (const update of updates.values()) update.rollback()
    refetch()
    // Reuse the key: a change whose response was lost must not be applied twice.
    showFailure(error, () => void change(context, action, batch, idempotency_key))
    return null
  }
}

const MAX_NAMED = 3

/** Names some of the refused conversations and lists each reason once. */
function refusalText(refused: readonly BulkOutcome[], rows: readonly Row[], t: TFunction): string {
  const nameOf = (uuid: string) =>
    `“${rows.find((row) => row.uuid === uuid)?.subject || t('conversation.no_subject')}”`
  const unnamed = refused.length - MAX_NAMED
  const names = refused.slice(0, MAX_NAMED).map(({ uuid }) => nameOf(uuid))
  return t('bulk.refused', {
    count: refused.length,
    total: rows.length,
    names: [...names, ...(unnamed > 0 ? [t('bulk.more', { count: unnamed })] : [])].join(', '),
    reason: [...new Set(refused.map(({ reason }) => reason))].join('. '),
  })
}
