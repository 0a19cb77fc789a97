import type { RuleAction } from '@parley/contract/automation-rules'
import type { RuleActionResult } from '@parley/contract/automation-runs'
import type { TFunction } from 'i18next'
import { CircleDot, type LucideIcon, MessageSquareReply, ShieldCheck, Smile, StickyNote } from 'lucide-react'
import { actionIcon, actionName } from '../macros/action-words.ts'

/** What an action of a rule does: "Assign to Billing", "Send a reply". */
export function ruleActionWords(action: RuleAction, t: TFunction): string {
  switch (action.type) {
    case 'send_reply':
    case 'send_private_note':
    case 'send_csat':
      return t(`automations.did.${action.type}`)
    case 'set_sla':
      return t('automations.did.set_sla', { what: [...action.display_value, ...action.value][0] ?? '' })
    default:
      return actionName(action, t)
  }
}

const icons: Partial<Record<RuleAction['type'], LucideIcon>> = {
  set_status: CircleDot,
  set_sla: ShieldCheck,
  send_reply: MessageSquareReply,
  send_private_note: StickyNote,
  send_csat: Smile,
}
export const ruleActionIcon = (type: RuleAction['type']): LucideIcon => icons[type] ?? actionIcon(type)

/** The outcome with the server's reason, where it gave one. */
export function outcomeWords({ outcome, message }: RuleActionResult, t: TFunction): string {
  const words = t(`automations.outcome.${outcome}`)
  return message ? `${words}: ${message}` : words
}
