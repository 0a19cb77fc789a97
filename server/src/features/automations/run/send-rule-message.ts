import type { SenderAuthentication } from '@parley/contract/email/sender-authentication'
import type { MessageMeta } from '@parley/contract/messages/messages'
import { messageToReplyTo, replyRecipients } from '@parley/contract/messages/recipients'
import type { Tx } from '../../../db/transaction.ts'
import { conflict, invalid } from '../../../http/errors.ts'
import { BrokenTemplate, renderTemplate } from '../../../liquid.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { sendMessage } from '../../messages/send-message.ts'
import { readSettings } from '../../settings/settings.ts'
import { readConversationValues, workspaceValues } from '../../templates/template-values.ts'
import { LimitExceeded, reserveMailQuota } from './rate-limits.ts'

/** Older messages are not searched for a recipient. */
const maxMessagesSearched = 20

/** Sends a note or an email as the system, with template variables filled in from the conversation (docs/spec/wire.md#default-recipients). */
export async function sendRuleMessage(
  tx: Tx,
  c: ConversationRow,
  html: string,
  {
    root_url,
    isPrivate,
    is_late = false,
  }: { root_url: string; isPrivate: boolean; is_late?: boolean | undefined },
): Promise<ConversationRow> {
  if (is_late && !isPrivate) throw new LimitExceeded('late_mail')
  const to = isPrivate ? { to: [], cc: [], bcc: [] } : await getRecipients(tx, c)
  if (!isPrivate) await reserveMailQuota(tx, c, to.to)
  await sendMessage(tx, c, {
    sender_type: 'agent',
    message: await fillContent(tx, c, html, root_url),
    private: isPrivate,
    attachments: [],
    ...to,
  })
  return tx.db.selectFrom('conversations').selectAll().where('id', '=', c.id).executeTakeFirstOrThrow()
}

async function fillContent(tx: Tx, c: ConversationRow, html: string, root_url: string): Promise<string> {
  const settings = await readSettings(tx.db, { root_url, version: '' })
  const values = { ...(await readConversationValues(tx.db, c.id)), ...workspaceValues(settings, tx.now) }
  try {
    return await renderTemplate(html, values)
  } catch (error) {
    if (!(error instanceof BrokenTemplate)) throw error
    throw invalid('value', `The variables in the text can’t be filled in. ${error.message}`)
  }
}

/**
 * The one person whom an agent's reply would go to, without Cc: they asked nothing, and would get every rule's email. Throws when a machine
 * wrote last (RFC 3834) or the contact is blocked.
 */
async function getRecipients(tx: Tx, c: ConversationRow) {
  const [contact, inboxes, messages] = [
    await tx.db
      .selectFrom('contacts')
      .select(['email', 'other_addresses', 'enabled'])
      .where('id', '=', c.contact_id)
      .executeTakeFirstOrThrow(),
    await tx.db
      .selectFrom('inboxes')
      .select(['address', 'aliases', 'receiving_address'])
      .where('deleted_at', 'is', null)
      .execute(),
    await tx.db
      .selectFrom('messages')
      .select(['id', 'type', 'status', 'private', 'meta', 'authentication'])
      .where('conversation_id', '=', c.id)
      .where('type', 'in', ['incoming', 'outgoing'])
      .where('private', '=', false)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(maxMessagesSearched)
      .execute(),
  ]
  if (!contact.enabled) throw conflict('The contact is blocked, so nothing is sent to them')
  const newestFirst = messages.map(({ status, ...m }) => ({
    ...m,
    status: status === 'sending' ? ('pending' as const) : status,
    // Both are written with the contract's types.
    meta: m.meta as MessageMeta,
    authentication: m.authentication as SenderAuthentication | null,
  }))
  const newest = newestFirst.find(({ type }) => type === 'incoming')
  const limit = newest && (await findAutoReplyLimit(tx, c, newest))
  if (limit) throw new LimitExceeded(limit)
  const contact_addresses = contact.other_addresses.split(' ').filter(Boolean)
  const { to } = replyRecipients({
    last_message: messageToReplyTo(newestFirst),
    contact_email: contact.email,
    contact_addresses,
    inbox_addresses: inboxes.flatMap(({ address, aliases, receiving_address }) => [
      address,
      ...aliases,
      receiving_address ?? address,
    ]),
  })
  const ownAddresses = new Set([contact.email, ...contact_addresses].map((address) => address?.toLowerCase()))
  const recipient = to.find((address) => ownAddresses.has(address.toLowerCase())) ?? to[0]
  if (recipient === undefined) throw conflict('There’s no one to reply to: the contact has no email address')
  return { to: [recipient], cc: [], bcc: [] }
}

/**
 * Why this email gets no automatic reply: it was written by a machine (even if not a plain auto-reply, such as a mailing list), or it
 * arrived late.
 */
async function findAutoReplyLimit(
  tx: Tx,
  c: ConversationRow,
  { id, meta }: { id: number; meta: MessageMeta },
): Promise<'machine_mail' | 'late_mail' | null> {
  if (meta.auto_reply !== undefined) return 'machine_mail'
  const created = await tx.db
    .selectFrom('events')
    .select('data')
    .where('conversation_id', '=', c.id)
    .where('message_id', '=', id)
    .where('type', '=', 'message.created')
    .executeTakeFirst()
  const { automatic, late } = (created?.data ?? {}) as { automatic?: boolean; late?: boolean } // written by add-incoming-message.ts
  if (automatic === true) return 'machine_mail'
  return late === true ? 'late_mail' : null
}
