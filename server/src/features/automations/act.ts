import type { Tx } from '../../db/transact.ts'
import { invalid } from '../../http/errors.ts'
import type { ConversationRow } from '../../spine/record.ts'
import { doAction } from '../conversations/do-action.ts'
import { sendSurvey } from '../csat/send-survey.ts'
import { applyPolicy } from '../sla/apply.ts'
import { countMail } from './budgets.ts'
import type { Names } from './names.ts'
import { isTagAction } from './reasons.ts'
import { write } from './reply.ts'
import type { StoredAction } from './rule.ts'

/** One action of a rule on a locked conversation, by the verb that a person would use. Throws that verb's refusal; the same row when nothing changed. */
export async function act(
  tx: Tx,
  c: ConversationRow,
  { type, value }: StoredAction,
  { names, root_url }: { names: Names; root_url: string },
): Promise<ConversationRow> {
  switch (type) {
    case 'set_sla':
      return applyPolicy(tx, c, Number(value[0]), 'rule')
    case 'send_csat':
      return survey(tx, c)
    case 'send_reply':
    case 'send_private_note':
      return write(tx, c, value[0] ?? '', { root_url, isPrivate: type === 'send_private_note' })
    default:
      return doAction(tx, c, type, isTagAction(type) ? value.map((id) => tagName(names, id)) : value)
  }
}

function tagName({ tags }: Names, id: string): string {
  const name = tags.get(id)
  if (name === undefined) throw invalid('value', 'A tag that this names was deleted')
  return name
}

async function survey(tx: Tx, c: ConversationRow): Promise<ConversationRow> {
  const contact = await tx.db
    .selectFrom('contacts')
    .select('email')
    .where('id', '=', c.contact_id)
    .executeTakeFirstOrThrow()
  if (contact.email) await countMail(tx, c, [contact.email.toLowerCase()])
  return sendSurvey(tx, c)
}
