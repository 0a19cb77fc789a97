import type pg from 'pg'
import type { Header } from './archive/format.ts'

/** What a copy of the database needs to know beside its rows. */
export async function readDatabaseFacts(
  client: pg.Client,
): Promise<Pick<Header, 'migrations' | 'event_months' | 'workspace'>> {
  const { rows } = await client.query<{ migrations: string[]; event_months: string[]; workspace: string }>(
    `select (select array_agg(name order by name) from migrations) as migrations,
       coalesce((select array_agg(to_char(to_date(substr(relname, 8), case length(relname) when 11 then 'YYYY' else 'YYYY_MM' end), 'YYYY-MM-DD')
           order by relname) from pg_class where relname ~ '^events_\\d{4}(_\\d{2})?$' and relkind = 'r'), '{}') as event_months,
       coalesce((select value #>> '{}' from settings where key = 'app.site_name'), '') as workspace`,
  )
  const [facts] = rows
  if (!facts) throw new Error('The database returned nothing')
  return facts
}
