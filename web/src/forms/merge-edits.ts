type Fields = Readonly<Record<string, unknown>>

/**
 * Three-way merge of concurrent edits: local changes win over remote values, and `conflicts` lists the fields that both
 * sides changed to different values.
 */
export function mergeEdits<Values extends Fields>({
  local,
  changedFields,
  base,
  remote,
}: {
  local: Values
  /** Names of the fields that were edited locally. */
  changedFields: readonly string[]
  /** Saved values at the time of the edits. */
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

/** Compares values as they are sent. Key order comes from the form and is the same on both sides. */
export const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Someone else saved different values in fields that were edited here. */
export class EditConflict extends Error {
  readonly fields: readonly string[]
  readonly remote: Fields
  constructor(fields: readonly string[], remote: Fields) {
    super('Someone else saved other values')
    this.fields = fields
    this.remote = remote
  }
}
