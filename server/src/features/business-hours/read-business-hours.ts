import { BusinessHours } from '@parley/contract/business-hours/business-hours'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { notFound } from '../../http/errors.ts'
import { parseStoredWeek } from './stored-week.ts'

export type HoursRow = Selectable<DB['business_hours']>

/** Most recently changed first. */
export const listHours = (db: Db): Promise<HoursRow[]> =>
  db.selectFrom('business_hours').selectAll().orderBy('updated_at', 'desc').orderBy('id').execute()

export async function getHours(db: Db, id: number): Promise<HoursRow> {
  const hours = await db.selectFrom('business_hours').selectAll().where('id', '=', id).executeTakeFirst()
  if (!hours) throw notFound('Business hours')
  return hours
}

/** Whether these are the workspace's business hours. */
export async function isWorkspaceDefault(db: Db, id: number): Promise<boolean> {
  const setting = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'app.business_hours_id')
    .executeTakeFirst()
  return setting?.value === String(id)
}

export const presentBusinessHours = (row: HoursRow): BusinessHours =>
  BusinessHours.parse({
    ...row,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    hours: parseStoredWeek(row.hours),
  })
