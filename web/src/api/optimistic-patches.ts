import { replaceEqualDeep } from '@tanstack/react-query'

type Versioned = { uuid: string; version: number }
type Pages = { pages: { results: Versioned[] }[] }

/** A change that was sent but not yet confirmed. `version` is the row's version when it was made. */
type OptimisticPatch = { version: number; change: object }
/** `latestServerRow` is the newest row received while the patches are pending. */
type PendingPatches = { patches: Set<OptimisticPatch>; latestServerRow: Versioned | null }
const pendingByUuid = new Map<string, PendingPatches>()

/**
 * Applies a patch to every copy of a conversation that arrives until the server has answered. The returned function
 * removes it and returns the newest server row once no other patch is pending.
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

/**
 * A row pushed while patches are pending often results from an earlier change: later patches still apply on top of
 * it.
 */
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

/** A response that was in flight when an event arrived is older than the cache: the higher version wins. */
function keepNewer<Row extends Versioned>(cached: Row | undefined, fetched: Row): Row {
  if (cached && cached.uuid === fetched.uuid && cached.version > fetched.version) return cached
  let row = fetched
  for (const patch of pendingByUuid.get(row.uuid)?.patches ?? [])
    if (row.version <= patch.version) row = { ...row, ...patch.change, version: row.version }
  return row
}

/** `structuralSharing` for a single conversation. */
export function keepNewerRow(cached: unknown, fetched: unknown): unknown {
  // TanStack Query types both as unknown; they are always this query's own data.
  return replaceEqualDeep(cached, keepNewer(cached as Versioned | undefined, fetched as Versioned))
}

/** `structuralSharing` for a list. */
export function keepNewerPages(cached: unknown, fetched: unknown): unknown {
  // see keepNewerRow
  const [cachedPages, fetchedPages] = [cached as Pages | undefined, fetched as Pages]
  const cachedByUuid = new Map<string, Versioned>()
  for (const page of cachedPages?.pages ?? []) for (const row of page.results) cachedByUuid.set(row.uuid, row)
  const pages = fetchedPages.pages.map((page) => ({
    ...page,
    results: page.results.map((row) => keepNewer(cachedByUuid.get(row.uuid), row)),
  }))
  return replaceEqualDeep(cachedPages, { ...fetchedPages, pages })
}
