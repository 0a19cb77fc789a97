import type pg from 'pg'

/** Removes what would limit the benchmark, or run beside it. */
export async function prepareDatabase(client: pg.Client): Promise<void> {
  // The benchmark writes notes faster than the default rate limit allows.
  await client.query(
    `insert into settings (key, value, updated_at) values ('app.max_writes_per_minute', '100000', now())
     on conflict (key) do update set value = excluded.value`,
  )
  // Seeded files have no contents: the server would be busy failing to extract their text.
  await client.query('delete from file_text_queue')
}
