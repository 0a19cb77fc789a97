import type { Connection } from './connection.ts'
import { ParleyUnreachable, toRefusal } from './errors.ts'
import type { Operation } from './generated/operations.ts'
import { rememberVersion } from './object-versions.ts'
import { backoffMs, exceedsMaxBackoff, type Failure, isRetryable, sleep } from './retry.ts'

type OperationTypes = { params: unknown; query: unknown; body: unknown; data: unknown }
type Empty = Record<string, never>

/** Path parameters by name, plus `query` and `body` if the operation has them. */
export type Input<Op extends OperationTypes> = (Op['params'] extends Empty ? unknown : Op['params']) &
  OptionalPart<'query', Op['query']> &
  OptionalPart<'body', Op['body']>

type OptionalPart<Name extends string, T> = T extends undefined | Empty
  ? unknown
  : undefined extends T
    ? { [N in Name]?: T }
    : Empty extends Required<T>
      ? { [N in Name]?: T }
      : Record<never, never> extends T
        ? { [N in Name]?: T }
        : { [N in Name]: T }

export type CallOptions = {
  signal?: AbortSignal
  /** Generated automatically where needed. Pass your own, and store it, to repeat a call safely after your process restarts. */
  idempotency_key?: string
  /** The `versionOf` of the object as you read it. If it was changed since, the call fails with 412 and changes nothing. */
  if_match?: string | null
}

export type Call<Op extends OperationTypes> =
  Record<never, never> extends Input<Op>
    ? (input?: Input<Op>, options?: CallOptions) => Promise<Op['data']>
    : (input: Input<Op>, options?: CallOptions) => Promise<Op['data']>

type UntypedInput = Record<string, unknown> & { query?: object; body?: unknown }

export function createOperation(operation: Operation, connection: Connection) {
  return async (input: UntypedInput = {}, options: CallOptions = {}): Promise<unknown> => {
    const url = connection.url + buildPath(operation, input) + buildQuery(input.query)
    const body = operation.form ? toFormData(operation.form, input.body) : toJson(input.body)
    const headers = {
      ...connection.headers(operation.method),
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
      // All attempts of this call share one key, so that it runs only once.
      ...(options.if_match && { 'if-match': options.if_match }),
      ...(operation.key && { 'idempotency-key': options.idempotency_key ?? crypto.randomUUID() }),
    }
    const reply = await sendWithRetries(operation, connection, url, { headers, body }, options.signal)
    if (operation.file) return reply
    const envelope: unknown = await reply.json()
    const { data } = envelope as { data: unknown } // the envelope of every API response
    rememberVersion(reply, data)
    return data
  }
}

async function sendWithRetries(
  operation: Operation,
  connection: Connection,
  url: string,
  init: { headers: Record<string, string>; body: string | FormData | undefined },
  signal: AbortSignal | undefined,
): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const timeout = AbortSignal.timeout(connection.timeout_ms)
    const combined = signal ? AbortSignal.any([signal, timeout]) : timeout
    const outcome = await connection
      .fetch(url, { method: operation.method, ...init, signal: combined })
      .catch((error: unknown) => {
        signal?.throwIfAborted()
        return new ParleyUnreachable(`${connection.url} did not answer`, { cause: error })
      })
    if (outcome instanceof Response && outcome.ok) return outcome
    const refusal = outcome instanceof Response ? await toRefusal(outcome) : outcome
    const failure: Failure =
      refusal instanceof ParleyUnreachable ? { status: null, retry_after_s: null } : refusal
    if (attempt >= connection.attempts || !isRetryable(operation, failure) || exceedsMaxBackoff(failure))
      throw refusal
    await sleep(backoffMs(attempt, failure), signal)
  }
}

function buildPath(operation: Operation, input: UntypedInput): string {
  return operation.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = input[name]
    // An empty segment would be a different call: deleting one object would become deleting all.
    if (value === undefined || value === null || value === '')
      throw new TypeError(`${operation.method} ${operation.path} needs "${name}"`)
    return encodeURIComponent(String(value))
  })
}

function buildQuery(query: object | undefined): string {
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null)
  return entries.length === 0
    ? ''
    : `?${new URLSearchParams(entries.map(([name, value]): [string, string] => [name, String(value)]))}`
}

const toJson = (body: unknown): string | undefined => (body === undefined ? undefined : JSON.stringify(body))

function toFormData(fields: readonly string[], body: unknown): FormData {
  const values = (body ?? {}) as Record<string, Blob | string | undefined> // as the operation's types say
  const form = new FormData()
  for (const name of fields) {
    const value = values[name]
    if (typeof value === 'string') form.set(name, value)
    // A File already has a name.
    else if (value instanceof Blob) form.set(name, value)
  }
  return form
}
