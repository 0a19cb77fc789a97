import type { RuleAction } from '@parley/contract/automations/automation-rules'
import type { RuleActionResult } from '@parley/contract/automations/automation-runs'
import type { TFunction } from 'i18next'
import {
  CircleDot,
  type LucideIcon,
  MessageSquareReply,
  OctagonAlert,
  ShieldCheck,
  Smile,
  StickyNote,
  Trash2,
} from 'lucide-react'
import { actionIcon, describeAction } from '../macros/describe-action.ts'

/** What an action of a rule does: "Assign to Billing", "Send a reply". */
export function ruleActionText(action: RuleAction, t: TFunction): string {
  switch (action.type) {
    case 'send_reply':
    case 'send_private_note':
    case 'send_csat':
    case 'trash':
    case 'mark_spam':
      return t(`automations.did.${action.type}`)
    case 'set_sla':
      return t('automations.did.set_sla', { what: [...action.display_value, ...action.value][0] ?? '' })
    default:
      return describeAction(action, t)
  }
}

const ruleIcons: Partial<Record<RuleAction['type'], LucideIcon>> = {
  set_status: CircleDot,
  set_sla: ShieldCheck,
  send_reply: MessageSquareReply,
  send_private_note: StickyNote,
  send_csat: Smile,
  trash: Trash2,
  mark_spam: OctagonAlert,
}
export const ruleActionIcon = (type: RuleAction['type']): LucideIcon => ruleIcons[type] ?? actionIcon(type)

/** The outcome, with the server's reason if there is one. */
export function outcomeText({ outcome, message }: RuleActionResult, t: TFunction): string {
  const text = t(`automations.outcome.${outcome}`)
  return message ? `${text}: ${message}` : text
}
