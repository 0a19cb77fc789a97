import pg from 'pg'

/** Sorted lines that say everything about the schema of a database, so that two can be compared. Leaves out the partitions of events. */
export async function describeSchema(connectionString: string): Promise<string[]> {
  const client = new pg.Client(connectionString)
  await client.connect()
  try {
    const lines: string[] = []
    for (const query of queries) {
      const { rows } = await client.query<{ line: string }>(`
        with tables as (
          select oid, relname, relkind from pg_class
          where relnamespace = any(array['public', 'graphile_worker']::regnamespace[]) and relname !~ '^events_\\d{4}_\\d{2}'
        ) ${query}`)
      lines.push(...rows.map(({ line }) => line))
    }
    return lines.sort()
  } finally {
    await client.end()
  }
}

const queries = [
  `select format('relation %s %s', relkind, relname) as line from tables where relkind <> 'i'`,
  // Columns in order: a COPY without a list of columns depends on it.
  `select format('column %s %s %s %s default=%s null=%s generated=%s identity=%s', relname,
     row_number() over (partition by t.oid order by attnum), attname, format_type(atttypid, atttypmod),
     pg_get_expr(adbin, adrelid), not attnotnull, attgenerated, attidentity) as line
   from tables t join pg_attribute on attrelid = t.oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
   where attnum > 0 and not attisdropped and relkind <> 'i'`,
  `select format('constraint %s %s %s', relname, conname, pg_get_constraintdef(c.oid)) as line
   from tables t join pg_constraint c on conrelid = t.oid`,
  `select format('index %s valid=%s', pg_get_indexdef(t.oid), indisvalid) as line from tables t join pg_index on indexrelid = t.oid`,
  // Without parentheses: a dump adds or removes some that make no difference.
  `select format('trigger %s enabled=%s', translate(pg_get_triggerdef(g.oid), '()', ''), tgenabled) as line
   from tables t join pg_trigger g on tgrelid = t.oid where not tgisinternal`,
  `select format('options %s %s', relname, reloptions) as line from pg_class join tables using (oid, relname) where reloptions is not null`,
  `select format('statistics %s', pg_get_statisticsobjdef(s.oid)) as line from tables t join pg_statistic_ext s on stxrelid = t.oid`,
  `select format('sequence %s %s %s', schemaname, sequencename, (data_type, start_value, min_value, max_value, increment_by, cycle)) as line
   from pg_sequences where schemaname in ('public', 'graphile_worker')`,
  `select format('function %s', pg_get_functiondef(p.oid)) as line from pg_proc p
   where pronamespace = any(array['public', 'graphile_worker']::regnamespace[]) and prokind in ('f', 'p')
     and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')`,
  `select format('type %s %s %s', typname, typtype, (select array_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = t.oid)) as line
   from pg_type t where typnamespace = any(array['public', 'graphile_worker']::regnamespace[]) and typtype in ('e', 'd', 'r')`,
  `select format('extension %s', extname) as line from pg_extension`,
]
