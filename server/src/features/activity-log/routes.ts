import * as contract from '@parley/contract/activity-log/activity-log'
import { create as createDisposition } from 'content-disposition'
import { done, type Routes } from '../../http/route.ts'
import { exportActivityLogs, listActivityLogs } from './list-activity-logs.ts'

export function activityLogRoutes(routes: Routes): void {
  routes.read(contract.listActivityLogs, (db, { query }) => listActivityLogs(db, query))
  routes.read(contract.exportActivityLogs, (db, { query, reply }) =>
    done(
      exportActivityLogs(db, query).then((file) => {
        reply
          .header('content-type', 'text/csv; charset=utf-8')
          .header('content-disposition', createDisposition('activity-log.csv'))
          .header('cache-control', 'no-store')
          .send(file)
      }),
    ),
  )
}
