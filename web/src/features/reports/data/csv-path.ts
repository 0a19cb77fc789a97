import { type ReportSheet, reportCsv } from '@parley/contract/reports/reports'
import { requestPath } from '../../../api/request-path.ts'
import type { ReportParams } from '../scope/use-report-context.ts'

/** The URL of a report as a CSV file. */
export const csvPath = (sheet: ReportSheet, params: ReportParams, extra: object = {}): string =>
  requestPath(reportCsv.path, {}, { ...params, ...extra, sheet })
