import type { ActivityLog } from '@parley/contract/activity-log/activity-log'
import type { i18n, TFunction } from 'i18next'
import { fullDateTime } from '../../format/date-time.tsx'

export type ChangeText = { field: string; before: string | null; after: string | null; hidden: boolean }
type TextContext = { t: TFunction; exists: i18n['exists'] }

/** One field of a change: lists as what came and went, everything else as it was and is. */
export function changeText(change: ActivityLog['changes'][number], context: TextContext): ChangeText {
  const { field, before, after, before_name, after_name } = change
  const lists = Array.isArray(before) && Array.isArray(after)
  const without = (all: unknown[], others: unknown[]) =>
    all.filter((one) => !others.some((other) => JSON.stringify(other) === JSON.stringify(one)))
  return {
    field: fieldText(field, context),
    before: before_name ?? valueText(field, lists ? without(before, after) : before, context),
    after: after_name ?? valueText(field, lists ? without(after, before) : after, context),
    hidden: before === null && after === null,
  }
}

/** `config.smtp.0.host` and `app.site_name` in words. */
function fieldText(field: string, { t, exists }: TextContext): string {
  const own = `activity.field.${lastSegment(field)}`
  const [root = '', server] = field.split('.')
  const name = exists(`activity.field.${field}`)
    ? t(`activity.field.${field}`)
    : exists(own)
      ? t(own)
      : capitalise(lastSegment(field).replaceAll('_', ' '))
  return root === 'config' && (server === 'imap' || server === 'smtp')
    ? t('activity.field.of_server', { server: t(`activity.field.${server}`), name })
    : name
}

const ISO_INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

function valueText(field: string, value: unknown, context: TextContext): string | null {
  const { t, exists } = context
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return t(value ? 'activity.yes' : 'activity.no')
  if (Array.isArray(value))
    return (
      value
        .map((one) => valueText(field, one, context))
        .filter(Boolean)
        .join(value.some((one) => typeof one === 'object') ? '; ' : ', ') || null
    )
  if (typeof value === 'object')
    return (
      Object.entries(value)
        .map(([part, one]) => ({ name: fieldText(part, context), text: valueText(part, one, context) }))
        .filter(({ text }) => text !== null)
        .map(({ name, text }) => t('activity.part', { name, text }))
        .join(', ') || null
    )
  const text = String(value)
  const known = [`activity.value.${lastSegment(field)}.${text}`, `permission.${text.replace(':', '.')}`]
  const word = known.find((key) => exists(key))
  if (word) return t(word)
  return ISO_INSTANT.test(text) ? fullDateTime(text) : text
}

const lastSegment = (field: string): string => field.slice(field.lastIndexOf('.') + 1)
const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
