import type { Tx } from '../../../db/transaction.ts'
import { invalid } from '../../../http/errors.ts'
import type { ConversationRow } from '../../../spine/record-event.ts'
import { applyAction } from '../../conversations/apply-action.ts'
import { trashConversation } from '../../conversations/trash/trash-conversation.ts'
import { sendSurvey } from '../../csat/send-survey.ts'
import { applyPolicy } from '../../sla/policies/apply-policy.ts'
import { isTagAction } from '../log/present-reasons.ts'
import type { ReferenceData } from '../rules/reference-data.ts'
import type { StoredAction } from '../rules/rule.ts'
import { reserveMailQuota } from './rate-limits.ts'
import { sendRuleMessage } from './send-rule-message.ts'

/**
 * Runs one action of a rule on a locked conversation, through the same verb as an agent. Throws that verb's refusal; returns the same row
 * when nothing changed.
 */
export async function executeAction(
  tx: Tx,
  c: ConversationRow,
  { type, value }: StoredAction,
  { referenceData, root_url, is_late }: { referenceData: ReferenceData; root_url: string; is_late?: boolean },
): Promise<ConversationRow> {
  switch (type) {
    case 'set_sla':
      return applyPolicy(tx, c, Number(value[0]), 'rule')
    case 'send_csat':
      return sendSurveyToContact(tx, c)
    case 'send_reply':
    case 'send_private_note':
      return sendRuleMessage(tx, c, value[0] ?? '', {
        root_url,
        isPrivate: type === 'send_private_note',
        is_late,
      })
    case 'trash':
      return trashConversation(tx, c, 'deleted')
    case 'mark_spam':
      return trashConversation(tx, c, 'spam')
    default:
      return applyAction(
        tx,
        c,
        type,
        isTagAction(type) ? value.map((id) => tagName(referenceData, id)) : value,
      )
  }
}

function tagName({ tags }: ReferenceData, id: string): string {
  const name = tags.get(id)
  if (name === undefined) throw invalid('value', 'A tag used here was deleted')
  return name
}

async function sendSurveyToContact(tx: Tx, c: ConversationRow): Promise<ConversationRow> {
  const contact = await tx.db
    .selectFrom('contacts')
    .select('email')
    .where('id', '=', c.contact_id)
    .executeTakeFirstOrThrow()
  if (contact.email) await reserveMailQuota(tx, c, [contact.email.toLowerCase()])
  return sendSurvey(tx, c)
}
