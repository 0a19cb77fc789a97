import {
  changeScheduledReply,
  type ScheduledReply,
  sendScheduledReply,
} from '@parley/contract/messages/scheduled-replies'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { refreshScheduledReplies } from '../../../api/scheduled-replies.ts'
import { showFailure } from '../../../lib/toast.ts'
import { useMe } from '../../../session/use-me.ts'
import { cancelScheduled, forgetScheduling } from './undo-scheduling.ts'

/** What can be done with a scheduled reply. One action at a time; a failure says why. */
export function useScheduledActions(reply: ScheduledReply) {
  const cache = useQueryClient()
  const me = useMe()
  const [isBusy, setBusy] = useState(false)
  const { conversation_uuid: uuid, uuid: reply_uuid } = reply
  const params = { uuid, reply_uuid }
  const run = async (action: () => Promise<unknown>) => {
    if (isBusy) return
    setBusy(true)
    await action().catch((error: unknown) => showFailure(error))
    setBusy(false)
    refreshScheduledReplies(cache, uuid)
  }
  return {
    isBusy,
    sendNow: () =>
      run(async () => {
        await call(sendScheduledReply, { params })
        forgetScheduling(reply)
      }),
    reschedule: (at: Date) =>
      run(() =>
        call(changeScheduledReply, {
          params,
          body: { send_at: at.toISOString(), version: reply.version },
        }),
      ),
    setHold: (hold_if_customer_replies: boolean) =>
      run(() => call(changeScheduledReply, { params, body: { hold_if_customer_replies } })),
    /** Returns everything to the composer. */
    cancel: () => run(() => cancelScheduled(me.id, reply)),
  }
}
