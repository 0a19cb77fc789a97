import { z } from 'zod'
import { ConversationCreate } from '../conversations/conversation-verbs.ts'
import { endpoint } from '../shared/endpoint.ts'
import { HeldSend, maxUndoSeconds } from './held-sends.ts'

/**
 * Starts a conversation whose first message can be undone for a number of seconds. Until then, neither the contact nor the conversation
 * exists, only the author's draft. "Undo" and "send now" are the same as for held replies, and also need messages:write.
 */
export const holdConversation = endpoint({
  method: 'POST',
  path: '/api/v1/held-sends',
  access: 'conversations:write',
  summary: 'Start a conversation that can be undone for a few seconds. Also needs messages:write',
  tag: 'messages',
  body: ConversationCreate.omit({ initiator: true }).extend({
    undo_seconds: z.int().min(1).max(maxUndoSeconds),
  }),
  response: HeldSend,
  // The conversation of a draft that is sent with it.
  other_error_statuses: [404],
})
