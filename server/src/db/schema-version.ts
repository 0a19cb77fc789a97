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
const backfillComment = /^-- requires-backfill: ([a-z0-9_]+)$/

/** "0048" of "0048_initial_passwords.sql". */
export const schemaNumberOf = (file: string): string => file.slice(0, 4)

/** The schema that a migration declares in its leading comments, or null. */
export const readOldestCompatible = (sql: string): string | null => readDeclaration(sql, compatibilityComment)

/** The name of the backfill that must have finished before the migration, or null. */
export const readRequiredBackfill = (sql: string): string | null => readDeclaration(sql, backfillComment)

function readDeclaration(sql: string, pattern: RegExp): string | null {
  for (const line of sql.split('\n')) {
    if (!line.startsWith('--')) return null
    const value = pattern.exec(line.trimEnd())?.[1]
    if (value) return value
  }
  return null
}

/**
 * Why this program must not start on the database, or null. Unknown migrations are fine, as during a rolling upgrade, unless one
 * requires a newer schema than this program knows.
 */
export function schemaRefusal(
  files: readonly string[],
  applied: readonly AppliedMigration[],
  version: string,
): string | null {
  const conflict = findConflict(files, applied)
  if (!conflict) return null
  return `${describeConflict(conflict, version)} Start ${conflict.remedy}, or restore the backup from before the upgrade. Nothing was changed.`
}

/** Why this program must stop, although it was started before the database was upgraded, or null. */
export function outdatedReason(
  files: readonly string[],
  applied: readonly AppliedMigration[],
  version: string,
): string | null {
  const conflict = findConflict(files, applied)
  if (!conflict) return null
  return `${describeConflict(conflict, version)} This process stops, because it no longer understands the database. Start ${conflict.remedy} instead.`
}

/** Of this program's migrations. */
export const newestSchemaOf = (files: readonly string[]): string =>
  files.map(schemaNumberOf).sort().at(-1) ?? '0000'

type Conflict = { own: string; current: string; required: string; writer: string; remedy: string }

function findConflict(files: readonly string[], applied: readonly AppliedMigration[]): Conflict | null {
  const own = newestSchemaOf(files)
  const own_files = new Set(files)
  const unknown = applied.filter(({ name }) => !own_files.has(name))
  const required = requiredSchema(unknown)
  const newest = [...unknown].sort((a, b) => (a.name < b.name ? -1 : 1)).at(-1)
  if (required === null || required <= own || !newest) return null
  const writer = newest.applied_by ? `Parley ${newest.applied_by}` : 'a newer Parley'
  const remedy = newest.applied_by ? `${writer} or newer` : 'that version'
  return { own, current: schemaNumberOf(newest.name), required, writer, remedy }
}

/** The oldest schema that a program must know after these migrations; null if there are none. */
export const requiredSchema = (
  migrations: readonly Pick<AppliedMigration, 'name' | 'oldest_compatible_schema'>[],
): string | null =>
  migrations
    .map(({ name, oldest_compatible_schema }) => oldest_compatible_schema ?? schemaNumberOf(name))
    .sort()
    .at(-1) ?? null

const describeConflict = ({ own, current, required, writer }: Conflict, version: string) =>
  `This is Parley ${version} (schema ${own}), but the database was upgraded by ${writer} to schema ${current}, ` +
  `which requires a Parley version with schema ${required} or newer.`
