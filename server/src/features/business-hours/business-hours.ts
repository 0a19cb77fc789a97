import { BusinessHours } from '@parley/contract/business-hours/business-hours'
import type { Selectable } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { DB } from '../../db/schema.ts'
import { Entity, presentTimes } from '../../entities/entity.ts'
import { parseStoredWeek } from './stored-week.ts'

export type HoursRow = Selectable<DB['business_hours']>

export const hoursEntity = new Entity({
  table: 'business_hours',
  type: 'business_hours',
  name: 'Business hours',
  fields: ({ name, description, is_always_open, hours, holidays }) => ({
    name,
    description,
    is_always_open,
    hours: parseStoredWeek(hours),
    holidays: BusinessHours.shape.holidays.parse(holidays),
  }),
  json_columns: ['hours', 'holidays'],
})

/** Most recently changed first. */
export const listHours = (db: Db): Promise<HoursRow[]> =>
  db.selectFrom('business_hours').selectAll().orderBy('updated_at', 'desc').orderBy('id').execute()

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
  BusinessHours.parse({ ...row, ...presentTimes(row), hours: parseStoredWeek(row.hours) })
