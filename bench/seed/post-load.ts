import type pg from 'pg'
import { createDb, createPool, type Db } from '../../server/src/db/pool.ts'
import { reportsConsumer } from '../../server/src/features/reports/events/reports-consumer.ts'
import { bucketsVersion } from '../../server/src/features/reports/rollups/histogram.ts'
import { startNextGeneration } from '../../server/src/features/reports/rollups/rebuild-rollups.ts'
import { activateNextGeneration, readState } from '../../server/src/features/reports/rollups/rollup-state.ts'
import { addFacts } from '../../server/src/features/reports/rollups/rollups.ts'
import { readWorkspaceTimeZone } from '../../server/src/features/reports/workspace-time-zone.ts'

/** One event per message of the open conversations. Returns the number of events. */
export async function writeEvents(client: pg.Client): Promise<number> {
  const { rowCount } = await client.query(`
    insert into events (at, type, actor_kind, actor_id, conversation_id, message_id, object_type, object_id, data, access_before, access_after)
    select m.created_at, 'message.created', m.sender_type, m.sender_id, c.id, m.id, 'conversation', c.id,
      jsonb_build_object('message_ids', jsonb_build_array(m.id), 'message_type', m.type, 'private', m.private), keys, keys
    from conversations c join messages m on m.conversation_id = c.id,
      jsonb_build_object('user', c.assigned_user_id, 'team', c.assigned_team_id) keys
    where c.status_category <> 'closed' order by m.created_at`)
  return rowCount ?? 0
}

/** Builds the report rollups with the product's own code, which then continues after the last event. */
export async function buildReportRollups(connectionString: string): Promise<void> {
  const db = createDb(createPool(connectionString, 2))
  try {
    // Nothing else writes here. Waiting for readable events would depend on every database of the server.
    const last = await db
      .selectFrom('events')
      .select(['xid', 'id'])
      .orderBy('xid', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    const { xid, id } = last ?? { xid: '0', id: 0 }
    const now = new Date()
    await db
      .insertInto('event_consumers')
      .values({ name: reportsConsumer.name, xid, id, updated_at: now })
      .execute()
    const time_zone = await readWorkspaceTimeZone(db)
    await db
      .insertInto('report_state')
      .values({ time_zone, counted_up_to: now, steps: bucketsVersion })
      .execute()
    await startNextGeneration(db, time_zone)
    await addAllFacts(db)
    await activateNextGeneration(db, bucketsVersion)
  } finally {
    await db.destroy()
  }
}

/** In larger batches than the server's: nobody waits for their locks here, and each sum is updated less often. */
const factsAtOnce = 100_000

/**
 * Adds the older and the newer half of all facts at once, because each keeps one core busy. Days belong to one half, except those around
 * the middle, which the older half reaches long after the newer one has left them.
 */
async function addAllFacts(db: Db): Promise<void> {
  const next = (await readState(db))?.next
  if (!next) throw new Error('There is no generation to build')
  const newest = await db
    .selectFrom('report_facts')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirst()
  const up_to = Number(newest?.id ?? 0)
  const middle = Math.floor(up_to / 2)
  const addRange = async (after: number, end: number) => {
    for (let from = after; from < end; from += factsAtOnce)
      await addFacts(db, next, from, Math.min(from + factsAtOnce, end))
  }
  await Promise.all([addRange(0, middle), addRange(middle, up_to)])
}

/** The next row that the product inserts gets the next id. */
export async function moveSequences(client: pg.Client): Promise<void> {
  for (const table of ['conversations', 'messages', 'mail_deliveries', 'report_facts'])
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), coalesce((select max(id) from ${table}), 1))`,
    )
  await client.query(`select setval('person_id_seq', (select max(id) from contacts))`)
  await client.query(`select setval('reference_number_seq', (select 100 + max(id) from conversations))`)
}

/** Size on disk in bytes: the whole database, and its largest tables with indexes and TOAST. */
export async function readSizes(client: pg.Client): Promise<{ total: number; tables: [string, number][] }> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `select relname as name, pg_total_relation_size(oid) as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc limit 8`,
  )
  const { rows: whole } = await client.query<{ bytes: string }>(
    'select pg_database_size(current_database()) as bytes',
  )
  return {
    total: Number(whole[0]?.bytes ?? 0),
    tables: rows.map(({ name, bytes }) => [name, Number(bytes)]),
  }
}
