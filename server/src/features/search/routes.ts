import * as contract from '@parley/contract/search/search'
import type { Clock } from '../../clock.ts'
import type { Routes } from '../../http/route.ts'
import { findConversations, presentConversation } from './find-conversations.ts'
import { findMessages, presentMessages } from './find-messages.ts'

export function searchRoutes(routes: Routes, clock: Clock): void {
  routes.read(contract.findConversations, async (db, { actor, query }) => {
    const { rows, criteria, ...page } = await findConversations(db, actor, query, clock.now())
    return { ...page, results: rows.map((row) => presentConversation(row, criteria)) }
  })
  routes.read(contract.findMessages, async (db, { actor, query }) => {
    const { rows, criteria, ...page } = await findMessages(db, actor, query, clock.now())
    return { ...page, results: await presentMessages(db, rows, criteria) }
  })
  routes.read(contract.searchConversations, async (db, { actor, query }) => {
    const { rows } = await findConversations(db, actor, { ...query, page_size: 50 }, clock.now())
    return rows.map(({ uuid, reference_number, subject, created_at }) => ({
      ...{ uuid, reference_number, subject },
      created_at: created_at.toISOString(),
    }))
  })
  routes.read(contract.searchMessages, async (db, { actor, query }) => {
    const { rows } = await findMessages(db, actor, { ...query, page_size: 30 }, clock.now())
    return rows.map(({ uuid, text_content, ...row }) => ({
      ...{ uuid, text_content },
      created_at: row.created_at.toISOString(),
      conversation_created_at: row.conversation_created_at.toISOString(),
      conversation_uuid: row.conversation_uuid,
      conversation_reference_number: row.reference_number,
    }))
  })
}
