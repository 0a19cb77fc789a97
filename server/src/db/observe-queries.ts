import type pg from 'pg'
import { endOperation, isObserved, startOperation } from '../telemetry/operation.ts'

type QueryCallback = (error: Error | null, result?: unknown) => void

/** Reports each statement of a connection to metrics and traces. Does nothing while they are off. */
export function observeQueries(client: pg.ClientBase): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown // one of its many overloads
  const observed = (query: unknown, values: unknown, callback: QueryCallback) => {
    const operation = startOperation({ kind: 'query', text: textOf(query) })
    return send(query, values, (error: Error | null, result: unknown) => {
      endOperation(operation, error ?? undefined)
      callback(error, result)
    })
  }
  const query = (text: unknown, values?: unknown, callback?: QueryCallback) => {
    if (!isObserved() || isSubmittable(text)) return send(text, values, callback)
    if (typeof values === 'function') return observed(text, undefined, values as QueryCallback)
    if (callback) return observed(text, values, callback)
    return new Promise((resolve, reject) => {
      observed(text, values, (error, result) => (error ? reject(error) : resolve(result)))
    })
  }
  client.query = query as typeof client.query // passes its arguments on
}

/** Queries are texts or objects with one. */
const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : String((query as { text?: unknown } | null)?.text ?? '')

/** Cursors and streams, which deliver rows in pieces. */
const isSubmittable = (query: unknown) => typeof query === 'object' && query !== null && 'submit' in query
