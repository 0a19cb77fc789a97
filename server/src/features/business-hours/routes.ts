import * as contract from '@parley/contract/business-hours/business-hours'
import { done, type Routes } from '../../http/route.ts'
import { hoursEntity, listHours, presentBusinessHours } from './business-hours.ts'
import { readCalendarFile } from './calendar-file/read-calendar-file.ts'
import { createHours, deleteHours, updateHours } from './write-business-hours.ts'

const hours = hoursEntity.versioned(contract.getBusinessHours, async (tx, id) =>
  presentBusinessHours(await hoursEntity.get(tx.db, id)),
)

export function businessHoursRoutes(routes: Routes, now: () => Date): void {
  routes.read(contract.listBusinessHours, async (db) => (await listHours(db)).map(presentBusinessHours))
  routes.read(contract.getBusinessHours, async (db, { params }) =>
    presentBusinessHours(await hoursEntity.get(db, params.id)),
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
