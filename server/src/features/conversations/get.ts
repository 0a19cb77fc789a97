import type { Conversation } from '@parley/contract/conversations'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/pool.ts'
import { notFound } from '../../http/errors.ts'
import { findVisible } from './access.ts'
import { hydrate, presentShared } from './present.ts'
import { listPrevious } from './previous.ts'

export async function getConversation(db: Db, actor: Actor, uuid: string): Promise<Conversation> {
  const { id, contact_id } = await findVisible(db, actor, uuid)
  const [[row], previous] = await Promise.all([
    hydrate(db, [id], actor.id),
    listPrevious(db, actor, contact_id, id),
  ])
  if (!row) throw notFound('Conversation')
  return { ...presentShared(row), unread_message_count: row.unread, ...previous }
}
