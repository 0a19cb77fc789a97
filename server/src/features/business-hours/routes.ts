import * as contract from '@parley/contract/business-hours'
import { done, type Routes } from '../../http/route.ts'
import { versioned } from '../../http/versions.ts'
import { readCalendarFile } from './calendar-file/read-in-thread.ts'
import { getHours, listHours, present } from './get.ts'
import { createHours, deleteHours, lockHours, updateHours } from './write.ts'

const hours = versioned(
  contract.getBusinessHours,
  (tx, { id }) => lockHours(tx, id),
  async (tx, { id }) => present(await getHours(tx.db, id)),
)

export function businessHoursRoutes(routes: Routes, now: () => Date): void {
  routes.read(contract.listBusinessHours, async (db) => (await listHours(db)).map(present))
  routes.read(contract.getBusinessHours, async (db, { params }) => present(await getHours(db, params.id)))
  routes.act(contract.readHolidays, (_act, { body }) => readCalendarFile(body.ics, now().getUTCFullYear()))
  routes.write(contract.createBusinessHours, async (tx, { body }) => present(await createHours(tx, body)))
  routes.write(
    contract.updateBusinessHours,
    async (tx, { params, body }) => present(await updateHours(tx, params.id, body)),
    hours,
  )
  routes.write(contract.deleteBusinessHours, (tx, { params }) => done(deleteHours(tx, params.id)), hours)
}
