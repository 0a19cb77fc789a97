import { type Command, isAvailable } from '../command.ts'
import { matchScore } from './fuzzy-match.ts'
import type { PaletteSource } from './palette-sources.ts'

/** A palette row. `within` is the command whose level it belongs to, when that level is not the open one. */
export type PaletteEntry = { command: Command; within: Command | null }
/** `group` is the catalogue key of the heading. */
export type PaletteGroup = { group: string; entries: readonly PaletteEntry[] }

export const RECENT_GROUP = 'palette.recent'
const MAX_RECENT = 4
const MAX_NESTED = 8
/** More rows than anyone reads; typing narrows them. */
const MAX_ROWS = 100

/** The order of groups without a query; other groups follow in registration order. */
const groupOrder: readonly string[] = [
  RECENT_GROUP,
  'commands.group.conversation',
  'commands.group.workspace',
  'commands.group.list',
  'commands.group.go',
  'commands.group.me',
  'commands.group.view',
]

/** The rows of a level for a query, in groups: best matches first, or recent commands when the query is empty. */
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
  /** Ids, most recent first; empty below the top level. */
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

/** Commands with a shortcut are used most. */
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
    // Of two equal matches, prefer the recently used one.
    return { command, within: null, score: score > 0 && recent.includes(command.id) ? score + 0.02 : score }
  })
  const found = (all: ScoredEntry[]) =>
    all.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score)
  const deep = found(shown.flatMap((command) => nestedEntries(command, text, nameOf))).slice(0, MAX_NESTED)
  return found([...here, ...deep])
}

/** The commands of a level, matched without opening it: "snooze 3", or an agent's name. */
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
