/** A word that this code base avoids, and what the field calls the thing. */
export type BannedWord = { word: string; instead: string }

/**
 * Words that no identifier, file or folder may contain, in any casing: `placeOf`, `PLACE_OF` and `place-of.ts` all contain `place`.
 * The left column is how a translation would put it; the right one is what a newcomer searches for.
 */
export const bannedInNames: readonly BannedWord[] = [
  { word: 'pretend', instead: 'optimistic' },
  { word: 'guess', instead: 'optimistic patch, estimate' },
  { word: 'meanwhile', instead: 'concurrent' },
  { word: 'anew', instead: 'rebuild, again' },
  { word: 'somebody', instead: 'someone, or the role' },
  { word: 'everybody', instead: 'everyone, all' },
  { word: 'nobody', instead: 'unassigned, none, noOne' },
  { word: 'whoever', instead: 'the role: agent, caller, recipient' },
  { word: 'whom', instead: 'recipient, assignee' },
  { word: 'told', instead: 'notified, reported' },
  { word: 'asked', instead: 'requested, query' },
  { word: 'said', instead: 'message, text' },
  { word: 'occasion', instead: 'trigger' },
  { word: 'tidings', instead: 'events, news' },
  { word: 'books', instead: 'ledger' },
  { word: 'door', instead: 'auth layout' },
  { word: 'newcomer', instead: 'new participant' },
  { word: 'surroundings', instead: 'environment, machine info' },
  { word: 'beginnings', instead: 'base times, start' },
  { word: 'wish', instead: 'request' },
  { word: 'hitherto', instead: 'previous' },
  { word: 'thence', instead: 'from' },
]

/** Names that are wrong only as a whole: a preposition or a lone participle where a noun is meant. */
export const bannedAsNames: readonly BannedWord[] = [
  { word: 'found', instead: 'the noun: rows, match, result' },
  { word: 'known', instead: 'the noun: existing, definition' },
  { word: 'came', instead: 'the noun: received, created' },
  { word: 'began', instead: 'startedAt, created' },
  { word: 'took', instead: 'duration' },
  { word: 'wrote', instead: 'author, incoming' },
]

/** Phrases that no text on the screen contains. */
export const bannedOnScreen: readonly { phrase: RegExp; instead: string }[] = [
  { phrase: /\bwhoever\b/i, instead: 'anyone who' },
  { phrase: /\b(some|every|no)body\b/i, instead: 'someone, everyone, no one' },
  { phrase: /\bmails\b/i, instead: 'emails' },
  { phrase: /\bput(ting)? away\b/i, instead: 'dismiss' },
  { phrase: /\btaken? off\b/i, instead: 'unassigned, removed' },
  { phrase: /\b(told|speaks) of\b/i, instead: 'notified of, mentions' },
  { phrase: /\bby hand\b/i, instead: 'manually' },
  { phrase: /\bcannot\b/i, instead: 'can’t' },
  { phrase: /\btaken back\b/i, instead: 'undone' },
  { phrase: /\bmeanwhile\b/i, instead: 'in the meantime' },
  { phrase: /\blog (out|in)\b/i, instead: 'sign out, sign in' },
  { phrase: /\bstands?\b/i, instead: 'is, appears, is shown' },
  { phrase: /\brights\b/i, instead: 'permissions' },
]
