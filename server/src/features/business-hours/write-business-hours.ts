import {
  BusinessHours,
  type BusinessHoursChanges,
  type BusinessHoursWrite,
  hoursDeletionRefusal,
  hoursProblems,
} from '@parley/contract/business-hours/business-hours'
import { json } from '../../db/json.ts'
import type { Tx } from '../../db/transaction.ts'
import { conflict, invalid, notFound } from '../../http/errors.ts'
import { changedFields } from '../../spine/changed-fields.ts'
import { objectRecorder } from '../../spine/object-recorder.ts'
import { type HoursRow, isWorkspaceDefault } from './read-business-hours.ts'
import { parseStoredWeek } from './stored-week.ts'

const record = objectRecorder('business_hours')

export async function createHours(tx: Tx, values: BusinessHoursWrite): Promise<HoursRow> {
  const row = await tx.db
    .insertInto('business_hours')
    .values({ ...columnsOf(values), created_at: tx.now, updated_at: tx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await record(tx, 'business_hours.created', row.id, changedFields(null, values))
  return row
}

export async function updateHours(tx: Tx, id: number, changes: BusinessHoursChanges): Promise<HoursRow> {
  const before = await lockHours(tx, id)
  const merged = { ...fieldsOf(before), ...changes }
  const [problem] = hoursProblems(merged)
  if (problem) throw invalid(problem.path, problem.message)
  // Hours that are always open have no spans or holidays.
  const values = merged.is_always_open ? { ...merged, hours: {}, holidays: [] } : merged
  const changedValues = changedFields(fieldsOf(before), fieldsOf(values))
  if (Object.keys(changedValues).length === 0) return before
  const after = await tx.db
    .updateTable('business_hours')
    .set({ ...columnsOf(values), updated_at: tx.now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await record(tx, 'business_hours.changed', id, changedValues)
  return after
}

/** Teams lose them through the foreign key. The workspace's own hours can't be deleted, because deadlines depend on them. */
export async function deleteHours(tx: Tx, id: number): Promise<void> {
  const before = await lockHours(tx, id)
  const refusal = hoursDeletionRefusal(await isWorkspaceDefault(tx.db, id))
  if (refusal) throw conflict(refusal)
  const teams = await tx.db
    .selectFrom('teams')
    .select('id')
    .where('business_hours_id', '=', id)
    .orderBy('id')
    .execute()
  await tx.db.deleteFrom('business_hours').where('id', '=', id).execute()
  await record(tx, 'business_hours.deleted', id, changedFields(fieldsOf(before), null), {
    teams: teams.map((team) => team.id),
  })
}

export async function lockHours(tx: Tx, id: number): Promise<HoursRow> {
  const row = await tx.db
    .selectFrom('business_hours')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('Business hours')
  return row
}

const columnsOf = ({ hours, holidays, ...plain }: BusinessHoursWrite) => ({
  ...plain,
  hours: json(hours),
  holidays: json(holidays),
})

/** For the activity log. In a fixed key order, because values are compared as text and PostgreSQL orders jsonb keys differently. */
const fieldsOf = ({
  name,
  description,
  is_always_open,
  hours,
  holidays,
}: Pick<HoursRow, 'name' | 'description' | 'is_always_open'> & { hours: unknown; holidays: unknown }) => ({
  name,
  description,
  is_always_open,
  hours: parseStoredWeek(hours),
  holidays: BusinessHours.shape.holidays.parse(holidays),
})
