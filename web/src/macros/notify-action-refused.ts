import type { Agent } from '@parley/contract/agents/agent'
import type { Message } from '@parley/contract/messages/messages'
import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../api/query-client.ts'
import { i18n } from '../lib/i18n.ts'
import { toast } from '../lib/toast.ts'
import { describeAction } from './describe-action.ts'

/** It names what failed and why, and is read at leisure. */
const FAILURE_MS = 10_000

/** Tells the author of a message, wherever they have gone since, what did not follow it. The line in the timeline says the same to everybody. */
export function notifyActionRefused(cache: QueryClient, { activity, sender_id, uuid }: Message) {
  if (activity?.type !== 'action_refused' || cache.getQueryData<Agent>(queryKeys.me)?.id !== sender_id) return
  const { macro, action, what, reason } = activity.data
  const name = describeAction({ type: String(action), value: [String(what)], display_value: [] }, i18n.t)
  toast.error(
    macro === null ? i18n.t('macro.not_followed') : i18n.t('macro.failed_in_part', { name: macro }),
    { id: uuid, description: `${name}: ${reason}`, duration: FAILURE_MS },
  )
}
