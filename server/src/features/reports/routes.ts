import * as overview from '@parley/contract/report-overview'
import * as contract from '@parley/contract/reports'
import { bounded } from '../../db/bounded.ts'
import { invalid } from '../../http/errors.ts'
import { done, type Routes } from '../../http/route.ts'
import { readBehind } from './behind.ts'
import { readBusiestHours } from './busiest-hours.ts'
import { readFirstResponses } from './first-responses.ts'
import { readCharts, readCounts, readSla } from './overview.ts'
import { readSeries } from './series.ts'
import { writeSheet } from './sheet.ts'
import { readSummary } from './summary.ts'
import { readTableBounded } from './table.ts'

/** Whatever is asked for, no answer takes the database from others for long. */
export function reportRoutes(routes: Routes, now: () => Date): void {
  routes.read(overview.getOverviewCounts, (db, { query }) => bounded(db, (trx) => readCounts(trx, query)))
  routes.read(overview.getOverviewCharts, (db, { query }) =>
    bounded(db, (trx) => readCharts(trx, query, now())),
  )
  routes.read(overview.getOverviewSla, (db, { query }) => bounded(db, (trx) => readSla(trx, query, now())))
  routes.read(contract.reportSummary, (db, { query }) => bounded(db, (trx) => readSummary(trx, query)))
  routes.read(contract.reportSeries, async (db, { query }) => {
    mustBeFew(query)
    return bounded(db, (trx) => readSeries(trx, query))
  })
  routes.read(contract.reportTable, (db, { query }) => readTableBounded(db, query))
  routes.read(contract.reportBusiestHours, (db, { query }) =>
    bounded(db, (trx) => readBusiestHours(trx, query)),
  )
  routes.read(contract.reportFirstResponses, (db, { query }) =>
    bounded(db, (trx) => readFirstResponses(trx, query)),
  )
  routes.read(contract.reportConversations, (db, { query, actor }) =>
    bounded(db, (trx) => readBehind(trx, actor, query, { cursor: query.cursor, limit: query.page_size })),
  )
  routes.read(contract.reportCsv, async (db, { query, actor, reply }) => {
    if (query.sheet === 'series') mustBeFew(query)
    return done(
      bounded(db, (trx) => writeSheet(trx, actor, query)).then(({ name, file }) => {
        reply
          .header('content-type', 'text/csv; charset=utf-8')
          .header('content-disposition', `attachment; filename="${name}"`)
          .header('cache-control', 'no-store')
          .send(file)
      }),
    )
  })
}

const mostHourlyDays = 93
function mustBeFew(query: { by: contract.SeriesStep; from: string; to: string }): void {
  if (query.by === 'hour' && (contract.daysOfRange(query) ?? 0) > mostHourlyDays)
    throw invalid('by', `By the hour choose ${mostHourlyDays} days at most`)
}
