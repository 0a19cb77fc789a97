import * as bulk from '@parley/contract/bulk'
import { listConversationEvents } from '@parley/contract/conversation-events'
import * as lists from '@parley/contract/conversation-lists'
import * as contract from '@parley/contract/conversation-verbs'
import {
  getConversation as readConversation,
  listParticipants as readParticipants,
} from '@parley/contract/conversations'
import { sql } from 'kysely'
import { cleanAuthored } from '../../authored-html/clean.ts'
import type { Tx } from '../../db/transact.ts'
import { notFound } from '../../http/errors.ts'
import { done, type Routes } from '../../http/route.ts'
import { findVisible, lockVisible } from './access.ts'
import { assignTeam, removeTeam } from './assign-team.ts'
import { assignUser, removeUser } from './assign-user.ts'
import { changeConversations } from './bulk.ts'
import { countLists } from './count-lists.ts'
import { createConversation } from './create.ts'
import { getConversation } from './get.ts'
import { listConversations } from './list.ts'
import { assignedTo, untakenIn } from './list-scopes.ts'
import { listParticipants } from './participants.ts'
import { markSeen, markUnread } from './seen.ts'
import { setPriority } from './set-priority.ts'
import { setStatus } from './set-status.ts'
import { setTags } from './set-tags.ts'
import { readSnoozeTime } from './snooze-time.ts'
import { listTrail } from './trail.ts'

export function conversationRoutes(routes: Routes): void {
  routes.read(lists.listAssigned, (db, { actor, query }) =>
    listConversations(db, actor, assignedTo(actor.id), query),
  )
  routes.read(lists.listUnassigned, (db, { actor, query }) =>
    listConversations(db, actor, untakenIn(null), query),
  )
  routes.read(lists.listAll, (db, { actor, query }) => listConversations(db, actor, sql`true`, query))
  routes.read(lists.listTeamUnassigned, (db, { actor, params, query }) => {
    if (!actor.team_ids.includes(params.id)) throw notFound('Team')
    return listConversations(db, actor, untakenIn(params.id), query)
  })

  routes.read(lists.countLists, (db, { actor }) => countLists(db, actor))

  routes.read(readConversation, (db, { actor, params }) => getConversation(db, actor, params.uuid))
  routes.read(readParticipants, async (db, { actor, params }) =>
    listParticipants(db, (await findVisible(db, actor, params.uuid)).id),
  )
  routes.read(listConversationEvents, (db, { actor, params, query }) =>
    listTrail(db, actor, params.uuid, query),
  )
  routes.writePrepared(
    contract.createConversation,
    ({ body }) => cleanAuthored(body.content, 'content', { mentions: false }),
    async (tx, { body, prepared: clean }) => {
      const { uuid } = await createConversation(tx, { ...body, clean })
      return getCreated(tx, uuid)
    },
  )
  routes.write(bulk.changeConversations, (tx, { body }) => changeConversations(tx, body))
  routes.write(contract.markSeen, async (tx, { params }) =>
    done(markSeen(tx, await findVisible(tx.db, tx.actor, params.uuid))),
  )
  routes.write(contract.markUnread, async (tx, { params }) =>
    done(markUnread(tx, await findVisible(tx.db, tx.actor, params.uuid))),
  )
  routes.write(contract.assignUser, async (tx, { params, body }) =>
    done(assignUser(tx, await lockVisible(tx, params.uuid), body.assignee_id)),
  )
  routes.write(contract.removeUser, async (tx, { params }) =>
    done(removeUser(tx, await lockVisible(tx, params.uuid))),
  )
  routes.write(contract.assignTeam, async (tx, { params, body }) =>
    done(assignTeam(tx, await lockVisible(tx, params.uuid), body.assignee_id)),
  )
  routes.write(contract.removeTeam, async (tx, { params }) =>
    done(removeTeam(tx, await lockVisible(tx, params.uuid))),
  )
  routes.write(contract.setPriority, async (tx, { params, body }) =>
    done(setPriority(tx, await lockVisible(tx, params.uuid), body.priority)),
  )
  routes.write(contract.setStatus, async (tx, { params, body }) =>
    done(
      setStatus(tx, await lockVisible(tx, params.uuid), {
        status: body.status,
        snoozed_until: readSnoozeTime(body.snoozed_until, tx.now),
      }),
    ),
  )
  routes.write(contract.setTags, async (tx, { params, body }) =>
    done(setTags(tx, await lockVisible(tx, params.uuid), body.tags)),
  )
}

// Whoever may start a conversation is told of it, even when it lands where they may not look.
async function getCreated(tx: Tx, uuid: string) {
  const all = new Set([...tx.actor.permissions, 'conversations:read', 'conversations:read_all'])
  return {
    ...(await getConversation(tx.db, { ...tx.actor, permissions: all }, uuid)),
    previous_conversations: null,
    previous_count: 0,
  }
}
