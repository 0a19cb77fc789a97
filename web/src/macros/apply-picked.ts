import { applyMacro } from '@parley/contract/macros'
import type { QueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { call } from '../api/call.ts'
import { keys } from '../api/query.ts'
import type { DraftMacro } from '../lib/drafts.ts'
import { i18n } from '../lib/i18n.ts'
import { toast } from '../lib/toast.ts'
import { currentConnection } from '../realtime/use-realtime.ts'
import { actionName } from './action-words.ts'
import { noteUses } from './note-uses.ts'

/** A failure names several things, and is read at leisure. */
const FAILURE_MS = 10_000

/** Does what the agent left of the macros without a message, one after the other. What fails is told, and stops nothing else. */
export async function applyPicked(
  cache: QueryClient,
  uuid: string,
  picked: readonly DraftMacro[],
): Promise<void> {
  const withActions = picked.filter(({ actions }) => actions.length > 0)
  for (const macro of withActions) await apply(cache, uuid, macro)
  if (withActions.length === 0 || currentConnection() === 'open') return
  void cache.invalidateQueries({ queryKey: keys.conversation(uuid) })
  void cache.invalidateQueries({ queryKey: keys.conversationLists })
}

/** True when all of it worked. */
export async function apply(cache: QueryClient, uuid: string, macro: DraftMacro): Promise<boolean> {
  const { id, name, key } = macro
  const body = macro.actions.map(({ type, value }) => ({ type, value }))
  try {
    const { failed } = await call(applyMacro, {
      params: { uuid, id: String(id) },
      body,
      idempotency_key: key,
    })
    noteUses(cache, [macro])
    if (failed.length > 0)
      toast.error(i18n.t('macro.failed_in_part', { name }), {
        description: failed.map(({ type, message }) => wordsOf(macro, type, message)).join('\n'),
        duration: FAILURE_MS,
      })
    return failed.length === 0
  } catch (error) {
    toast.error(i18n.t('macro.failed', { name }), {
      description: error instanceof Error ? error.message : i18n.t('error.unknown'),
      duration: FAILURE_MS,
      // The key is the same: what was done already is not done again.
      action: { label: i18n.t('ui.retry'), onClick: () => void apply(cache, uuid, macro) },
    })
    return false
  }
}

function wordsOf(macro: DraftMacro, type: string, message: string): string {
  const t: TFunction = i18n.t
  const action = macro.actions.find((one) => one.type === type)
  return action ? `${actionName(action, t)}: ${message}` : message
}
