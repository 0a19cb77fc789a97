import * as contract from '@parley/contract/business-hours/business-hours'
import { done, type Routes } from '../../http/route.ts'
import { versionedResource } from '../../http/versions.ts'
import { readCalendarFile } from './calendar-file/read-calendar-file.ts'
import { getHours, listHours, presentBusinessHours } from './read-business-hours.ts'
import { createHours, deleteHours, lockHours, updateHours } from './write-business-hours.ts'

const hours = versionedResource(
  contract.getBusinessHours,
  (tx, { id }) => lockHours(tx, id),
  async (tx, { id }) => presentBusinessHours(await getHours(tx.db, id)),
)

export function businessHoursRoutes(routes: Routes, now: () => Date): void {
  routes.read(contract.listBusinessHours, async (db) => (await listHours(db)).map(presentBusinessHours))
  routes.read(contract.getBusinessHours, async (db, { params }) =>
    presentBusinessHours(await getHours(db, params.id)),
  )
  routes.act(contract.readHolidays, (_act, { body }) => readCalendarFile(body.ics, now().getUTCFullYear()))
  routes.write(contract.createBusinessHours, async (tx, { body }) =>
    presentBusinessHours(await createHours(tx, body)),
  )
  routes.write(
    contract.updateBusinessHours,
    async (tx, { params, body }) => presentBusinessHours(await updateHours(tx, params.id, body)),
    hours,
  )
  routes.write(contract.deleteBusinessHours, (tx, { params }) => done(deleteHours(tx, params.id)), hours)
}
