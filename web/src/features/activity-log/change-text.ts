import type { ActivityLog } from '@parley/contract/activity-log/activity-log'
import type { i18n, TFunction } from 'i18next'
import { fullDateTime } from '../../format/date-time.tsx'
import { permissionKey } from '../../format/permission-key.ts'

export type ChangeText = { field: string; before: string | null; after: string | null; hidden: boolean }
type TextContext = { t: TFunction; exists: i18n['exists'] }

/** One changed field: lists as additions and removals, everything else as old and new value. */
export function changeText(change: ActivityLog['changes'][number], context: TextContext): ChangeText {
  const { field, before, after, before_name, after_name } = change
  const lists = Array.isArray(before) && Array.isArray(after)
  const difference = (all: unknown[], others: unknown[]) =>
    all.filter((item) => !others.some((other) => JSON.stringify(other) === JSON.stringify(item)))
  return {
    field: fieldText(field, context),
    before: before_name ?? valueText(field, lists ? difference(before, after) : before, context),
    after: after_name ?? valueText(field, lists ? difference(after, before) : after, context),
    hidden: before === null && after === null,
  }
}

/** The name of a field such as `config.smtp.0.host` or `app.site_name`. */
function fieldText(field: string, { t, exists }: TextContext): string {
  const ownKey = `activity.field.${lastSegment(field)}`
  const [root = '', server] = field.split('.')
  const name = exists(`activity.field.${field}`)
    ? t(`activity.field.${field}`)
    : exists(ownKey)
      ? t(ownKey)
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
        .map((item) => valueText(field, item, context))
        .filter(Boolean)
        .join(value.some((item) => typeof item === 'object') ? '; ' : ', ') || null
    )
  if (typeof value === 'object')
    return (
      Object.entries(value)
        .map(([part, nested]) => ({ name: fieldText(part, context), text: valueText(part, nested, context) }))
        .filter(({ text }) => text !== null)
        .map(({ name, text }) => t('activity.part', { name, text }))
        .join(', ') || null
    )
  const text = String(value)
  const candidateKeys = [`activity.value.${lastSegment(field)}.${text}`, permissionKey(text)]
  const key = candidateKeys.find((key) => exists(key))
  if (key) return t(key)
  return ISO_INSTANT.test(text) ? fullDateTime(text) : text
}

const lastSegment = (field: string): string => field.slice(field.lastIndexOf('.') + 1)
const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
