import { createConversation as createConversationEndpoint } from '@parley/contract/conversations/conversation-verbs'
import * as holdContract from '@parley/contract/messages/held-conversations'
import * as heldContract from '@parley/contract/messages/held-sends'
import * as contract from '@parley/contract/messages/messages'
import * as sideContract from '@parley/contract/messages/side-threads'
import { cleanAuthored } from '../../authored-html/clean-authored.ts'
import { lockVisible } from '../../conversation-access.ts'
import type { Tx } from '../../db/transaction.ts'
import { notFound } from '../../http/errors.ts'
import { done, type Routes } from '../../http/route.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { getConversation } from '../conversations/get-conversation.ts'
import type { MessageRow } from '../conversations/timeline/insert-message.ts'
import { endSentDraft } from '../drafts/end-draft.ts'
import { assertNoColleagueReply } from './colleague-reply.ts'
import { createConversation } from './create-conversation.ts'
import { holdConversation } from './held/hold-conversation.ts'
import { type HeldSendRow, holdReply } from './held/hold-reply.ts'
import { listHeldSends, presentHeldAsMessage, presentHeldSends } from './held/present-held.ts'
import { sendHeldNow } from './held/send-held.ts'
import { undoSend } from './held/undo-send.ts'
import { getMessage, getMessageDelivery, listMessages } from './list-messages.ts'
import { hydrateMessages, presentMessage } from './present-message.ts'
import { retryMessage } from './retry-message.ts'
import { presentScheduledAsMessage, presentScheduledReply } from './scheduled/present-scheduled.ts'
import { scheduleReply } from './scheduled/schedule-reply.ts'
import type { ScheduledReplyRow } from './scheduled/scheduled-row.ts'
import { sendAndSetStatus } from './send-and-set-status.ts'
import { assertMayQuote } from './send-message.ts'
import { forwardConversation, holdForward } from './side-threads/forward-conversation.ts'
import { listSideThreads } from './side-threads/list-side-threads.ts'
import { transcriptRoutes } from './transcript/transcript-routes.ts'

export function messageRoutes(routes: Routes, rootUrl: () => string): void {
  readingRoutes(routes, rootUrl)
  writingRoutes(routes, rootUrl)
}

function readingRoutes(routes: Routes, rootUrl: () => string): void {
  routes.read(contract.listMessages, (db, { actor, params, query }) =>
    listMessages(db, actor, params.uuid, query, rootUrl()),
  )
  routes.read(contract.getMessage, (db, { actor, params }) => getMessage(db, actor, params, rootUrl()))
  routes.read(contract.getMessageDelivery, (db, { actor, params }) => getMessageDelivery(db, actor, params))
  routes.read(sideContract.listSideThreads, (db, { actor, params }) =>
    listSideThreads(db, actor, params.uuid),
  )
  transcriptRoutes(routes)
}

function writingRoutes(routes: Routes, rootUrl: () => string): void {
  routes.writePrepared(
    createConversationEndpoint,
    ({ body }) => cleanAuthored(body.content, 'content', { mentions: false }),
    async (tx, { body, prepared: clean }) => {
      await endSentDraft(tx, body.draft)
      const { uuid } = await createConversation(tx, { ...body, clean })
      return getCreated(tx, uuid)
    },
  )

  routes.writePrepared(
    contract.sendMessage,
    ({ body }) =>
      cleanAuthored(body.message, 'message', { mentions: body.private && !body.side_thread_uuid }),
    async (tx, { params, body: input, prepared: clean }): Promise<contract.SentMessage> => {
      const body = { ...input, clean }
      const c = await lockVisible(tx, params.uuid)
      assertMayQuote(tx, body)
      await assertNoColleagueReply(tx, c, body)
      await endSentDraft(tx, body.draft)
      if (body.send_at !== null)
        return presentScheduled(tx, c, await scheduleReply(tx, c, { ...body, send_at: body.send_at }))
      const isEmail = !body.private || Boolean(body.side_thread_uuid)
      if (body.undo_seconds > 0 && isEmail && body.sender_type === 'agent')
        return presentHeld(tx, c, await holdReply(tx, c, body))
      return presentSent(tx, await sendAndSetStatus(tx, c, body))
    },
  )
  routes.writePrepared(
    sideContract.forwardConversation,
    ({ body }) => cleanAuthored(body.message, 'message', { mentions: false }),
    async (tx, { params, body: input, prepared: clean }) => {
      const body = { ...input, clean }
      const c = await lockVisible(tx, params.uuid)
      return body.undo_seconds > 0
        ? presentHeld(tx, c, await holdForward(tx, c, body))
        : presentSent(tx, await forwardConversation(tx, c, body))
    },
  )
  routes.write(contract.retryMessage, async (tx, { params }) =>
    done(retryMessage(tx, await lockVisible(tx, params.uuid), params.message_uuid)),
  )

  async function presentHeld(tx: Tx, c: ConversationRow, row: HeldSendRow): Promise<contract.SentMessage> {
    const [held = null] = await presentHeldSends(tx.db, [row], tx.now)
    return { ...(await presentHeldAsMessage(tx.db, row, c, rootUrl())), held, scheduled: null }
  }

  async function presentScheduled(
    tx: Tx,
    c: ConversationRow,
    row: ScheduledReplyRow,
  ): Promise<contract.SentMessage> {
    const scheduled = await presentScheduledReply(tx.db, c, row)
    return { ...(await presentScheduledAsMessage(tx.db, row, c, rootUrl())), held: null, scheduled }
  }

  async function presentSent(tx: Tx, { id }: MessageRow): Promise<contract.SentMessage> {
    const [row] = await hydrateMessages(tx.db, [id])
    if (!row) throw notFound('Message')
    return { ...presentMessage(row, rootUrl()), held: null, scheduled: null }
  }
}

export function heldSendRoutes(routes: Routes, now: () => Date): void {
  routes.writePrepared(
    holdContract.holdConversation,
    ({ body }) => cleanAuthored(body.content, 'content', { mentions: false }),
    async (tx, { body, prepared: clean }) => {
      await endSentDraft(tx, body.draft)
      const [held] = await presentHeldSends(tx.db, [await holdConversation(tx, { ...body, clean })], tx.now)
      if (!held) throw notFound('Held conversation')
      return held
    },
  )
  routes.read(heldContract.listHeldSends, (db, { actor }) => listHeldSends(db, actor, now()))
  routes.write(heldContract.undoHeldSend, (tx, { params }) => undoSend(tx, params.uuid))
  routes.write(heldContract.releaseHeldSend, (tx, { params }) => done(sendHeldNow(tx, params.uuid)))
}

// Anyone who may start a conversation gets it back, even if it lands in an inbox or team they may not see.
async function getCreated(tx: Tx, uuid: string) {
  const all = new Set([...tx.actor.permissions, 'conversations:read', 'conversations:read_all'])
  return {
    ...(await getConversation(tx.db, { ...tx.actor, permissions: all }, uuid)),
    previous_conversations: null,
    previous_count: 0,
  }
}
