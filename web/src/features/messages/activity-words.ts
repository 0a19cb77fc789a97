import type { Activity } from '@parley/contract/messages'
import type { TFunction } from 'i18next'
import { fullDateTime } from '../../format/time.tsx'

export type Word = { text: string; strong: boolean }

/** Stands around a value while the sentence is put together; no name holds it. */
const MARK = '\u0001'

/** The sentence of an activity line in the reader's language, with its names marked. */
export function activityWords(
  { type, data }: Activity,
  actor: string,
  { t, language }: { t: TFunction; language: string },
): Word[] {
  const values: Record<string, string> = { actor: marked(actor) }
  for (const [name, value] of Object.entries(data)) values[name] = marked(String(value ?? ''))
  if (typeof data.until === 'string') values.until = marked(instant(data.until, language))
  return t(`activity.${type}`, values)
    .split(MARK)
    .map((text, place) => ({ text, strong: place % 2 === 1 }))
    .filter(({ text }) => text !== '')
}

const marked = (value: string) => MARK + value.replaceAll(MARK, '') + MARK

const instant = (at: string, language: string) =>
  Number.isNaN(Date.parse(at)) ? at : fullDateTime(at, language)
