import { replaceEqualDeep } from '@tanstack/react-query'

type Versioned = { uuid: string; version: number }
type Pages = { pages: { results: Versioned[] }[] }

/** A change that was asked for and not yet answered. `version` is the row's when it was made. */
type OptimisticPatch = { version: number; change: object }
/** `newest` is what the server said last while it had not answered. */
type PendingPatches = { patches: Set<OptimisticPatch>; latestServerRow: Versioned | null }
const pendingByUuid = new Map<string, PendingPatches>()

/**
 * Lays a change over every copy of a conversation that comes while the server has not answered. The way to take it back returns what the
 * server said meanwhile, once no other change is waited for.
 */
export function registerOptimisticPatch(uuid: string, patch: OptimisticPatch): () => Versioned | null {
  const entry = pendingByUuid.get(uuid) ?? { patches: new Set(), latestServerRow: null }
  pendingByUuid.set(uuid, entry)
  entry.patches.add(patch)
  return () => {
    entry.patches.delete(patch)
    if (entry.patches.size > 0 || pendingByUuid.get(uuid) !== entry) return null
    pendingByUuid.delete(uuid)
    return entry.latestServerRow
  }
}

/** What is pushed while changes wait for their answers is often the result of the one before: they still stand over it. */
export function applyPendingPatches<Row extends Versioned>(row: Row): Row {
  let patched = row
  for (const { change } of pendingByUuid.get(row.uuid)?.patches ?? [])
    patched = { ...patched, ...change, version: row.version }
  return patched
}

export function trackLatestServerRow(row: Versioned): void {
  const entry = pendingByUuid.get(row.uuid)
  if (entry && (entry.latestServerRow?.version ?? 0) < row.version) entry.latestServerRow = row
}

/** An answer that was under way when an event came is older than the cache: the copy with the higher version stays. */
export function keepNewer<Row extends Versioned>(cached: Row | undefined, fetched: Row): Row {
  if (cached && cached.uuid === fetched.uuid && cached.version > fetched.version) return cached
  let row = fetched
  for (const guess of pendingByUuid.get(row.uuid)?.patches ?? [])
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
