import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { migrate } from '../db/migrate.ts'
import { createTestFolder, queryRows } from '../testing/processes/embedded-release.ts'
import { createEmptyDatabase } from '../testing/processes/server-process.ts'
import type { Backfill } from './backfill.ts'
import { backfillFinisher } from './finish-backfill.ts'

const expand = {
  '0001_backfills.sql': `create table backfills (name text primary key, cursor text, done bigint not null default 0, estimate bigint,
    started_at timestamptz, finished_at timestamptz, failure text); create table prices (id int, amount text, cents int)`,
  '0002_data.sql': `insert into prices (id, amount) select n, n || '.00' from generate_series(1, 300) n`,
  '0003_expand.sql': `insert into backfills (name) select 'cents' where exists (select from prices)`,
}
const contract = {
  '0004_contract.sql': `-- Amounts are in cents.
-- oldest-compatible-schema: 0003
-- requires-backfill: cents
alter table prices drop column amount, alter column cents set not null;`,
}

function writeMigrations(files: Record<string, string>): URL {
  const folder = join(createTestFolder(), 'migrations')
  mkdirSync(folder)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return pathToFileURL(`${folder}/`)
}

const cents: Backfill = {
  name: 'cents',
  estimate: async () => 300,
  async handleBatch(trx, cursor, limit) {
    const { rows } = await sql<{ id: number }>`update prices set cents = (amount::numeric * 100)::int
      where id in (select id from prices where id > ${Number(cursor ?? 0)} order by id limit ${limit}) returning id`.execute(
      trx,
    )
    const last = Math.max(0, ...rows.map(({ id }) => id))
    return { cursor: last === 0 ? null : String(last), done: rows.length }
  },
}

test('a migration that requires a backfill is refused until it has finished', async () => {
  const url = await createEmptyDatabase()
  await migrate(url, { folder: writeMigrations(expand) })
  const folder = writeMigrations({ ...expand, ...contract })
  await expect(migrate(url, { folder })).rejects.toThrow(
    'Migration 0004_contract.sql can’t be applied yet, because the backfill cents hasn’t finished (0 of an unknown number of rows). ' +
      'Keep the previous release running until it has, or run npm run upgrade, which finishes it first.',
  )
  await queryRows(url, `update backfills set finished_at = now(), done = 300`)
  await queryRows(url, 'update prices set cents = 0')
  expect(await migrate(url, { folder })).toEqual(['0004_contract.sql'])
})

test('npm run upgrade finishes it and goes on, so that all releases upgrade in one step', async () => {
  const url = await createEmptyDatabase()
  const folder = writeMigrations({ ...expand, ...contract })
  const finishBackfill = backfillFinisher(url, { clock: systemClock, backfills: [cents] })
  expect(await migrate(url, { folder, finishBackfill })).toEqual(Object.keys({ ...expand, ...contract }))
  expect(await queryRows(url, 'select sum(cents)::int as sum from prices')).toEqual([
    { sum: (300 * 301 * 100) / 2 },
  ])
})

test('a new workspace has nothing to backfill', async () => {
  const url = await createEmptyDatabase()
  const { '0002_data.sql': _, ...empty } = { ...expand, ...contract }
  expect(await migrate(url, { folder: writeMigrations(empty) })).toEqual(Object.keys(empty))
})
