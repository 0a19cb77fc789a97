/** Schemas are identified by the number of their newest migration, such as "0041". */

/** The database's record of an applied migration. */
export type AppliedMigration = {
  name: string
  /** Oldest schema that a program must know to run on it; null means the migration's own. */
  oldest_compatible_schema: string | null
  /** Version of Parley that applied it; null before this was recorded. */
  applied_by: string | null
}

const compatibilityComment = /^-- oldest-compatible-schema: (\d{4})$/

/** "0048" of "0048_initial_passwords.sql". */
export const schemaNumberOf = (file: string): string => file.slice(0, 4)

/** The schema that a migration declares in its leading comments, or null. */
export function readOldestCompatible(sql: string): string | null {
  for (const line of sql.split('\n')) {
    if (!line.startsWith('--')) return null
    const schema = compatibilityComment.exec(line.trimEnd())?.[1]
    if (schema) return schema
  }
  return null
}

/**
 * Why this program must not run on the database, or null. Unknown migrations are fine, as during a rolling upgrade, unless one
 * requires a newer schema than this program knows.
 */
export function schemaRefusal(
  files: readonly string[],
  applied: readonly AppliedMigration[],
  version: string,
): string | null {
  const own_schema = files.map(schemaNumberOf).sort().at(-1) ?? '0000'
  const own_files = new Set(files)
  const unknown = applied.filter(({ name }) => !own_files.has(name))
  const required = unknown
    .map(({ name, oldest_compatible_schema }) => oldest_compatible_schema ?? schemaNumberOf(name))
    .sort()
    .at(-1)
  if (required === undefined || required <= own_schema) return null
  const newest = [...unknown].sort((a, b) => (a.name < b.name ? -1 : 1)).at(-1)
  const writer = newest?.applied_by ? `Parley ${newest.applied_by}` : 'a newer Parley'
  return (
    `This is Parley ${version} (schema ${own_schema}), but the database was upgraded by ${writer} to schema ${newest && schemaNumberOf(newest.name)}, ` +
    `which requires a Parley version with schema ${required} or newer. Start ${newest?.applied_by ? `${writer} or newer` : 'that version'}, ` +
    'or restore the backup from before the upgrade. Nothing was changed.'
  )
}
