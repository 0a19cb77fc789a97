import * as holdContract from '@parley/contract/messages/held-conversations'
import * as heldContract from '@parley/contract/messages/held-sends'
import * as contract from '@parley/contract/messages/messages'
import { cleanAuthored } from '../../authored-html/clean-authored.ts'
import { notFound } from '../../http/errors.ts'
import { done, type Routes } from '../../http/route.ts'
import { lockVisible } from '../conversations/access.ts'
import { holdConversation } from './held/hold-conversation.ts'
import { holdReply } from './held/hold-reply.ts'
import { listHeldSends, presentHeldAsMessage, presentHeldSends } from './held/present-held.ts'
import { sendHeldNow } from './held/send-held.ts'
import { undoSend } from './held/undo-send.ts'
import { getMessage, getMessageDelivery, listMessages } from './list-messages.ts'
import { hydrateMessages, presentMessage } from './present-message.ts'
import { retryMessage } from './retry-message.ts'
import { sendAndSetStatus } from './send-and-set-status.ts'

export function messageRoutes(routes: Routes, rootUrl: () => string): void {
  routes.read(contract.listMessages, (db, { actor, params, query }) =>
    listMessages(db, actor, params.uuid, query, rootUrl()),
  )
  routes.read(contract.getMessage, (db, { actor, params }) => getMessage(db, actor, params, rootUrl()))

  routes.read(contract.getMessageDelivery, (db, { actor, params }) => getMessageDelivery(db, actor, params))

  routes.writePrepared(
    contract.sendMessage,
    ({ body }) => cleanAuthored(body.message, 'message', { mentions: body.private }),
    async (tx, { params, body: input, prepared: clean }): Promise<contract.SentMessage> => {
      const body = { ...input, clean }
      const c = await lockVisible(tx, params.uuid)
      if (body.undo_seconds > 0 && !body.private && body.sender_type === 'agent') {
        const row = await holdReply(tx, c, body)
        const [held = null] = await presentHeldSends(tx.db, [row], tx.now)
        return { ...(await presentHeldAsMessage(tx.db, row, c, rootUrl())), held }
      }
      const message = await sendAndSetStatus(tx, c, body)
      const [row] = await hydrateMessages(tx.db, [message.id])
      if (!row) throw notFound('Message')
      return { ...presentMessage(row, rootUrl()), held: null }
    },
  )
  routes.write(contract.retryMessage, async (tx, { params }) =>
    done(retryMessage(tx, await lockVisible(tx, params.uuid), params.message_uuid)),
  )
}

export function heldSendRoutes(routes: Routes, now: () => Date): void {
  routes.writePrepared(
    holdContract.holdConversation,
    ({ body }) => cleanAuthored(body.content, 'content', { mentions: false }),
    async (tx, { body, prepared: clean }) => {
      const [held] = await presentHeldSends(tx.db, [await holdConversation(tx, { ...body, clean })], tx.now)
      if (!held) throw notFound('Held conversation')
      return held
    },
  )
  routes.read(heldContract.listHeldSends, (db, { actor }) => listHeldSends(db, actor, now()))
  routes.write(heldContract.undoHeldSend, (tx, { params }) => undoSend(tx, params.uuid))
  routes.write(heldContract.releaseHeldSend, (tx, { params }) => done(sendHeldNow(tx, params.uuid)))
}
