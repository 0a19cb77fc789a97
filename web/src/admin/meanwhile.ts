type Fields = Readonly<Record<string, unknown>>

/**
 * What is to be saved when the same thing was changed here and elsewhere: what was changed here, and of the rest what is saved now. `clashes`
 * are the fields that both changed, each to something else.
 */
export function meet<Values extends Fields>({
  mine,
  changed,
  seen,
  now,
}: {
  mine: Values
  /** The fields that were changed here. */
  changed: readonly string[]
  /** What was saved when they were. */
  seen: Fields
  now: Values
}): { merged: Values; clashes: string[] } {
  const kept = Object.fromEntries(changed.map((name) => [name, mine[name]]))
  return {
    merged: { ...now, ...kept },
    clashes: changed.filter(
      (name) => name in seen && !isSame(now[name], seen[name]) && !isSame(now[name], mine[name]),
    ),
  }
}

/** As they would be sent: the order of keys is that of the form in both. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Somebody else saved other values in fields that were changed here. */
export class Clash extends Error {
  readonly fields: readonly string[]
  readonly theirs: Fields
  constructor(fields: readonly string[], theirs: Fields) {
    super('Saved by somebody else meanwhile')
    this.fields = fields
    this.theirs = theirs
  }
}
