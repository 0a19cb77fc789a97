import {
  type BusinessHoursChanges,
  type BusinessHoursWrite,
  hoursDeletionRefusal,
  hoursProblems,
} from '@parley/contract/business-hours/business-hours'
import type { Tx } from '../../db/transaction.ts'
import { conflict, invalid } from '../../http/errors.ts'
import { type HoursRow, hoursEntity, isWorkspaceDefault, presentBusinessHours } from './business-hours.ts'

export const createHours = (tx: Tx, values: BusinessHoursWrite): Promise<HoursRow> =>
  hoursEntity.create(tx, values)

export async function updateHours(tx: Tx, id: number, changes: BusinessHoursChanges): Promise<HoursRow> {
  const before = await hoursEntity.lock(tx, id)
  const merged = { ...presentBusinessHours(before), ...changes }
  const [problem] = hoursProblems(merged)
  if (problem) throw invalid(problem.path, problem.message)
  // Hours that are always open have no spans or holidays.
  return hoursEntity.update(tx, before, {
    ...changes,
    ...(merged.is_always_open && { hours: {}, holidays: [] }),
  })
}

/** Teams lose them through the foreign key. The workspace's own hours can't be deleted, because deadlines depend on them. */
export async function deleteHours(tx: Tx, id: number): Promise<void> {
  const before = await hoursEntity.lockExclusively(tx, id)
  const refusal = hoursDeletionRefusal(await isWorkspaceDefault(tx.db, id))
  if (refusal) throw conflict(refusal)
  const teams = await tx.db
    .selectFrom('teams')
    .select('id')
    .where('business_hours_id', '=', id)
    .orderBy('id')
    .execute()
  await hoursEntity.delete(tx, before, { data: { teams: teams.map((team) => team.id) } })
}
