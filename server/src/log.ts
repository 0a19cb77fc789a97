import { pino } from 'pino'

export type Log = pino.Logger

/** Structured lines on stdout. Bodies, addresses, passwords and tokens are never logged. */
export const createLog = (level: string): Log =>
  pino({
    level,
    base: undefined,
    redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.api_secret'],
  })
