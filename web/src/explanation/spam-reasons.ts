import { type SpamReason, spamReasonKinds } from '@parley/contract/conversations/spam-filter'
import type { Activity } from '@parley/contract/messages/messages'
import type { TFunction } from 'i18next'

/** "99.6 %" as the reader's language writes it, rounded down: nothing is certain. */
export const formatSpamScore = (score: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(
    Math.floor(score * 1000) / 1000,
  )

/** "words prize, winner · sender domain casino.test · unverified sender" */
export function describeSpamReasons(reasons: readonly SpamReason[], t: TFunction): string {
  const kinds = [...new Set(reasons.map(({ kind }) => kind))]
  return kinds
    .map((kind) => {
      const values = reasons.filter((reason) => reason.kind === kind).map(({ value }) => value)
      return t(`spam.reasons.${kind}`, { values: values.join(', ') })
    })
    .join(' · ')
}

/** Activity lines have one key for each kind. */
export const spamReasonsOf = (data: Activity['data']): SpamReason[] =>
  spamReasonKinds.flatMap((kind) => (typeof data[kind] === 'string' ? [{ kind, value: data[kind] }] : []))
