import { lockOpenable } from '../../conversation-access.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Event } from '../../spine/read-events.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { visibilityChangeOf } from '../../spine/visibility-change.ts'
import { moveToInbox } from '../conversations/move-to-inbox.ts'
import {
  markNotSpam,
  restoreConversation,
  takeBackNotSpam,
} from '../conversations/trash/restore-conversation.ts'
import { setTrashReason, trashConversation } from '../conversations/trash/trash-conversation.ts'
import type { Inverse } from './inverse.ts'

type Changes = Record<string, [unknown, unknown] | undefined>
const before = (event: Event, column: string) => (event.changes as Changes)[column]?.[0] ?? null // written by insertEvent

const trash = {
  permission: 'conversations:delete',
  unchanged: { deleted_at: 'trash', trash_reason: 'trash' },
  lock: lockOpenable,
} as const satisfies Partial<Inverse>

/** The trash, spam and moving to another inbox. */
export const trashInverses = {
  'conversation.trashed': {
    ...trash,
    restore: restoreFromTrash,
    describe: () => ({ kind: 'trash', what: {} }),
  },
  'conversation.marked_spam': {
    ...trash,
    restore: restoreFromTrash,
    describe: () => ({ kind: 'spam', what: {} }),
  },
  'conversation.restored': {
    ...trash,
    restore: returnToTrash,
    describe: () => ({ kind: 'restore', what: {} }),
  },
  'conversation.marked_not_spam': {
    ...trash,
    restore: returnToTrash,
    describe: () => ({ kind: 'not_spam', what: {} }),
  },
  // Redoing it.
  'conversation.not_spam_taken_back': {
    ...trash,
    restore: (tx, c) => markNotSpam(tx, c),
    describe: () => ({ kind: 'not_spam', what: {} }),
  },
  'conversation.moved_inbox': {
    permission: 'conversations:move',
    unchanged: { inbox_id: 'inbox' },
    restore: async (tx, c, event) => moveToInbox(tx, c, Number(before(event, 'inbox_id') ?? c.inbox_id)),
    describe: (event, names) => {
      const id = (event.changes as Changes).inbox_id?.[1]
      return {
        kind: 'move_inbox',
        what: { inbox: typeof id === 'number' ? names.nameOf('inbox', id) : null },
      }
    },
  },
} satisfies Record<string, Inverse>

/** A deleted conversation that was marked as spam is a deleted one again. */
async function restoreFromTrash(tx: Tx, c: ConversationRow, event: Event): Promise<ConversationRow> {
  return visibilityChangeOf(event) === 'hidden'
    ? restoreConversation(tx, c)
    : setTrashReason(tx, c, 'deleted')
}

async function returnToTrash(tx: Tx, c: ConversationRow, event: Event): Promise<ConversationRow> {
  const reason = before(event, 'trash_reason')
  if (reason === 'deleted' || reason === 'spam') return trashConversation(tx, c, reason)
  return takeBackNotSpam(tx, c, { was_suggested: before(event, 'is_spam_suggested') === true })
}
