import type pg from 'pg'

/** Where a run began: the newest conversation, message and received mail before it, and the events written until then. */
export type RunStart = { conversation: string; message: string; delivery: string; at: Date }

export async function saveRunStart(client: pg.Client): Promise<RunStart> {
  const { rows } =
    await client.query<RunStart>(`select coalesce((select max(id) from conversations), 0) as conversation,
    coalesce((select max(id) from messages), 0) as message, coalesce((select max(id) from mail_deliveries), 0) as delivery, now() as at`)
  for (const table of rollupTables)
    await client.query(
      `create temporary table kept_${table} as select ${await writableColumns(client, table)} from ${table} where ${changedSlots}`,
    )
  const [mark] = rows
  if (!mark) throw new Error('The database does not answer')
  return mark
}

// By hand and without the references' own work, which looks for each row in tables without an index for that.
const deletions: [text: string, since: (mark: RunStart) => string | Date][] = [
  ['delete from search_messages where message_id > $1', ({ message }) => message],
  ['delete from media where message_id > $1', ({ message }) => message],
  ['delete from thread_ids where message_id > $1', ({ message }) => message],
  ['delete from messages where id > $1', ({ message }) => message],
  ...[
    'search_conversations',
    'search_stale',
    'conversation_participants',
    'conversation_addresses',
    'conversation_seen',
    'conversation_tags',
  ].map((table): [string, (mark: RunStart) => string] => [
    `delete from ${table} where conversation_id > $1`,
    ({ conversation }) => conversation,
  ]),
  ['delete from conversations where id > $1', ({ conversation }) => conversation],
  [
    `with gone as (delete from mail_deliveries where id > $1 returning state),
       counted as (select state, count(*) as n from gone group by state)
     insert into mail_delivery_counts (state, shard, count) select state, 0, -n from counted
     on conflict (state, shard) do update set count = mail_delivery_counts.count + excluded.count`,
    ({ delivery }) => delivery,
  ],
  ['delete from conversation_participants where joined_at > $1', ({ at }) => at],
  ['delete from events where at > $1', ({ at }) => at],
  ['delete from report_facts where at > $1', ({ at }) => at],
  ['delete from report_conversations where conversation_id > $1', ({ conversation }) => conversation],
]

/** What a run changes of these: sums of the days in which it runs, and of their months. */
const rollupTables = ['report_sums', 'report_times'] as const
const changedSlots = `slot >= now() - interval '33 days'`

/** The columns of a table that the database does not fill in itself. */
async function writableColumns(client: pg.Client, table: string): Promise<string> {
  const { rows } = await client.query<{ columns: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  return rows[0]?.columns ?? ''
}

/**
 * Removes the conversations, messages and mails that a run added, so that the next one measures the same desk: thousands of newest
 * conversations that nobody has or tagged would make every search for those look further back. Answers false, having done nothing, where
 * the client may not set references aside (it is no superuser).
 */
export async function removeAddedRows(client: pg.Client, mark: RunStart): Promise<boolean> {
  const { rows } = await client.query<{ may: string }>(`select current_setting('is_superuser') as may`)
  if (rows[0]?.may !== 'on') return false
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  for (const [text, since] of deletions) await client.query(text, [since(mark)])
  for (const table of rollupTables) {
    await client.query(`delete from ${table} where ${changedSlots}`)
    const columns = await writableColumns(client, table)
    await client.query(
      `insert into ${table} (${columns}) select ${columns} from kept_${table} where ${changedSlots}`,
    )
  }
  await client.query('commit')
  // Else it happens by itself in the middle of the next run.
  await client.query('vacuum (analyze)')
  return true
}
