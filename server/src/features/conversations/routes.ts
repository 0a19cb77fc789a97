import * as bulk from '@parley/contract/conversations/bulk-actions'
import { listConversationEvents } from '@parley/contract/conversations/conversation-events'
import * as lists from '@parley/contract/conversations/conversation-lists'
import * as contract from '@parley/contract/conversations/conversation-verbs'
import {
  getConversation as readConversation,
  listParticipants as readParticipants,
} from '@parley/contract/conversations/conversations'
import * as followers from '@parley/contract/conversations/followers'
import * as merges from '@parley/contract/conversations/merge-conversations'
import * as move from '@parley/contract/conversations/move-inbox'
import * as trash from '@parley/contract/conversations/trash'
import { sql } from 'kysely'
import { getVisible, lockOpenable, lockVisible } from '../../conversation-access.ts'
import { notFound } from '../../http/errors.ts'
import { done, type Routes } from '../../http/route.ts'
import { assignTeam, removeTeam } from './assign-team.ts'
import { assignUser, removeUser } from './assign-user.ts'
import { changeConversations } from './bulk-change.ts'
import { follow, listFollowers, unfollow } from './followers.ts'
import { getConversation } from './get-conversation.ts'
import { countLists } from './list/count-lists.ts'
import { listConversations } from './list/list-conversations.ts'
import { assignedTo, unassignedIn } from './list/list-scopes.ts'
import { listOrdered } from './list/ordered-list.ts'
import {
  draftsList,
  mentionsList,
  scheduledList,
  sentList,
  snoozedList,
  spamList,
  trashList,
} from './list/ordered-lists.ts'
import { listParticipants } from './list-participants.ts'
import { markSeen, markUnread } from './mark-seen.ts'
import { listMentionableWithoutAccess } from './mention-access.ts'
import { mergeConversation } from './merges/merge-conversation.ts'
import { splitConversation } from './merges/split-conversation.ts'
import { unmergeConversation } from './merges/unmerge-conversation.ts'
import { unsplitConversation } from './merges/unsplit-conversation.ts'
import { moveToInbox } from './move-to-inbox.ts'
import { setPriority } from './set-priority.ts'
import { setStatus } from './set-status.ts'
import { setTags } from './set-tags.ts'
import { parseSnoozeTime } from './snooze-time.ts'
import { listTrail } from './trail/list-trail.ts'
import { markNotSpam, restoreConversation } from './trash/restore-conversation.ts'
import { trashConversation } from './trash/trash-conversation.ts'

export function conversationRoutes(routes: Routes): void {
  listRoutes(routes)
  conversationVerbRoutes(routes)
  trashRoutes(routes)
}

function listRoutes(routes: Routes): void {
  routes.read(lists.listAssigned, (db, { actor, query }) =>
    listConversations(db, actor, assignedTo(actor.id), query),
  )
  routes.read(lists.listUnassigned, (db, { actor, query }) =>
    listConversations(db, actor, unassignedIn(null), query),
  )
  routes.read(lists.listAll, (db, { actor, query }) => listConversations(db, actor, sql`true`, query))
  routes.read(lists.listTeamUnassigned, (db, { actor, params, query }) => {
    if (!actor.team_ids.includes(params.id)) throw notFound('Team')
    return listConversations(db, actor, unassignedIn(params.id), query)
  })

  routes.read(lists.listSnoozed, (db, { actor, query }) => listOrdered(db, actor, snoozedList, query))
  routes.read(lists.listTrash, (db, { actor, query }) => listOrdered(db, actor, trashList, query))
  routes.read(lists.listSpam, (db, { actor, query }) => listOrdered(db, actor, spamList, query))
  routes.read(lists.listSent, (db, { actor, query }) => listOrdered(db, actor, sentList(actor.id), query))
  routes.read(lists.listMentions, (db, { actor, query }) =>
    listOrdered(db, actor, mentionsList(actor), query),
  )
  routes.read(lists.listDraftConversations, (db, { actor, query }) =>
    listOrdered(db, actor, draftsList(actor.id), query),
  )

  routes.read(lists.listScheduled, (db, { actor, query }) => listOrdered(db, actor, scheduledList, query))

  routes.read(lists.countLists, (db, { actor }) => countLists(db, actor))
}

function conversationVerbRoutes(routes: Routes): void {
  routes.read(readConversation, (db, { actor, params }) => getConversation(db, actor, params.uuid))
  routes.read(readParticipants, async (db, { actor, params }) =>
    listParticipants(db, (await getVisible(db, actor, params.uuid)).id),
  )
  routes.read(listConversationEvents, (db, { actor, params, query }) =>
    listTrail(db, actor, params.uuid, query),
  )
  routes.write(bulk.changeConversations, (tx, { body }) => changeConversations(tx, body))
  routes.write(contract.markSeen, async (tx, { params }) =>
    done(markSeen(tx, await getVisible(tx.db, tx.actor, params.uuid))),
  )
  routes.write(contract.markUnread, async (tx, { params }) =>
    done(markUnread(tx, await getVisible(tx.db, tx.actor, params.uuid))),
  )
  followerRoutes(routes)
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
        snoozed_until: parseSnoozeTime(body.snoozed_until, tx.now),
      }),
    ),
  )
  routes.write(contract.setTags, async (tx, { params, body }) =>
    done(setTags(tx, await lockVisible(tx, params.uuid), body.tags)),
  )
  routes.write(move.moveToInbox, async (tx, { params, body }) =>
    done(moveToInbox(tx, await lockVisible(tx, params.uuid), body.inbox_id)),
  )
}

function trashRoutes(routes: Routes): void {
  routes.write(trash.trashConversation, async (tx, { params }) =>
    done(trashConversation(tx, await lockOpenable(tx, params.uuid), 'deleted')),
  )
  routes.write(trash.restoreConversation, async (tx, { params }) =>
    done(restoreConversation(tx, await lockOpenable(tx, params.uuid))),
  )
  routes.write(trash.markSpam, async (tx, { params }) =>
    done(trashConversation(tx, await lockOpenable(tx, params.uuid), 'spam')),
  )
  routes.write(trash.markNotSpam, async (tx, { params }) =>
    done(markNotSpam(tx, await lockOpenable(tx, params.uuid))),
  )
}

function followerRoutes(routes: Routes): void {
  routes.read(followers.listFollowers, async (db, { actor, params }) =>
    listFollowers(db, await getVisible(db, actor, params.uuid)),
  )
  routes.write(followers.followConversation, async (tx, { params }) =>
    done(follow(tx, await getVisible(tx.db, tx.actor, params.uuid))),
  )
  routes.write(followers.unfollowConversation, async (tx, { params }) =>
    done(unfollow(tx, await getVisible(tx.db, tx.actor, params.uuid))),
  )
  routes.read(followers.getMentionAccess, async (db, { actor, params }) =>
    listMentionableWithoutAccess(db, await getVisible(db, actor, params.uuid)),
  )
}

export function mergeRoutes(routes: Routes): void {
  routes.write(merges.mergeConversation, async (tx, { params, body }) =>
    done(mergeConversation(tx, { uuid: params.uuid, into: body.into })),
  )
  routes.write(merges.unmergeConversation, (tx, { params }) => done(unmergeConversation(tx, params.uuid)))
  routes.write(merges.splitConversation, async (tx, { params, body }) => {
    const { uuid } = await splitConversation(tx, { uuid: params.uuid, message: body.message })
    return getConversation(tx.db, tx.actor, uuid)
  })
  routes.write(merges.unsplitConversation, (tx, { params }) => done(unsplitConversation(tx, params.uuid)))
}
