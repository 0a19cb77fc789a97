import { type ReportSheet, reportCsv } from '@parley/contract/reports'
import { requestPath } from '../../api/request-path.ts'
import type { Asked } from './use-scope.ts'

/** Where one of the reports is as a file. */
export const csvPath = (sheet: ReportSheet, asked: Asked, more: object = {}): string =>
  requestPath(reportCsv.path, {}, { ...asked, ...more, sheet })
