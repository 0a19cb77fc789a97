import { pino, stdSerializers } from 'pino'
import { currentScope } from './telemetry/operation.ts'

export type Log = pino.Logger

/** Marks the logger of a request, whose lines have its id already. */
const hasRequestId = Symbol('has request id')

/**
 * Structured lines on stdout. Each has the fields of what it belongs to, such as `request_id`, `job_id` or `delivery_id`, and
 * with traces on `trace_id`. Bodies, addresses, passwords and tokens are never logged: errors that may quote them go into the fields
 * `reason` (the message) and `err`, which leave them out.
 */
export function createLog(level: string, destination?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: undefined,
    redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.api_secret'],
    serializers: { reason: withoutAddresses, err: serialiseError },
    mixin: (_fields, _level, logger) => scopeFields(hasRequestId in logger),
  }
  return pino(options, destination ?? openStdout())
}

/**
 * Lines that can't be written, because the disk is full or the terminal is gone, are kept up to this length and tried again with the
 * next line. Without an error listener, each would be an uncaught exception, whose own line fails as well.
 */
function openStdout() {
  // With a minLength, flush() works.
  const out = pino.destination({ dest: 1, sync: false, minLength: 1, maxLength: 1024 * 1024 })
  const flushSync = out.flushSync.bind(out)
  const skipFlush = () => {
    out.flushSync = () => {}
  }
  // pino flushes at exit, and that retries until the write succeeds: the process would never end. So only while writes succeed.
  skipFlush()
  out.on('error', skipFlush)
  out.on('write', () => {
    out.flushSync = flushSync
  })
  // A line that no longer fits isn't a reason for sonic-boom to try the earlier ones again.
  out.on('drop', () => out.flush())
  return out
}

/** The logger of a request, as Fastify creates it. It names the request also where its scope is lost, such as on a socket. */
export const createRequestLog = <Logger extends { child(bindings: object, options?: object): Logger }>(
  log: Logger,
  bindings: object,
  options: object | undefined,
): Logger => Object.assign(log.child(bindings, options), { [hasRequestId]: true })

export const requestIdField = 'request_id'

/** Mail servers quote addresses in their responses. */
const withoutAddresses = (text: unknown) =>
  typeof text === 'string' ? text.replace(/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, '[address]') : text

function serialiseError(error: Error): object {
  // PostgreSQL's detail and context quote rows.
  const { detail, where, message, stack, ...rest } = stdSerializers.err(error) as pino.SerializedError &
    Record<string, unknown>
  return { ...rest, message: withoutAddresses(message), stack: withoutAddresses(stack) }
}

/** A copy: pino adds the line's own fields to it, which win. */
function scopeFields(omit_request_id: boolean): object {
  const scope = currentScope()
  if (!scope) return {}
  const fields: Record<string, unknown> = {
    ...scope.log_fields,
    ...(scope.trace && { trace_id: scope.trace.id }),
  }
  if (omit_request_id) delete fields[requestIdField]
  return fields
}
