/** Schemas go by the number of their newest migration, "0041". */

/** What the database says about a migration that was applied to it. */
export type AppliedMigration = {
  name: string
  /** The oldest schema that a program must know to run on it; null means the migration's own. */
  oldest_compatible_schema: string | null
  /** The Parley that applied it; null before this was recorded. */
  applied_by: string | null
}

const compatibilityComment = /^-- oldest-compatible-schema: (\d{4})$/

/** "0048" of "0048_initial_passwords.sql". */
export const schemaNumberOf = (file: string): string => file.slice(0, 4)

/** What a migration declares among the comments that it begins with, or null. */
export function readOldestCompatible(sql: string): string | null {
  for (const line of sql.split('\n')) {
    if (!line.startsWith('--')) return null
    const found = compatibilityComment.exec(line.trimEnd())?.[1]
    if (found) return found
  }
  return null
}

/**
 * Why this program must not run on the database, or null. What it does not know may be there, as during a rolling upgrade, unless a migration
 * says that programs must know more than this one does.
 */
export function schemaRefusal(
  files: readonly string[],
  applied: readonly AppliedMigration[],
  version: string,
): string | null {
  const known = files.map(schemaNumberOf).sort().at(-1) ?? '0000'
  const files_known = new Set(files)
  const unknown = applied.filter(({ name }) => !files_known.has(name))
  const required = unknown
    .map(({ name, oldest_compatible_schema }) => oldest_compatible_schema ?? schemaNumberOf(name))
    .sort()
    .at(-1)
  if (required === undefined || required <= known) return null
  const newest = [...unknown].sort((a, b) => (a.name < b.name ? -1 : 1)).at(-1)
  const writer = newest?.applied_by ? `Parley ${newest.applied_by}` : 'a newer Parley'
  return (
    `This is Parley ${version} (schema ${known}), but the database was upgraded by ${writer} to schema ${newest && schemaNumberOf(newest.name)}, ` +
    `which needs a Parley that knows schema ${required} or newer. Start ${newest?.applied_by ? `${writer} or newer` : 'that version'}, ` +
    'or restore the backup from before the upgrade. Nothing was changed.'
  )
}
