import type { Db } from './pool.ts'
import { withStatementTimeout } from './statement-timeout.ts'

/** Metrics are collected every few seconds: a statement that takes longer than this, in ms, must not add to the load. */
const gaugeTimeoutMs = 2_000

/** Counting stops here. A longer queue is as alarming, and counting it would take longer the worse it is. */
export const maxGaugeCount = 10_000

/** Runs the statement of a gauge with a time limit. */
export const readGauges = <T>(db: Db, read: (trx: Db) => Promise<T>): Promise<T> =>
  withStatementTimeout(db, read, { statement_timeout: String(gaugeTimeoutMs) })
