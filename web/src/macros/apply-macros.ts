import { applyMacro } from '@parley/contract/macros/macros'
import type { QueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { call } from '../api/call.ts'
import { queryKeys } from '../api/query-client.ts'
import type { DraftMacro } from '../lib/drafts.ts'
import { i18n } from '../lib/i18n.ts'
import { toast } from '../lib/toast.ts'
import { currentConnection } from '../realtime/connection.ts'
import { logAction } from '../undo/action-log.ts'
import { bumpMacroUsage } from './bump-macro-usage.ts'
import { describeAction } from './describe-action.ts'

/** A failure lists several items and takes time to read. */
const FAILURE_MS = 10_000

/**
 * Applies the remaining actions of the macros without a message, in sequence. A failure is reported and doesn't stop
 * the others.
 */
export async function applyMacros(
  cache: QueryClient,
  uuid: string,
  macros: readonly DraftMacro[],
): Promise<void> {
  const withActions = macros.filter(({ actions }) => actions.length > 0)
  for (const macro of withActions) await applyOneMacro(cache, uuid, macro)
  if (withActions.length === 0 || currentConnection() === 'open') return
  void cache.invalidateQueries({ queryKey: queryKeys.conversation(uuid) })
  void cache.invalidateQueries({ queryKey: queryKeys.conversationLists })
}

/** Returns whether every action succeeded. */
export async function applyOneMacro(cache: QueryClient, uuid: string, macro: DraftMacro): Promise<boolean> {
  const { id, name, key } = macro
  const body = macro.actions.map(({ type, value }) => ({ type, value }))
  try {
    const { failed } = await call(applyMacro, {
      params: { uuid, id: String(id) },
      body,
      idempotency_key: key,
      onEventId: (event_id) =>
        logAction({
          kind: 'macro',
          what: { macro: name },
          count: 1,
          event_ids: Promise.resolve([event_id]),
          previous: new Map(),
        }),
    })
    bumpMacroUsage(cache, [macro])
    if (failed.length > 0)
      toast.error(i18n.t('macro.failed_in_part', { name }), {
        description: failed.map(({ type, message }) => describeFailure(macro, type, message)).join('\n'),
        duration: FAILURE_MS,
      })
    return failed.length === 0
  } catch (error) {
    toast.error(i18n.t('macro.failed', { name }), {
      description: error instanceof Error ? error.message : i18n.t('error.unknown'),
      duration: FAILURE_MS,
      // Reuse the key: actions already applied are not repeated.
      action: { label: i18n.t('ui.retry'), onClick: () => void applyOneMacro(cache, uuid, macro) },
    })
    return false
  }
}

function describeFailure(macro: DraftMacro, type: string, message: string): string {
  const t: TFunction = i18n.t
  const action = macro.actions.find((one) => one.type === type)
  return action ? `${describeAction(action, t)}: ${message}` : message
}
