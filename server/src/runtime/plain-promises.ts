import type pg from 'pg'

type QueryCallback = (error: Error | null, result?: unknown) => void

/**
 * Uses the driver's callback API and creates the promise here.
 *
 * Anything retained by the driver's own promise stays in memory until the next full collection: once one result has been promoted,
 * V8 keeps each later one alive through it (pg 8.23, Node.js 24). Lists leaked 13 % of their allocations to the old generation, and
 * minor collections, which copy live objects, took 10 to 20 ms of a request instead of 2. To see
 * whether it still gains anything, run its test alone with `createPool(…, { plain_promises: false })`.
 */
export function usePlainPromises(client: pg.ClientBase): void {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown // one of its many overloads
  const query = (text: unknown, values?: unknown, callback?: QueryCallback) =>
    callback || typeof values === 'function' || isSubmittable(text)
      ? send(text, values, callback)
      : new Promise((resolve, reject) => {
          const resolveOrReject: QueryCallback = (error, result) => (error ? reject(error) : resolve(result))
          send(text, values, resolveOrReject)
        })
  client.query = query as typeof client.query // passes its arguments on
}

/** Cursors and streams, which deliver rows in pieces. */
const isSubmittable = (query: unknown) => typeof query === 'object' && query !== null && 'submit' in query
