import type { ActivityLog } from '@parley/contract/activity-log'
import type { i18n, TFunction } from 'i18next'
import { fullDateTime } from '../../format/time.tsx'

export type ChangeWords = { field: string; before: string | null; after: string | null; hidden: boolean }
type Words = { t: TFunction; exists: i18n['exists'] }

/** One field of a change: lists as what came and went, everything else as it was and is. */
export function changeWords(change: ActivityLog['changes'][number], words: Words): ChangeWords {
  const { field, before, after, before_name, after_name } = change
  const lists = Array.isArray(before) && Array.isArray(after)
  const without = (all: unknown[], others: unknown[]) =>
    all.filter((one) => !others.some((other) => JSON.stringify(other) === JSON.stringify(one)))
  return {
    field: fieldWords(field, words),
    before: before_name ?? valueWords(field, lists ? without(before, after) : before, words),
    after: after_name ?? valueWords(field, lists ? without(after, before) : after, words),
    hidden: before === null && after === null,
  }
}

/** `config.smtp.0.host` and `app.site_name` in words. */
function fieldWords(field: string, { t, exists }: Words): string {
  const own = `activity.field.${lastOf(field)}`
  const [place = '', server] = field.split('.')
  const name = exists(`activity.field.${field}`)
    ? t(`activity.field.${field}`)
    : exists(own)
      ? t(own)
      : capital(lastOf(field).replaceAll('_', ' '))
  return place === 'config' && (server === 'imap' || server === 'smtp')
    ? t('activity.field.of_server', { server: t(`activity.field.${server}`), name })
    : name
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

function valueWords(field: string, value: unknown, words: Words): string | null {
  const { t, exists } = words
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return t(value ? 'activity.yes' : 'activity.no')
  if (Array.isArray(value))
    return (
      value
        .map((one) => valueWords(field, one, words))
        .filter(Boolean)
        .join(value.some((one) => typeof one === 'object') ? '; ' : ', ') || null
    )
  if (typeof value === 'object')
    return (
      Object.entries(value)
        .map(([part, one]) => ({ name: fieldWords(part, words), text: valueWords(part, one, words) }))
        .filter(({ text }) => text !== null)
        .map(({ name, text }) => t('activity.part', { name, text }))
        .join(', ') || null
    )
  const text = String(value)
  const known = [`activity.value.${lastOf(field)}.${text}`, `permission.${text.replace(':', '.')}`]
  const word = known.find((key) => exists(key))
  if (word) return t(word)
  return instant.test(text) ? fullDateTime(text) : text
}

const lastOf = (field: string): string => field.slice(field.lastIndexOf('.') + 1)
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
