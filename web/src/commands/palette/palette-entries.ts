import { type Command, isAvailable } from '../command.ts'
import { matchScore } from './fuzzy-match.ts'
import type { PaletteSource } from './palette-sources.ts'

/** A palette row. `parent` is the command whose level it belongs to, when that level is not the open one. */
export type PaletteEntry = { command: Command; parent: Command | null }
/** `group` is the catalogue key of the heading. */
export type PaletteGroup = { group: string; entries: readonly PaletteEntry[] }

const RECENT_GROUP = 'palette.recent'
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
  typed = null,
  sources,
  recent,
  query,
  labelOf,
}: {
  commands: readonly Command[]
  /** Made from the query itself. First, unless the query is the beginning of a listed name, such as "3" of "3 hours". */
  typed?: Command | null
  /** Empty below the top level. */
  sources: readonly PaletteSource[]
  /** Ids, most recent first; empty below the top level. */
  recent: readonly string[]
  query: string
  labelOf: (command: Command) => string
}): PaletteGroup[] {
  const text = query.trim()
  const listed = commands.filter(isListed)
  const matches =
    text === '' ? entriesWithoutQuery(listed, recent) : matchingEntries(listed, recent, text, labelOf)
  const sourced = sources.flatMap((source) => source(text)).map((command) => ({ command, parent: null }))
  const isPrefix = matches.some(({ command }) =>
    labelOf(command).toLowerCase().startsWith(text.toLowerCase()),
  )
  const made = typed ? [{ command: typed, parent: null }] : []
  const own = isPrefix ? [...matches, ...made] : [...made, ...matches]
  const groups = Map.groupBy([...own, ...sourced].slice(0, MAX_ROWS), groupOf)
  return [...groups].map(([group, entries]) => ({ group, entries }))

  function groupOf({ command }: PaletteEntry) {
    return text === '' && listedRecent(listed, recent).includes(command) ? RECENT_GROUP : command.group
  }
}

const isListed = (command: Command) => !command.shortcutOnly && isAvailable(command)

const listedRecent = (listed: readonly Command[], recent: readonly string[]): Command[] =>
  recent
    .map((id) => listed.find((command) => command.id === id))
    .filter((command) => command !== undefined)
    .slice(0, MAX_RECENT)

function entriesWithoutQuery(listed: readonly Command[], recent: readonly string[]): PaletteEntry[] {
  const first = listedRecent(listed, recent)
  const rest = listed
    .filter((command) => !first.includes(command))
    .toSorted((a, b) => groupRank(a.group) - groupRank(b.group) || keyRank(a) - keyRank(b))
  return [...first, ...rest].map((command) => ({ command, parent: null }))
}

export function groupRank(group: string): number {
  const index = groupOrder.indexOf(group)
  return index < 0 ? groupOrder.length : index
}

/** Commands with a shortcut are used most. */
const keyRank = (command: Command) => (command.keys === undefined ? 1 : 0)

type ScoredEntry = PaletteEntry & { score: number }

function matchingEntries(
  listed: readonly Command[],
  recent: readonly string[],
  text: string,
  labelOf: (command: Command) => string,
): PaletteEntry[] {
  const direct = listed.map((command): ScoredEntry => {
    const score = matchScore(text, labelOf(command), command.keywords)
    // Of two equal matches, prefer the recently used one.
    return { command, parent: null, score: score > 0 && recent.includes(command.id) ? score + 0.02 : score }
  })
  const bestFirst = (all: ScoredEntry[]) =>
    all.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score)
  const nested = bestFirst(listed.flatMap((command) => nestedEntries(command, text, labelOf))).slice(
    0,
    MAX_NESTED,
  )
  return bestFirst([...direct, ...nested])
}

/** The commands of a level, matched without opening it: "snooze 3", or an agent's name. */
function nestedEntries(parent: Command, text: string, labelOf: (command: Command) => string): ScoredEntry[] {
  if (!parent.children || text.length < 2) return []
  const queryWords = text.split(/\s+/)
  return parent
    .children()
    .filter(isListed)
    .filter((command) => queryWords.some((word) => matchScore(word, labelOf(command), command.keywords) > 0))
    .map((command) => ({
      command,
      parent,
      score: 0.9 * matchScore(text, labelOf(command), `${command.keywords ?? ''} ${labelOf(parent)}`),
    }))
}
