import type { ActivityLog } from '@parley/contract/activity-log'
import type { i18n, TFunction } from 'i18next'

/** "Ada Byron changed the role Support", in the reader's language. */
export function activitySentence(entry: ActivityLog, t: TFunction): string {
  const [, verb = ''] = entry.activity_type.split('.')
  const who = entry.actor_name ?? t(`activity.actor.${entry.actor_kind}`)
  const what = t([`activity.kind.${entry.target_model_type}`, 'activity.kind.other'], {
    name: entry.target_name ?? '',
    kind: entry.target_model_type.replaceAll('_', ' '),
  }).trim()
  return t([`activity.type.${entry.activity_type}`, `activity.did.${verb}`, 'activity.did.other'], {
    who,
    what,
    verb: verb.replaceAll('_', ' '),
  })
}

export type ChangeWords = { field: string; before: string | null; after: string | null; hidden: boolean }

/** One field of a change: lists as what came and went, everything else as it was and is. */
export function changeWords({ field, before, after }: ActivityLog['changes'][number], { t, exists }: Words) {
  const words = (value: unknown) => valueWords(value, { t, exists })
  const lists = Array.isArray(before) && Array.isArray(after)
  const without = (all: unknown[], others: unknown[]) =>
    all.filter((one) => !others.some((other) => JSON.stringify(other) === JSON.stringify(one)))
  return {
    field: t([`activity.field.${field}`, 'activity.field.other'], { field: fieldName(field) }),
    before: words(lists ? without(before, after) : before),
    after: words(lists ? without(after, before) : after),
    hidden: before === null && after === null,
  } satisfies ChangeWords
}

type Words = { t: TFunction; exists: i18n['exists'] }

function valueWords(value: unknown, { t, exists }: Words): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return t(value ? 'activity.yes' : 'activity.no')
  if (Array.isArray(value))
    return (
      value
        .map((one) => valueWords(one, { t, exists }))
        .filter(Boolean)
        .join(', ') || null
    )
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  const permission = `permission.${text.replace(':', '.')}`
  if (/^[a-z_]+:[a-z_]+$/.test(text) && exists(permission)) return t(permission)
  return exists(`agents.availability.${text}`) ? t(`agents.availability.${text}`) : text
}

/** `config.smtp.0.host` and `app.site_name` read as words. */
const fieldName = (field: string): string => {
  const words = field.replace(/^app\./, '').replaceAll(/[._]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
