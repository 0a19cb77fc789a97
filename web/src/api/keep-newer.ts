import { replaceEqualDeep } from '@tanstack/react-query'

type Versioned = { uuid: string; version: number }
type Pages = { pages: { results: Versioned[] }[] }

/** A change that was asked for and not yet answered. `version` is the row's when it was made. */
type Guess = { version: number; change: object }
/** `newest` is what the server said last while it had not answered. */
type Pending = { guesses: Set<Guess>; newest: Versioned | null }
const pending = new Map<string, Pending>()

/**
 * Lays a change over every copy of a conversation that comes while the server has not answered. The way to take it back returns what the
 * server said meanwhile, once no other change is waited for.
 */
export function holdGuess(uuid: string, guess: Guess): () => Versioned | null {
  const held = pending.get(uuid) ?? { guesses: new Set(), newest: null }
  pending.set(uuid, held)
  held.guesses.add(guess)
  return () => {
    held.guesses.delete(guess)
    if (held.guesses.size > 0 || pending.get(uuid) !== held) return null
    pending.delete(uuid)
    return held.newest
  }
}

/** What is pushed while changes wait for their answers is often the result of the one before: they still stand over it. */
export function layGuesses<Row extends Versioned>(row: Row): Row {
  let laid = row
  for (const { change } of pending.get(row.uuid)?.guesses ?? [])
    laid = { ...laid, ...change, version: row.version }
  return laid
}

export function rememberNewest(row: Versioned): void {
  const held = pending.get(row.uuid)
  if (held && (held.newest?.version ?? 0) < row.version) held.newest = row
}

/** An answer that was under way when an event came is older than the cache: the copy with the higher version stays. */
export function keepNewer<Row extends Versioned>(cached: Row | undefined, fetched: Row): Row {
  if (cached && cached.uuid === fetched.uuid && cached.version > fetched.version) return cached
  let row = fetched
  for (const guess of pending.get(row.uuid)?.guesses ?? [])
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
