import { replaceEqualDeep } from '@tanstack/react-query'

type Versioned = { uuid: string; version: number }
type Pages = { pages: { results: Versioned[] }[] }

/** A change that was asked for and not yet answered. `version` is the row's when it was made. */
type Guess = { version: number; change: object }
const guesses = new Map<string, Set<Guess>>()

/** Lays a change over every copy of a conversation that is fetched while the server has not answered. Returns the way to take it back. */
export function holdGuess(uuid: string, guess: Guess): () => void {
  const held = guesses.get(uuid) ?? new Set()
  guesses.set(uuid, held.add(guess))
  return () => {
    held.delete(guess)
    if (held.size === 0 && guesses.get(uuid) === held) guesses.delete(uuid)
  }
}

/** An answer that was under way when an event came is older than the cache: the copy with the higher version stays. */
export function keepNewer<Row extends Versioned>(cached: Row | undefined, fetched: Row): Row {
  if (cached && cached.uuid === fetched.uuid && cached.version > fetched.version) return cached
  let row = fetched
  for (const guess of guesses.get(row.uuid) ?? [])
    if (row.version <= guess.version) row = { ...row, ...guess.change, version: row.version }
  return row
}

/** For `structuralSharing` of a single conversation. */
export function keepNewerRow(cached: unknown, fetched: unknown): unknown {
  // TanStack Query types both as unknown; the query's own data is the only thing that comes here.
  return replaceEqualDeep(cached, keepNewer(cached as Versioned | undefined, fetched as Versioned))
}

/** For `structuralSharing` of a list. */
export function keepNewerPages(cached: unknown, fetched: unknown): unknown {
  // See keepNewerRow.
  const [before, after] = [cached as Pages | undefined, fetched as Pages]
  const known = new Map<string, Versioned>()
  for (const page of before?.pages ?? []) for (const row of page.results) known.set(row.uuid, row)
  const pages = after.pages.map((page) => ({
    ...page,
    results: page.results.map((row) => keepNewer(known.get(row.uuid), row)),
  }))
  return replaceEqualDeep(before, { ...after, pages })
}
