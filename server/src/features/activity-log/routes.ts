import * as contract from '@parley/contract/activity-log/activity-log'
import { create as createDisposition } from 'content-disposition'
import { recordAccess } from '../../http/record-access.ts'
import { done, type Routes } from '../../http/route.ts'
import { exportActivityLogs, listActivityLogs } from './list-activity-logs.ts'

export function activityLogRoutes(routes: Routes): void {
  routes.read(contract.listActivityLogs, (db, { query }) => listActivityLogs(db, query))
  routes.act(contract.exportActivityLogs, (act, { query, reply, db, actor, request }) =>
    done(
      exportActivityLogs(db, query).then(async (file) => {
        await recordAccess(act, actor, request, {
          type: 'settings.activity_exported',
          object: { type: 'settings', id: null },
        })
        reply
          .header('content-type', 'text/csv; charset=utf-8')
          .header('content-disposition', createDisposition('activity-log.csv'))
          .header('cache-control', 'no-store')
          .send(file)
      }),
    ),
  )
}
