import * as contract from '@parley/contract/messages'
import { notFound } from '../../http/errors.ts'
import { done, type Routes } from '../../http/route.ts'
import { lockVisible } from '../conversations/access.ts'
import { getMessage, listMessages } from './list.ts'
import { hydrateMessages, presentMessage } from './present.ts'
import { retryMessage } from './retry.ts'
import { sendMessage } from './send.ts'

export function messageRoutes(routes: Routes, rootUrl: () => string): void {
  routes.read(contract.listMessages, (db, { actor, params, query }) =>
    listMessages(db, actor, params.uuid, query, rootUrl()),
  )
  routes.read(contract.getMessage, (db, { actor, params }) => getMessage(db, actor, params, rootUrl()))

  routes.write(contract.sendMessage, async (tx, { params, body }) => {
    const message = await sendMessage(tx, await lockVisible(tx, params.uuid), body)
    const [row] = await hydrateMessages(tx.db, [message.id])
    if (!row) throw notFound('Message')
    return presentMessage(row, rootUrl())
  })
  routes.write(contract.retryMessage, async (tx, { params }) =>
    done(retryMessage(tx, await lockVisible(tx, params.uuid), params.message_uuid)),
  )
}
