import * as overview from '@parley/contract/reports/report-overview'
import { daysOfRange } from '@parley/contract/reports/report-range'
import * as contract from '@parley/contract/reports/reports'
import { create as createDisposition } from 'content-disposition'
import { withStatementTimeout } from '../../db/statement-timeout.ts'
import { invalid } from '../../http/errors.ts'
import { recordAccess } from '../../http/record-access.ts'
import { done, type Routes } from '../../http/route.ts'
import { readBusiestHours } from './queries/busiest-hours.ts'
import { readDrilldown } from './queries/drilldown.ts'
import { exportCsv } from './queries/export-csv.ts'
import { readFirstResponses } from './queries/first-responses.ts'
import { readCharts, readCounts, readSla } from './queries/overview.ts'
import { readSeries } from './queries/series.ts'
import { readSummary } from './queries/summary.ts'
import { readTableBounded } from './queries/table.ts'

/** Every query has a statement timeout, so that no report blocks the database for long. */
export function reportRoutes(routes: Routes, now: () => Date): void {
  routes.read(overview.getOverviewCounts, (db, { query }) =>
    withStatementTimeout(db, (trx) => readCounts(trx, query)),
  )
  routes.read(overview.getOverviewCharts, (db, { query }) =>
    withStatementTimeout(db, (trx) => readCharts(trx, query, now())),
  )
  routes.read(overview.getOverviewSla, (db, { query }) =>
    withStatementTimeout(db, (trx) => readSla(trx, query, now())),
  )
  routes.read(contract.reportSummary, (db, { query }) =>
    withStatementTimeout(db, (trx) => readSummary(trx, query)),
  )
  routes.read(contract.reportSeries, async (db, { query }) => {
    assertHourlyRange(query)
    return withStatementTimeout(db, (trx) => readSeries(trx, query))
  })
  routes.read(contract.reportTable, (db, { query }) => readTableBounded(db, query))
  routes.read(contract.reportBusiestHours, (db, { query }) =>
    withStatementTimeout(db, (trx) => readBusiestHours(trx, query)),
  )
  routes.read(contract.reportFirstResponses, (db, { query }) =>
    withStatementTimeout(db, (trx) => readFirstResponses(trx, query)),
  )
  routes.read(contract.reportConversations, (db, { query, actor }) =>
    withStatementTimeout(db, (trx) =>
      readDrilldown(trx, actor, query, { cursor: query.cursor, limit: query.page_size }),
    ),
  )
  routes.act(contract.reportCsv, async (act, { query, actor, reply, db, request }) => {
    if (query.sheet === 'series') assertHourlyRange(query)
    return done(
      withStatementTimeout(db, (trx) => exportCsv(trx, actor, query)).then(async ({ name, file }) => {
        await recordAccess(act, actor, request, {
          type: 'settings.report_exported',
          object: { type: 'settings', id: null },
        })
        reply
          .header('content-type', 'text/csv; charset=utf-8')
          .header('content-disposition', createDisposition(name))
          .header('cache-control', 'no-store')
          .send(file)
      }),
    )
  })
}

const maxHourlyDays = 93
function assertHourlyRange(query: { by: contract.SeriesStep; from: string; to: string }): void {
  if (query.by === 'hour' && (daysOfRange(query) ?? 0) > maxHourlyDays)
    throw invalid('by', `For hourly data, choose at most ${maxHourlyDays} days`)
}
