import type { ConversationCreate } from '@parley/contract/conversations/conversation-verbs'
import type { z } from 'zod'
import { type Actor, contactActor } from '../../actor.ts'
import type { AuthoredHtml } from '../../authored-html/clean-authored.ts'
import { mayUseInbox } from '../../conversation-access.ts'
import type { Tx } from '../../db/transaction.ts'
import { invalid, mapErrorPaths } from '../../http/errors.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { findContactByAddress, upsertContact } from '../contacts/upsert-contact.ts'
import { assignTeam } from '../conversations/assign-team.ts'
import { assignUser } from '../conversations/assign-user.ts'
import { insertConversation } from '../conversations/insert-conversation.ts'
import { applyMessageMacros, parseMessageMacros } from '../macros/message-macros.ts'
import { sendMessage } from './send-message.ts'

/**
 * Starts a conversation from the UI or the API, in this order: contact, conversation, first message, team, agent,
 * macros (docs/spec/wire.md#creating-a-conversation).
 */
export async function createConversation(
  tx: Tx,
  input: z.output<typeof ConversationCreate> & { clean?: AuthoredHtml },
): Promise<ConversationRow> {
  await assertCanStartConversation(tx, input)
  const macros = await parseMessageMacros(tx, input.macros)
  const contact = await upsertContact(tx, { ...input, email: input.contact_email })

  const created = await insertConversation(tx, {
    contact,
    inbox_id: input.inbox_id,
    subject: input.subject,
    origin: originOf(tx.actor),
  })
  const asContact = input.initiator === 'contact'
  const senderTx = asContact ? { ...tx, actor: actingAsContact(tx.actor, contact.id) } : tx
  await mapErrorPaths({ message: 'content', to: 'contact_email' }, () =>
    sendMessage(senderTx, created, {
      sender_type: asContact ? 'contact' : 'agent',
      message: input.content,
      ...(input.clean && { clean: input.clean }),
      private: false,
      attachments: input.attachments,
      to: [input.contact_email],
      cc: [],
      bcc: [],
    }),
  )
  let c = await tx.db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', created.id)
    .executeTakeFirstOrThrow()
  const { team_id, agent_id } = input
  if (team_id !== null) c = await mapErrorPaths({ assignee_id: 'team_id' }, () => assignTeam(tx, c, team_id))
  if (agent_id !== null)
    c = await mapErrorPaths({ assignee_id: 'agent_id' }, () => assignUser(tx, c, agent_id))
  return applyMessageMacros(tx, c, macros)
}

/** Refuses a disabled inbox and a blocked contact. */
export async function assertCanStartConversation(
  { db, actor }: Pick<Tx, 'db' | 'actor'>,
  { inbox_id, contact_email }: { inbox_id: number; contact_email: string },
): Promise<void> {
  const inbox = await db
    .selectFrom('inboxes')
    .select('id')
    .where('id', '=', inbox_id)
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!inbox || !mayUseInbox(actor, inbox_id)) throw invalid('inbox_id', 'Choose an inbox that is turned on')
  const contact = await findContactByAddress(db, contact_email)
  if (contact && !contact.enabled)
    throw invalid('contact_email', 'This contact is blocked. Unblock them to send a message')
}

export const originOf = (actor: Actor) => (actor.kind === 'api_key' ? 'api' : 'ui')

const actingAsContact = (actor: Actor, contact_id: number): Actor => ({
  ...contactActor(contact_id),
  permissions: actor.permissions.has('messages:write_as_contact')
    ? new Set(['messages:write_as_contact'])
    : new Set(),
})
