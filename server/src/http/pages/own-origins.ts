// Per process: every request it handles is for one of these origins.
const origins = new Set<string>()

/** Adds an origin under which browsers reach this site. */
export function addOwnOrigin(origin: string): void {
  if (origin !== '') origins.add(origin)
}

export const ownOrigins = (): readonly string[] => [...origins]
