import type { TrailChange, TrailStep } from '@parley/contract/conversations/conversation-events'
import type { TFunction } from 'i18next'
import { calendarDate, fullDateTime } from '../format/date-time.tsx'

/** Event types with a sentence of their own; `message.created` has one for each kind of message. */
export const stepTypesWithText: ReadonlySet<string> = new Set([
  'conversation.created',
  'conversation.user_assigned',
  'conversation.user_removed',
  'conversation.team_assigned',
  'conversation.team_removed',
  'conversation.status_changed',
  'conversation.status_refused',
  'conversation.action_refused',
  'conversation.snoozed',
  'conversation.woken',
  'conversation.reopened',
  'conversation.trashed',
  'conversation.marked_spam',
  'conversation.spam_suggested',
  'conversation.restored',
  'conversation.restored_by_reply',
  'conversation.marked_not_spam',
  'conversation.moved_inbox',
  'conversation.not_spam_taken_back',
  'conversation.priority_changed',
  'conversation.sla_applied',
  'conversation.sla_removed',
  'conversation.sla_met',
  'conversation.sla_breached',
  'conversation.sla_moved',
  'conversation.tags_changed',
  'conversation.attributes_changed',
  'conversation.contact_attributes_changed',
  'conversation.macro_applied',
  'conversation.rule_ran',
  'conversation.rule_stopped',
  'conversation.participant_joined',
  'conversation.may_belong_to',
  'conversation.contact_merged',
  'conversation.reply_scheduled',
  'conversation.scheduled_reply_changed',
  'conversation.scheduled_reply_cancelled',
  'conversation.scheduled_reply_held',
  'conversation.scheduled_reply_released',
  'conversation.merged',
  'conversation.unmerged',
  'conversation.merge_received',
  'conversation.merge_undone',
  'conversation.split',
  'conversation.unsplit',
  'conversation.messages_moved',
  'conversation.messages_received',
  'conversation.answered',
  'conversation.delivery_failed',
  'conversation.delivery_delayed',
  'csat.sent',
  'csat.answered',
  'message.created.note',
  'message.created.reply',
  'message.created.mail',
  'message.changed',
])

/** For example "Ana set the priority", "Snooze ended". */
export function stepText(step: TrailStep, t: TFunction): string {
  const kind = step.message && step.type === 'message.created' ? `${step.type}.${step.message}` : step.type
  return t(stepTypesWithText.has(kind) ? `trail.did.${kind}` : 'trail.did.other', {
    actor: actorText(step.actor, t),
    name: step.name ?? t('trail.unnamed'),
  })
}

export function actorText({ kind, name }: TrailStep['actor'], t: TFunction): string {
  if (kind === 'system') return t('trail.actor.system')
  if (kind === 'rule') return name === null ? t('trail.actor.rule') : t('trail.actor.rule_named', { name })
  if (name === null) return t(kind === 'contact' ? 'trail.actor.contact' : 'trail.actor.agent')
  return kind === 'api_key' ? t('trail.actor.api_key', { name }) : name
}

/** The name of the field that changed. */
export const changedFieldText = ({ field, attribute }: TrailChange, t: TFunction): string =>
  attribute ?? t(`trail.field.${field}`)

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/

/** A value before or after the change, in the user's language. */
export function changedValueText(
  field: TrailChange['field'],
  value: TrailChange['before'],
  { t, language }: { t: TFunction; language: string },
): string {
  if (value === null || value === '') return t('trail.none')
  if (Array.isArray(value)) return value.length === 0 ? t('trail.none') : value.join(', ')
  if (typeof value === 'boolean') return t(value ? 'side.yes' : 'side.no')
  if (field === 'snoozed_until' && typeof value === 'string') return fullDateTime(value, language)
  if (field === 'delivery') return t(`trail.delivery.${value}`, { defaultValue: String(value) })
  if (typeof value === 'number')
    return new Intl.NumberFormat(language, { maximumFractionDigits: 20 }).format(value)
  return field.endsWith('attribute') && ISO_DATE.test(value) ? calendarDate(value, language) : value
}
