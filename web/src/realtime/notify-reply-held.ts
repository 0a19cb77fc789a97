import type { Message } from '@parley/contract/messages/messages'
import type { QueryClient } from '@tanstack/react-query'
import { i18n } from '../lib/i18n.ts'
import { toast } from '../lib/toast.ts'
import { meQuery } from '../session/queries.ts'

/** Tells the author of a scheduled reply that it waits for a decision. */
export function notifyReplyHeld(cache: QueryClient, { activity }: Message) {
  if (activity?.data.agent_id !== cache.getQueryData(meQuery.queryKey)?.id) return
  toast.warning(i18n.t(`schedule.on_hold.${activity?.data.reason}`), {
    description: i18n.t('schedule.held_hint'),
  })
}
