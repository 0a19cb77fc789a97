import type { ActivityLog } from '@parley/contract/activity-log/activity-log'
import type { TFunction } from 'i18next'

type Entry = Pick<
  ActivityLog,
  | 'activity_type'
  | 'actor_name'
  | 'actor_kind'
  | 'target_model_type'
  | 'target_model_id'
  | 'target_name'
  | 'target_exists'
  | 'changes'
>

/** For example "Ada Byron changed the role Support". */
export function activitySentence(entry: Entry, t: TFunction): string {
  const [, verb = ''] = entry.activity_type.split('.')
  const who = entry.actor_name ?? t(`activity.actor.${entry.actor_kind}`)
  return t([`activity.type.${entry.activity_type}`, `activity.did.${verb}`, 'activity.did.other'], {
    who,
    what: targetText(entry, t),
    verb: verb.replaceAll('_', ' '),
  })
}

/** For example "the role Support". */
export const targetText = (entry: Entry, t: TFunction): string =>
  t(
    [
      `activity.kind.${isMailSettings(entry) ? 'settings.mail' : entry.target_model_type}`,
      'activity.kind.other',
    ],
    {
      name: entry.target_name ?? '',
      kind: entry.target_model_type.replaceAll('_', ' '),
    },
  ).trim()

/** The workspace's notification email settings have their own page. */
const isMailSettings = ({ target_model_type, changes }: Entry): boolean =>
  target_model_type === 'settings' &&
  changes.length > 0 &&
  changes.every(({ field }) => field.startsWith('notification.'))

const pages: Record<string, (id: number) => string> = {
  agent: (id) => `/admin/teams/agents/${id}/edit`,
  team: (id) => `/admin/teams/teams/${id}/edit`,
  role: (id) => `/admin/teams/roles/${id}/edit`,
  inbox: (id) => `/admin/inboxes/${id}/edit`,
  macro: (id) => `/admin/conversations/macros/${id}/edit`,
  business_hours: (id) => `/admin/business-hours/${id}/edit`,
  sla_policy: (id) => `/admin/sla/${id}/edit`,
  template: (id) => `/admin/templates/${id}/edit`,
  webhook: (id) => `/admin/webhooks/${id}/edit`,
  oidc_provider: (id) => `/admin/sso/${id}/edit`,
  ai_provider: (id) => `/admin/ai/providers/${id}/edit`,
  ai_prompt: (id) => `/admin/ai/prompts/${id}/edit`,
  tag: () => '/admin/conversations/tags',
  status: () => '/admin/conversations/statuses',
  custom_attribute: () => '/admin/custom-attributes',
}

/** The admin page of the changed entity; null for deleted entities and for sign-ins and sign-outs. */
export function targetPage(entry: Entry): string | null {
  if (entry.target_model_type === 'settings')
    return isMailSettings(entry) ? '/admin/notification' : '/admin/general'
  const { target_model_id: id, target_exists, activity_type } = entry
  if (id === null || !target_exists || !activity_type.includes('.')) return null
  return pages[entry.target_model_type]?.(id) ?? null
}
