import { sql } from 'kysely'
import { migrationFiles } from '../../../../db/migrate.ts'
import { schemaNumberOf } from '../../../../db/schema-version.ts'
import { type Check, error, ok, warning } from '../check.ts'

export const schemaCheck: Check = {
  name: 'upgrades',
  async run({ db }) {
    const files = await migrationFiles()
    const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db)
    const applied = new Set(rows.map(({ name }) => name))
    const missing = files.filter((file) => !applied.has(file))
    if (missing.length > 0)
      return [
        error(
          '',
          `The upgrade of the database has not finished: ${missing.length} migrations are missing`,
          'Start the newest version of Parley, which runs them',
        ),
      ]
    const newer = rows.map(({ name }) => name).filter((name) => !files.includes(name))
    if (newer.length > 0)
      return [
        warning(
          '',
          `The database has been upgraded by a newer version (schema ${schemaNumberOf(newer.sort().at(-1) ?? '')})`,
          'Upgrade this node as well',
        ),
      ]
    const { rows: invalid } = await sql<{ name: string }>`
      select quote_ident(c.relname) as name from pg_index i join pg_class c on c.oid = i.indexrelid
      where not i.indisvalid and c.relnamespace = current_schema()::regnamespace`.execute(db)
    if (invalid.length > 0)
      return [
        error(
          invalid.map(({ name }) => name).join(', '),
          'An index was not built to its end, so queries don’t use it',
          `Run: ${invalid.map(({ name }) => `reindex index concurrently ${name}`).join('; ')}`,
        ),
      ]
    return [ok('', `The schema is current (${schemaNumberOf(files.at(-1) ?? '')})`)]
  },
}
