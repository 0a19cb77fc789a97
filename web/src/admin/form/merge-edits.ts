type Fields = Readonly<Record<string, unknown>>

/**
 * What is to be saved when the same thing was changed here and elsewhere: what was changed here, and of the rest what is saved now. `clashes`
 * are the fields that both changed, each to something else.
 */
export function mergeEdits<Values extends Fields>({
  local,
  changedFields,
  base,
  remote,
}: {
  local: Values
  /** The fields that were changed here. */
  changedFields: readonly string[]
  /** What was saved when they were. */
  base: Fields
  remote: Values
}): { merged: Values; conflicts: string[] } {
  const localChanges = Object.fromEntries(changedFields.map((name) => [name, local[name]]))
  return {
    merged: { ...remote, ...localChanges },
    conflicts: changedFields.filter(
      (name) => name in base && !isEqual(remote[name], base[name]) && !isEqual(remote[name], local[name]),
    ),
  }
}

/** As they would be sent: the order of keys is that of the form in both. */
const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Somebody else saved other values in fields that were changed here. */
export class EditConflict extends Error {
  readonly fields: readonly string[]
  readonly remote: Fields
  constructor(fields: readonly string[], remote: Fields) {
    super('Saved by somebody else meanwhile')
    this.fields = fields
    this.remote = remote
  }
}
