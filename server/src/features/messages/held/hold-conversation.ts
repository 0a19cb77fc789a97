import { randomUUID } from 'node:crypto'
import type { holdConversation as endpoint } from '@parley/contract/messages/held-conversations'
import type { z } from 'zod'
import type { AuthoredHtml } from '../../../authored-html/clean-authored.ts'
import { assertPermission } from '../../../conversation-access.ts'
import type { Tx } from '../../../db/transaction.ts'
import { mapErrorPaths } from '../../../http/errors.ts'
import { getTeamName } from '../../conversations/assign-team.ts'
import { getAssignableName } from '../../conversations/assign-user.ts'
import { parseMessageMacros } from '../../macros/message-macros.ts'
import { parseAuthoredContent } from '../authored-content.ts'
import { assertCanStartConversation, originOf } from '../create-conversation.ts'
import { parseRecipients } from '../recipients.ts'
import { type HeldSendRow, insertHeldSend } from './hold-reply.ts'

/**
 * Holds a new conversation together with its first message. Nothing exists until it is sent: an empty conversation in
 * everyone's lists, with a contact nobody has written to, would reveal more than its author sent.
 */
export async function holdConversation(
  tx: Tx,
  input: z.output<(typeof endpoint)['body']> & { clean?: AuthoredHtml },
): Promise<HeldSendRow> {
  // Someone who cannot undo a held message has no use for one.
  assertPermission(tx, 'messages:write')
  await assertCanStartConversation(tx, input)
  const team = await mapErrorPaths({ assignee_id: 'team_id' }, () =>
    input.team_id === null ? null : getTeamName(tx.db, input.team_id),
  )
  const agent = await mapErrorPaths({ assignee_id: 'agent_id' }, () =>
    input.agent_id === null ? null : getAssignableName(tx.db, input.agent_id),
  )
  const { contact_email, first_name, last_name, subject, inbox_id, team_id, agent_id } = input
  const draft = {
    message: input.content,
    attachments: input.attachments,
    private: false,
    clean: input.clean,
  }
  const { content, text_content } = await mapErrorPaths({ message: 'content' }, () =>
    parseAuthoredContent(draft),
  )
  return insertHeldSend(tx, {
    ...parseRecipients({ to: [contact_email], cc: [], bcc: [] }),
    content,
    text_content,
    attachments: input.attachments,
    undo_seconds: input.undo_seconds,
    macros: await parseMessageMacros(tx, input.macros),
    conversation_id: null,
    start: {
      uuid: randomUUID(),
      origin: originOf(tx.actor),
      contact_email,
      first_name,
      last_name,
      subject,
      inbox_id,
      team_id,
      agent_id,
      names: { team, agent },
    },
  })
}
