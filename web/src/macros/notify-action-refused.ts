import type { Agent } from '@parley/contract/agents/agent'
import type { Message } from '@parley/contract/messages/messages'
import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../api/query-client.ts'
import { i18n } from '../lib/i18n.ts'
import { toast } from '../lib/toast.ts'
import { describeAction } from './describe-action.ts'

/** The message names what failed and why, and takes time to read. */
const FAILURE_MS = 10_000

/**
 * Tells the author of a message, on whatever page, which of its actions failed. Everyone sees the same in the
 * thread's activity line.
 */
export function notifyActionRefused(cache: QueryClient, { activity, sender_id, uuid }: Message) {
  if (activity?.type !== 'action_refused' || cache.getQueryData<Agent>(queryKeys.me)?.id !== sender_id) return
  const { macro, action, what, reason } = activity.data
  const name = describeAction({ type: String(action), value: [String(what)], display_value: [] }, i18n.t)
  toast.error(
    macro === null ? i18n.t('macro.not_followed') : i18n.t('macro.failed_in_part', { name: macro }),
    { id: uuid, description: `${name}: ${reason}`, duration: FAILURE_MS },
  )
}
