import type { Activity } from '@parley/contract/messages/messages'
import type { TFunction } from 'i18next'
import { describeSpamReasons, formatSpamScore, spamReasonsOf } from '../../../explanation/spam-reasons.ts'
import { fullDateTime } from '../../../format/date-time.tsx'
import { describeAction } from '../../../macros/describe-action.ts'

export type TextRun = { text: string; strong: boolean }

/** Surrounds values in the translated sentence; never part of a name. */
const VALUE_MARK = '\u0001'

/** The sentence of an activity line in the reader's language, with its values emphasised. */
export function formatActivity(
  activity: Activity,
  sender: string,
  { t, language }: { t: TFunction; language: string },
): TextRun[] {
  const line = formatChange(activity, sender, { t, language })
  return split(activity.undo ? t('activity.undo', { line }) : line)
}

/** The sentence with its values marked. */
function formatChange(
  { type, data, why }: Activity,
  sender: string,
  { t, language }: { t: TFunction; language: string },
): string {
  // The System agent acts for every rule; show which rule it was.
  const actor = why?.by === 'rule' ? t('trail.actor.rule_named', { name: why.rule }) : sender
  const values: Record<string, string> = { actor: markValue(actor) }
  for (const [name, value] of Object.entries(data)) values[name] = markValue(String(value ?? ''))
  for (const name of ['until', 'send_at'])
    if (typeof data[name] === 'string') values[name] = markValue(instant(data[name], language))
  if (type === 'action_refused') {
    const done = { type: String(data.action), value: [String(data.what)], display_value: [] }
    values.action = markValue(describeAction(done, t))
    return t(data.macro === null ? 'activity.action_refused' : 'activity.macro_refused', values)
  }
  if (type === 'moved_to_spam') {
    const reasons = describeSpamReasons(spamReasonsOf(data), t)
    return t('activity.moved_to_spam', {
      score: formatSpamScore(Number(data.score), language),
      reasons: markValue(reasons),
    })
  }
  // The sentence depends on which target was missed.
  if (type === 'sla_breached') return t(`activity.sla_breached.${data.metric}`, values)
  if (type === 'scheduled_reply_held')
    return t([`activity.${type}.${data.reason}`, `activity.${type}`], values)
  return t(`activity.${type}`, values)
}

const split = (sentence: string): TextRun[] =>
  sentence
    .split(VALUE_MARK)
    .map((text, index) => ({ text, strong: index % 2 === 1 }))
    .filter(({ text }) => text !== '')

const markValue = (value: string) => VALUE_MARK + value.replaceAll(VALUE_MARK, '') + VALUE_MARK

const instant = (at: string, language: string) =>
  Number.isNaN(Date.parse(at)) ? at : fullDateTime(at, language)
