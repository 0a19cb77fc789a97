import { type Command, isAvailable } from '../command.ts'
import { matchScore } from './fuzzy-match.ts'
import type { PaletteSource } from './palette-sources.ts'

/** A row of the palette. `within` is the command whose level it comes from, when that level is not the one that is open. */
export type PaletteEntry = { command: Command; within: Command | null }
/** `group` is the catalogue key of the heading. */
export type PaletteGroup = { group: string; entries: readonly PaletteEntry[] }

export const RECENT_GROUP = 'palette.recent'
const MAX_RECENT = 4
const MAX_NESTED = 8
/** More rows than anybody reads: typing narrows them. */
const MAX_ROWS = 100

/** What stands at the top when nothing has been typed, in this order; what is not named follows as it comes. */
const groupOrder: readonly string[] = [
  RECENT_GROUP,
  'commands.group.conversation',
  'commands.group.workspace',
  'commands.group.list',
  'commands.group.go',
  'commands.group.me',
  'commands.group.view',
]

/** The rows for what is typed at a level, in groups: the best match first, or the recent commands when nothing is typed. */
export function paletteEntries({
  commands,
  sources,
  recent,
  query,
  labelOf,
}: {
  commands: readonly Command[]
  /** Empty below the top level. */
  sources: readonly PaletteSource[]
  /** Ids, the latest first; empty below the top level. */
  recent: readonly string[]
  query: string
  labelOf: (command: Command) => string
}): PaletteGroup[] {
  const text = query.trim()
  const shown = commands.filter(isListed)
  const own = text === '' ? entriesWithoutQuery(shown, recent) : matchingEntries(shown, recent, text, labelOf)
  const more = sources.flatMap((source) => source(text)).map((command) => ({ command, within: null }))
  const groups = Map.groupBy([...own, ...more].slice(0, MAX_ROWS), groupOf)
  return [...groups].map(([group, entries]) => ({ group, entries }))

  function groupOf({ command }: PaletteEntry) {
    return text === '' && listedRecent(shown, recent).includes(command) ? RECENT_GROUP : command.group
  }
}

const isListed = (command: Command) => !command.shortcutOnly && isAvailable(command)

const listedRecent = (shown: readonly Command[], recent: readonly string[]): Command[] =>
  recent
    .map((id) => shown.find((command) => command.id === id))
    .filter((command) => command !== undefined)
    .slice(0, MAX_RECENT)

function entriesWithoutQuery(shown: readonly Command[], recent: readonly string[]): PaletteEntry[] {
  const first = listedRecent(shown, recent)
  const rest = shown
    .filter((command) => !first.includes(command))
    .toSorted((a, b) => groupRank(a.group) - groupRank(b.group) || keyRank(a) - keyRank(b))
  return [...first, ...rest].map((command) => ({ command, within: null }))
}

export function groupRank(group: string): number {
  const place = groupOrder.indexOf(group)
  return place < 0 ? groupOrder.length : place
}

/** What has a key is done often. */
const keyRank = (command: Command) => (command.keys === undefined ? 1 : 0)

type ScoredEntry = PaletteEntry & { score: number }

function matchingEntries(
  shown: readonly Command[],
  recent: readonly string[],
  text: string,
  nameOf: (command: Command) => string,
): PaletteEntry[] {
  const here = shown.map((command): ScoredEntry => {
    const score = matchScore(text, nameOf(command), command.keywords)
    // Between two that match alike, what is done often.
    return { command, within: null, score: score > 0 && recent.includes(command.id) ? score + 0.02 : score }
  })
  const found = (all: ScoredEntry[]) =>
    all.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score)
  const deep = found(shown.flatMap((command) => nestedEntries(command, text, nameOf))).slice(0, MAX_NESTED)
  return found([...here, ...deep])
}

/** What a level holds, found without opening it: "snooze 3", or an agent's name. */
function nestedEntries(within: Command, text: string, nameOf: (command: Command) => string): ScoredEntry[] {
  if (!within.children || text.length < 2) return []
  const words = text.split(/\s+/)
  return within
    .children()
    .filter(isListed)
    .filter((command) => words.some((word) => matchScore(word, nameOf(command), command.keywords) > 0))
    .map((command) => ({
      command,
      within,
      score: 0.9 * matchScore(text, nameOf(command), `${command.keywords ?? ''} ${nameOf(within)}`),
    }))
}
