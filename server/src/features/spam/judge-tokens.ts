import type { SpamJudgement } from '@parley/contract/conversations/spam-filter'
import { toReason } from './spam-tokens.ts'

/** In how many lessons of each kind; of a token, or of all. */
export type LessonCounts = { spam: number; not_spam: number }

/** An email that few counted tokens speak about is not judged: two unfamiliar words would decide. */
const minCountedTokens = 5
/** Tokens of one email depend on each other, so only the strongest count, and none of them alone decides. */
const maxTokens = 20
const [minProbability, maxProbability] = [0.02, 0.98]
const maxReasons = 6

/**
 * Naive Bayes with equal priors over the tokens that are present, each estimate smoothed towards 0.5 by one imagined
 * lesson. Null if the email says too little.
 */
export function judgeTokens(
  tokens: readonly string[],
  counts: ReadonlyMap<string, LessonCounts>,
  totals: LessonCounts,
): SpamJudgement | null {
  const counted = tokens
    .flatMap((token) => {
      const count = counts.get(token)
      return count && count.spam + count.not_spam > 0
        ? [{ token, logOdds: logOddsOf(spamProbability(count, totals)) }]
        : []
    })
    .sort((a, b) => Math.abs(b.logOdds) - Math.abs(a.logOdds) || (a.token < b.token ? -1 : 1))
  if (counted.length < minCountedTokens) return null
  const strongest = counted.slice(0, maxTokens)
  const sum = strongest.reduce((total, { logOdds }) => total + logOdds, 0)
  return {
    score: scoreOf(sum),
    reasons: distinctReasons(strongest.filter(({ logOdds }) => logOdds > 0).map(({ token }) => token)),
  }
}

/** Rounded down to four digits, and never certain. */
const scoreOf = (logOdds: number) =>
  Math.min(0.9999, Math.floor(10_000 / (1 + Math.exp(-logOdds)) + 1e-6) / 10_000)

function spamProbability({ spam, not_spam }: LessonCounts, totals: LessonCounts): number {
  const [inSpam, inOthers] = [spam / Math.max(1, totals.spam), not_spam / Math.max(1, totals.not_spam)]
  const share = inSpam / (inSpam + inOthers)
  const lessons = spam + not_spam
  return Math.min(maxProbability, Math.max(minProbability, (0.5 + lessons * share) / (1 + lessons)))
}

const logOddsOf = (p: number) => Math.log(p / (1 - p))

/** A word may count twice, in subject and text. */
function distinctReasons(tokens: readonly string[]): SpamJudgement['reasons'] {
  const reasons = new Map(
    tokens.map(toReason).map((reason) => [`${reason.kind}:${reason.value}`, reason] as const),
  )
  return [...reasons.values()].slice(0, maxReasons)
}
