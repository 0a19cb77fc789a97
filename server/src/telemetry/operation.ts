import { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'

/** What the server does for a while, with the details that metrics and traces need. Details known only at the end are set by then. */
export type OperationDetails =
  /** `route` is the pattern; undefined if none matched. */
  | {
      kind: 'request'
      method: string
      route: string | undefined
      traceparent: string | undefined
      status?: number
    }
  /** The connection of a browser, once it is open. */
  | { kind: 'socket' }
  | { kind: 'transaction' }
  /** `text` has placeholders for its values. */
  | { kind: 'query'; text: string }
  /** `is_timer`: it was queued for a later time. `traceparent`: of the operation that queued it. */
  | {
      kind: 'job'
      task: string
      attempt: number
      max_attempts: number
      is_timer: boolean
      traceparent: string | undefined
    }
  | { kind: 'consumer_batch'; consumer: string; events: number }
  | { kind: 'mail_processing'; source: string }
  | { kind: 'mail_sending'; mail: 'reply' | 'notification' }
  | { kind: 'webhook_attempt' }
  | { kind: 'outgoing_request'; method: string; host: string; status?: number }
  | { kind: 'sandbox_task'; task: string }

/** What code runs as part of. */
export type Scope = {
  /** On every log line. */
  readonly log_fields: Record<string, unknown>
  /** Set while traces are on. `traceparent` is in the format of W3C Trace Context. */
  trace?: { id: string; traceparent: string }
}

/** A running operation. When it starts, its trace is that of the operation around it. */
export type Operation = Scope & {
  readonly details: OperationDetails
  /** `performance.now()` at its start, in ms. */
  readonly started_at: number
  error?: Error
}

// Channels of Node.js: publishing without a subscriber costs nothing, and an error in a subscriber doesn't reach the product.
const started = channel('parley.operation.start')
const ended = channel('parley.operation.end')
/** Of requests only: each node counts them, which must not make everything else observed. */
const requestEnded = channel('parley.request.end')
const current = new AsyncLocalStorage<Scope>()

export const currentScope = (): Scope | undefined => current.getStore()

/** Whether metrics or traces are on. */
export const isObserved = (): boolean => ended.hasSubscribers

type ScopeOptions = {
  /** Added to the fields of the scope around it. Without any, they are shared. */
  log_fields?: Record<string, unknown>
  /** Belongs to nothing else, whatever happens to start it. */
  root?: boolean
}

function newScope({ log_fields, root }: ScopeOptions): Scope {
  const parent = root ? undefined : current.getStore()
  return {
    log_fields: log_fields || !parent ? { ...parent?.log_fields, ...log_fields } : parent.log_fields,
    ...(parent?.trace && { trace: parent.trace }),
  }
}

/** Starts an operation that `endOperation` ends. */
export function startOperation(details: OperationDetails, options: ScopeOptions = {}): Operation {
  const operation: Operation = { ...newScope(options), details, started_at: performance.now() }
  started.publish(operation)
  return operation
}

export function endOperation(operation: Operation, error?: unknown): void {
  if (error !== undefined) operation.error = error instanceof Error ? error : new Error(String(error))
  ended.publish(operation)
  if (operation.details.kind === 'request') requestEnded.publish(operation)
}

/** Runs work in a scope: what it logs and starts belongs to it. */
export const runInScope = <T>(scope: Scope, work: () => T): T => current.run(scope, work)

/** Runs work whose log lines have these fields. */
export const withLogFields = <T>(
  log_fields: Record<string, unknown>,
  work: () => T,
  options: Pick<ScopeOptions, 'root'> = {},
): T => current.run(newScope({ ...options, log_fields }), work)

/** Adds fields to the log lines of the current scope from now on. */
export function addLogFields(fields: Record<string, unknown>): void {
  const scope = current.getStore()
  if (scope) Object.assign(scope.log_fields, fields)
}

/** Runs work as an operation of its own. It fails when the work does. */
export async function observe<T>(
  details: OperationDetails,
  work: () => Promise<T>,
  options: ScopeOptions = {},
): Promise<T> {
  if (!options.log_fields && !options.root && !isObserved()) return work()
  const operation = startOperation(details, options)
  try {
    const result = await current.run(operation, work)
    endOperation(operation)
    return result
  } catch (error) {
    endOperation(operation, error)
    throw error
  }
}

/** Calls back when operations start and end, until the returned function is called. */
export function subscribeToOperations(listener: {
  onStart?(operation: Operation): void
  onEnd(operation: Operation): void
}): () => void {
  // Only this file publishes on the channels.
  const onStart = (operation: unknown) => listener.onStart?.(operation as Operation)
  const onEnd = (operation: unknown) => listener.onEnd(operation as Operation)
  started.subscribe(onStart)
  ended.subscribe(onEnd)
  return () => {
    started.unsubscribe(onStart)
    ended.unsubscribe(onEnd)
  }
}

/** Calls back when a request ends, until the returned function is called. */
export function subscribeToRequests(onEnd: (operation: Operation) => void): () => void {
  const listener = (operation: unknown) => onEnd(operation as Operation) // only this file publishes on the channel
  requestEnded.subscribe(listener)
  return () => requestEnded.unsubscribe(listener)
}
