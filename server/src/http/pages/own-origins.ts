// Of the process: every request that it answers is to one of them.
const origins = new Set<string>()

/** Remembers an address under which browsers reach this site. */
export function addOwnOrigin(origin: string): void {
  if (origin !== '') origins.add(origin)
}

export const ownOrigins = (): readonly string[] => [...origins]
