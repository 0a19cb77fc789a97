import { randomUUID } from 'node:crypto'
import type { holdConversation as endpoint } from '@parley/contract/held-conversations'
import type { z } from 'zod'
import type { AuthoredHtml } from '../../authored-html/clean.ts'
import type { Tx } from '../../db/transact.ts'
import { namedAsSent } from '../../http/errors.ts'
import { mustHave } from '../conversations/access.ts'
import { nameOfTeam } from '../conversations/assign-team.ts'
import { nameOfAssignable } from '../conversations/assign-user.ts'
import { mayBeStarted, originOf } from '../conversations/create.ts'
import { readChosen } from '../macros/chosen.ts'
import { readAddressees } from './addressees.ts'
import { readAuthored } from './authored.ts'
import { type HeldRow, keep } from './hold.ts'

/**
 * Keeps a whole conversation back with its first message. There is none until it is released: an empty one, in everybody's lists, with a
 * contact that nobody has written to, would be more than its author said.
 */
export async function holdConversation(
  tx: Tx,
  input: z.output<(typeof endpoint)['body']> & { clean?: AuthoredHtml },
): Promise<HeldRow> {
  // Whoever cannot take it back has no use for a held one.
  mustHave(tx, 'messages:write')
  await mayBeStarted(tx, input)
  const team = await namedAsSent({ assignee_id: 'team_id' }, () =>
    input.team_id === null ? null : nameOfTeam(tx.db, input.team_id),
  )
  const agent = await namedAsSent({ assignee_id: 'agent_id' }, () =>
    input.agent_id === null ? null : nameOfAssignable(tx.db, input.agent_id),
  )
  const { contact_email, first_name, last_name, subject, inbox_id, team_id, agent_id } = input
  const written = {
    message: input.content,
    attachments: input.attachments,
    private: false,
    clean: input.clean,
  }
  const { content, text_content } = await namedAsSent({ message: 'content' }, () => readAuthored(written))
  return keep(tx, {
    ...readAddressees({ to: [contact_email], cc: [], bcc: [] }),
    content,
    text_content,
    attachments: input.attachments,
    undo_seconds: input.undo_seconds,
    macros: await readChosen(tx, input.macros),
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
