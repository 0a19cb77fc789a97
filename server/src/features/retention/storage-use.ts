import type { StorageUse } from '@parley/contract/retention/retention'
import { sql } from 'kysely'
import type { Actor } from '../../actor.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import type { Act, Tx } from '../../db/transaction.ts'

type Deps = { act: Act; system: Actor; clock: Clock }

/** Ids read by one transaction. */
const rangeSize = 5_000
const historyDays = 400

/** What each step reads; its rows are added to the day's counts. `id` is that of the table, in ranges. */
const steps = {
  conversations: {
    table: 'conversations',
    counts: sql`select c.inbox_id, count(*) as conversations, 0 as messages, 0 as body_bytes, 0 as files, 0 as file_bytes, 0 as emails, 0 as email_bytes
      from conversations c`,
    id: sql`c.id`,
  },
  messages: {
    table: 'messages',
    // As stored, compressed or not.
    counts: sql`select m.inbox_id, 0, count(*), coalesce(sum(coalesce(pg_column_size(m.content), 0) + coalesce(pg_column_size(m.text_content), 0)
      + coalesce(pg_column_size(m.raw_content), 0)), 0), 0, 0, 0, 0 from messages m`,
    id: sql`m.id`,
  },
  media: {
    table: 'media',
    counts: sql`select m.inbox_id, 0, 0, 0, count(*), coalesce(sum(f.size), 0), 0, 0 from media f join messages m on m.id = f.message_id`,
    id: sql`f.id`,
  },
  mail_deliveries: {
    table: 'mail_deliveries',
    counts: sql`select d.inbox_id, 0, 0, 0, 0, 0, count(*), coalesce(sum(d.raw_size), 0) from mail_deliveries d`,
    id: sql`d.id`,
  },
} as const
type StepName = keyof typeof steps
const stepNames = Object.keys(steps) as StepName[]

/**
 * Periodic task: counts once a day what each inbox stores, in short transactions that each save how far they have come. So no page has to
 * add up all messages, and no transaction holds up the others.
 */
export async function countStorageUse({ act, system, clock }: Deps): Promise<void> {
  const day = clock.now().toISOString().slice(0, 10)
  while (await act(system, (tx) => countRange(tx, day)));
}

async function countRange(tx: Tx, day: string): Promise<boolean> {
  const progress = await lockProgress(tx, day)
  const name = stepNames.find((one) => one === progress.step)
  if (!name) return false
  const { table, counts, id } = steps[name]
  const until = progress.cursor + rangeSize
  const filter = name === 'mail_deliveries' ? sql`and d.state <> 'erased' and d.inbox_id is not null` : sql``
  await sql`insert into storage_use (day, inbox_id, conversations, messages, body_bytes, files, file_bytes, emails, email_bytes)
    select ${day}::date, counted.* from (${counts} where ${id} > ${progress.cursor} and ${id} <= ${until} ${filter} group by 1) counted
    on conflict (day, inbox_id) do update set conversations = storage_use.conversations + excluded.conversations,
      messages = storage_use.messages + excluded.messages, body_bytes = storage_use.body_bytes + excluded.body_bytes,
      files = storage_use.files + excluded.files, file_bytes = storage_use.file_bytes + excluded.file_bytes,
      emails = storage_use.emails + excluded.emails, email_bytes = storage_use.email_bytes + excluded.email_bytes`.execute(
    tx.db,
  )
  const { rows } = await sql`select from ${sql.table(table)} where id > ${until} limit 1`.execute(tx.db)
  const next = rows.length > 0 ? name : (stepNames[stepNames.indexOf(name) + 1] ?? null)
  await tx.db
    .updateTable('storage_use_progress')
    .set({ step: next, cursor: next === name ? until : 0 })
    .execute()
  return next !== null
}

/** A count that was not finished on its day is dropped. */
async function lockProgress(tx: Tx, day: string): Promise<{ step: string | null; cursor: number }> {
  await sql`insert into storage_use_progress (day, step) values (${day}::date, ${stepNames[0]}) on conflict do nothing`.execute(
    tx.db,
  )
  const { rows } = await sql<{ day: string; step: string | null; cursor: number }>`
    select day::text, step, cursor from storage_use_progress for update`.execute(tx.db)
  const [progress] = rows
  if (progress?.day === day) return progress
  if (progress?.step) await sql`delete from storage_use where day = ${progress.day}::date`.execute(tx.db)
  await sql`delete from storage_use where day <= ${day}::date - ${historyDays}::integer or day = ${day}::date`.execute(
    tx.db,
  )
  await sql`update storage_use_progress set day = ${day}::date, step = ${stepNames[0]}, cursor = 0`.execute(
    tx.db,
  )
  return { step: stepNames[0] ?? null, cursor: 0 }
}

/** The newest finished count, and how the total has grown. */
export async function getStorageUse(db: Db): Promise<StorageUse> {
  const finished = sql`(select from storage_use_progress p where p.day = u.day and p.step is not null)`
  const { rows: history } = await sql<{ day: string; bytes: number }>`
    select day::text, sum(body_bytes + file_bytes + email_bytes)::bigint as bytes from storage_use u where not exists ${finished}
    group by day order by day`.execute(db)
  const day = history.at(-1)?.day ?? null
  const { rows: inboxes } = await sql<StorageUse['inboxes'][number]>`
    select u.inbox_id, coalesce(i.name, '') as name, u.conversations, u.messages, u.body_bytes, u.files, u.file_bytes, u.emails, u.email_bytes
    from storage_use u left join inboxes i on i.id = u.inbox_id where u.day = ${day}::date
    order by u.body_bytes + u.file_bytes + u.email_bytes desc, u.inbox_id`.execute(db)
  return { day, inboxes, history }
}
