import type { TFunction } from 'i18next'
import { readerLocale } from '../format/locale.ts'
import { parseTimePhrase, type TimePhrase } from '../lib/time-phrases/parse-time-phrase.ts'
import { formatDistance, formatTime } from './format-time.ts'

export type TypedTime = { at: Date | null; text: string }

/** What a phrase means, in words: the time and its distance, or why it is none. Null for an empty phrase. */
export function readTypedTime(phrase: string, now: Date, time_zone: string, t: TFunction): TypedTime | null {
  if (phrase.trim() === '') return null
  const result = parseTimePhrase(phrase, { now, time_zone, locale: readerLocale() })
  if (result.kind !== 'time') return { at: null, text: t(`time_phrase.${result.kind}`) }
  return { at: result.at, text: describe(result, now, time_zone, t) }
}

function describe(
  { at, order }: Extract<TimePhrase, { kind: 'time' }>,
  now: Date,
  time_zone: string,
  t: TFunction,
): string {
  const text = `${formatTime(at, now, time_zone)} · ${formatDistance(at, now, time_zone)}`
  return order ? `${text} (${t(`time_phrase.${order}`)})` : text
}
