import type { Operation } from './generated/operations.ts'
import { ParleyUnreachable, refusalOf } from './refusal.ts'
import { type Failure, isTooLong, mayRepeat, pause, waitBefore } from './retry.ts'
import type { Connection } from './transport.ts'
import { noteVersion } from './versions.ts'

type Shape = { params: unknown; query: unknown; body: unknown; data: unknown }
type Nothing = Record<string, never>

/** The parts of the path by name, then `query` and `body` where the call has them. */
export type Input<Op extends Shape> = (Op['params'] extends Nothing ? unknown : Op['params']) &
  Part<'query', Op['query']> &
  Part<'body', Op['body']>

type Part<Name extends string, T> = T extends undefined | Nothing
  ? unknown
  : undefined extends T
    ? { [N in Name]?: T }
    : Nothing extends Required<T>
      ? { [N in Name]?: T }
      : Record<never, never> extends T
        ? { [N in Name]?: T }
        : { [N in Name]: T }

export type CallOptions = {
  signal?: AbortSignal
  /** Made for you where it matters. Give one that you keep to repeat a call safely after a restart of your own. */
  idempotency_key?: string
  /** What `versionOf` says of the object as you read it: changed since then, it is neither changed nor deleted (412). */
  if_match?: string | null
}

export type Call<Op extends Shape> =
  Record<never, never> extends Input<Op>
    ? (input?: Input<Op>, options?: CallOptions) => Promise<Op['data']>
    : (input: Input<Op>, options?: CallOptions) => Promise<Op['data']>

type Given = Record<string, unknown> & { query?: object; body?: unknown }

export function callOf(operation: Operation, connection: Connection) {
  return async (input: Given = {}, options: CallOptions = {}): Promise<unknown> => {
    const url = connection.url + pathOf(operation, input) + queryOf(input.query)
    const body = operation.form ? formOf(operation.form, input.body) : jsonOf(input.body)
    const headers = {
      ...connection.headers(operation.method),
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      // One key for all tries of this call: that is what makes them one.
      ...(options.if_match && { 'if-match': options.if_match }),
      ...(operation.key && { 'idempotency-key': options.idempotency_key ?? crypto.randomUUID() }),
    }
    const reply = await send(operation, connection, url, { headers, body }, options.signal)
    if (operation.file) return reply
    const envelope: unknown = await reply.json()
    const { data } = envelope as { data: unknown } // what every answer of the API is wrapped in
    noteVersion(reply, data)
    return data
  }
}

async function send(
  operation: Operation,
  connection: Connection,
  url: string,
  init: { headers: Record<string, string>; body: string | FormData | undefined },
  signal: AbortSignal | undefined,
): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const patience = AbortSignal.timeout(connection.timeout_ms)
    const either = signal ? AbortSignal.any([signal, patience]) : patience
    const outcome = await connection
      .fetch(url, { method: operation.method, ...init, signal: either })
      .catch((error: unknown) => {
        signal?.throwIfAborted()
        return new ParleyUnreachable(`${connection.url} did not answer`, { cause: error })
      })
    if (outcome instanceof Response && outcome.ok) return outcome
    const refusal = outcome instanceof Response ? await refusalOf(outcome) : outcome
    const failure: Failure =
      refusal instanceof ParleyUnreachable ? { status: null, retry_after_s: null } : refusal
    if (attempt >= connection.attempts || !mayRepeat(operation, failure) || isTooLong(failure)) throw refusal
    await pause(waitBefore(attempt, failure), signal)
  }
}

function pathOf(operation: Operation, input: Given): string {
  return operation.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = input[name]
    // An empty part would be another call: DELETE of one thing would become DELETE of all.
    if (value === undefined || value === null || value === '')
      throw new TypeError(`${operation.method} ${operation.path} needs "${name}"`)
    return encodeURIComponent(String(value))
  })
}

function queryOf(query: object | undefined): string {
  const filled = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null)
  return filled.length === 0
    ? ''
    : `?${new URLSearchParams(filled.map(([name, value]): [string, string] => [name, String(value)]))}`
}

const jsonOf = (body: unknown): string | undefined => (body === undefined ? undefined : JSON.stringify(body))

function formOf(fields: readonly string[], body: unknown): FormData {
  const given = (body ?? {}) as Record<string, Blob | string | undefined> // the types of the call say so
  const form = new FormData()
  for (const name of fields) {
    const value = given[name]
    if (typeof value === 'string') form.set(name, value)
    // A File brings its own name.
    else if (value instanceof Blob) form.set(name, value)
  }
  return form
}
