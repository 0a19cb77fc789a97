import { type AppliedActionType, isAppliedActionType } from '@parley/contract/macros/macro-actions'
import type { Activity } from '@parley/contract/messages/messages'

/**
 * The English sentence of an activity line, for clients that show `content` as it is. Our own client formats `activity`
 * in the reader's language instead.
 */
export function formatActivity(activity: Activity, sender: string, time_zone = 'UTC'): string {
  const sentence = formatChange(activity, sender, time_zone)
  return activity.undo ? `${sentence} (undid a change)` : sentence
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a list, one sentence for each kind of activity
function formatChange({ type, data, why }: Activity, sender: string, time_zone: string): string {
  // The System agent acts for every rule, so the rule's name is what readers need.
  const actor = why?.by === 'rule' ? `The rule “${why.rule}”` : sender
  if (isMergeType(type)) return mergeSentences[type](actor, data)
  switch (type) {
    case 'assigned_user':
      return `${actor} assigned ${data.assignee}`
    case 'self_assigned':
      return `${actor} assigned this to themselves`
    case 'unassigned_user':
      return `${actor} unassigned ${data.assignee}`
    case 'unassigned_away':
      return `${data.assignee} was unassigned: away, with replies being reassigned`
    case 'assigned_team':
      return `${actor} assigned the team ${data.team}`
    case 'unassigned_team':
      return `${actor} removed the team ${data.team}`
    case 'status_changed':
      return `${actor} marked this as ${data.status}`
    case 'snoozed':
      return `${actor} snoozed this until ${formatZonedTime(String(data.until), time_zone)}`
    case 'woke_up':
      return 'Snooze ended'
    case 'reopened':
      return 'Reopened by a reply'
    case 'priority_changed':
      return `${actor} set the priority to ${data.priority}`
    case 'priority_removed':
      return `${actor} removed the priority`
    case 'tag_added':
      return `${actor} added the tag ${data.tag}`
    case 'tag_removed':
      return `${actor} removed the tag ${data.tag}`
    case 'sla_set':
      return `${actor} set the SLA policy ${data.policy}`
    case 'sla_removed':
      return `${actor} removed the SLA policy ${data.policy}`
    case 'sla_breached':
      return `${missedTargetNames[String(data.metric)] ?? 'An SLA target'} of ${data.policy} was missed`
    case 'participant_joined':
      return `${data.address} joined by replying to an email that was not addressed to them`
    case 'may_belong_to':
      return `This may belong to #${data.reference_number}, but the sender isn’t verified`
    case 'contact_merged':
      return `${actor} merged the contact ${data.from} into ${data.into}`
    case 'delivery_failed':
      return `Email to ${data.address} bounced: ${data.reason}`
    case 'delivery_delayed':
      return `Email to ${data.address} is delayed: ${data.reason}`
    case 'status_refused':
      return `The reply was sent, but this couldn’t be marked as ${data.status}: ${data.reason}`
    case 'csat_sent':
      return `Satisfaction survey sent to ${data.address}`
    case 'csat_answered':
      return `${actor} rated the conversation ${data.rating}/5`
    case 'reply_scheduled':
      return `${actor} scheduled a reply for ${formatZonedTime(String(data.send_at), time_zone)}`
    case 'reply_rescheduled':
      return `${actor} rescheduled the reply to ${formatZonedTime(String(data.send_at), time_zone)}`
    case 'scheduled_reply_edited':
      return `${actor} edited the scheduled reply`
    case 'scheduled_reply_cancelled':
      return `${actor} cancelled the scheduled reply`
    case 'scheduled_reply_held':
      return `The scheduled reply of ${data.author} is on hold: ${holdReasons[String(data.reason)] ?? 'it needs a decision'}`
    case 'scheduled_reply_released':
      return `${actor} sent the scheduled reply of ${data.author} early`
    case 'trashed':
      return `${actor} moved this to the trash`
    case 'marked_spam':
      return `${actor} moved this to spam`
    case 'moved_to_spam':
      return `Moved to spam: ${formatSpamReasons(data)}`
    case 'restored':
      return `${actor} restored this from the trash`
    case 'restored_by_reply':
      return 'Restored from the trash by a reply'
    case 'marked_not_spam':
      return `${actor} marked this as not spam`
    case 'moved_inbox':
      return `${actor} moved this from ${data.from} to ${data.into}`
    case 'rule_stopped':
      return `The rule ${data.rule} was stopped. ${data.reason}`
    case 'action_refused':
      return `The message was sent, but this action failed: ${formatAction(data)}. ${data.reason}`
  }
}

type Sentence = (actor: string, data: Activity['data']) => string

/** Merging and splitting, in the conversation and in the other one. */
const mergeSentences = {
  conversation_merged: (actor, { reference_number }) =>
    `${actor} merged #${reference_number} into this conversation`,
  merged_into: (actor, { reference_number }) => `${actor} merged this into #${reference_number}`,
  conversation_unmerged: (actor, { reference_number }) => `${actor} unmerged #${reference_number}`,
  unmerged_from: (actor, { reference_number }) => `${actor} unmerged this from #${reference_number}`,
  split_to: (actor, { reference_number, count }) =>
    `${actor} moved ${count === 1 ? 'a message' : `${count} messages`} to #${reference_number}`,
  split_from: (actor, { reference_number }) => `${actor} split this from #${reference_number}`,
  split_undone: (actor, { reference_number }) => `${actor} moved the messages back from #${reference_number}`,
} satisfies Partial<Record<Activity['type'], Sentence>>

const isMergeType = (type: Activity['type']): type is keyof typeof mergeSentences =>
  Object.hasOwn(mergeSentences, type)

/** 2 March 2026 at 13:00 (Europe/Amsterdam) */
function formatZonedTime(instant: string, time_zone: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return instant
  const options = { dateStyle: 'long', timeStyle: 'short', timeZone: time_zone } as const
  return `${new Intl.DateTimeFormat('en-GB', options).format(date)} (${time_zone})`
}

const holdReasons: Record<string, string> = {
  customer_replied: 'the customer replied',
  in_trash: 'the conversation was in the trash when it was due',
}

/** "99.6 % – words: prize, winner, sender domain: casino.test" */
function formatSpamReasons({ score, ...reasons }: Activity['data']): string {
  const parts = Object.entries(reasons).flatMap(([kind, values]) => {
    const label = spamReasonLabels[kind]
    if (!label || values === null) return []
    return values === '' ? label : `${label}: ${values}`
  })
  return [`${Math.floor(Number(score) * 1000) / 10} %`, ...(parts.length > 0 ? [parts.join(', ')] : [])].join(
    ' – ',
  )
}

const spamReasonLabels: Record<string, string> = {
  word: 'words',
  sender_domain: 'sender domain',
  link_domain: 'links',
  unverified_sender: 'unverified sender',
  other_reply_to: 'replies go to another domain',
  automatic: 'sent automatically',
  remote_images: 'remote images',
  attachment: 'attachment',
}

const missedTargetNames: Record<string, string> = {
  first_response: 'The first reply target',
  next_response: 'The next reply target',
  resolution: 'The resolution target',
}

function formatAction({ macro, action, what }: Activity['data']): string {
  const label = typeof action === 'string' && isAppliedActionType(action) ? actionLabels[action] : action
  return macro ? `${label} ${what} (${macro})` : `${label} ${what}`
}

const actionLabels: Record<AppliedActionType, string> = {
  assign_team: 'Assign to team',
  assign_user: 'Assign to',
  set_status: 'Set status to',
  set_priority: 'Set priority to',
  set_tags: 'Set tags to',
  add_tags: 'Add tags:',
  remove_tags: 'Remove tags:',
  move_inbox: 'Move to',
}
