import * as contract from '@parley/contract/messages/scheduled-replies'
import { cleanAuthored } from '../../../authored-html/clean-authored.ts'
import { lockVisible } from '../../../conversation-access.ts'
import { done, type Routes } from '../../../http/route.ts'
import { cancelScheduled } from './cancel-scheduled.ts'
import { changeScheduled } from './change-scheduled.ts'
import { listScheduledReplies, presentScheduledReply } from './present-scheduled.ts'
import { sendScheduledNow } from './send-scheduled.ts'

export function scheduledReplyRoutes(routes: Routes): void {
  routes.read(contract.listScheduledReplies, (db, { actor, params }) =>
    listScheduledReplies(db, actor, params.uuid),
  )
  routes.writePrepared(
    contract.changeScheduledReply,
    async ({ body }) =>
      body.message === undefined
        ? undefined
        : await cleanAuthored(body.message, 'message', { mentions: false }),
    async (tx, { params, body, prepared: clean }) => {
      const c = await lockVisible(tx, params.uuid)
      const row = await changeScheduled(tx, c, params.reply_uuid, { ...body, clean })
      return presentScheduledReply(tx.db, c, row)
    },
  )
  routes.write(contract.cancelScheduledReply, async (tx, { params }) => {
    const c = await lockVisible(tx, params.uuid)
    return presentScheduledReply(tx.db, c, await cancelScheduled(tx, c, params.reply_uuid))
  })
  routes.write(contract.sendScheduledReply, async (tx, { params }) =>
    done(sendScheduledNow(tx, await lockVisible(tx, params.uuid), params.reply_uuid)),
  )
}
