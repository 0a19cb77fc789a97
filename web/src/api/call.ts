import type { Endpoint } from '@parley/contract/shared/endpoint'
import { z } from 'zod'
import { readCookie } from '../lib/browser/cookie.ts'
import { countRequest } from '../lib/browser/requests-under-way.ts'
import { i18n } from '../lib/i18n.ts'
import { ApiError } from './api-error.ts'
import { isConfirmationRequired, requestConfirmation } from './confirmation.ts'
import { takeEarlyResponse } from './early-responses.ts'
import { requestPath } from './request-path.ts'
import { apiErrorFromFailure, apiErrorFromResponse } from './to-api-error.ts'

export const TIMEOUT_MS = 10_000
/** Browsers reject keepalive requests once those in flight exceed 64 KiB together (Fetch, 4.6). */
const MAX_KEEPALIVE_CHARS = 4_000

type CallOptions = {
  signal?: AbortSignal
  /** For calls that are known to be slow. */
  timeout_ms?: number
  /** Makes a creating or sending call safe to retry: a repeated call returns the first one's result. */
  idempotency_key?: string
  /** A version from `versionOf`: if the object has changed since, the call fails with 412. */
  if_match?: string | undefined
  /** Gets the id of the change that the call made, by which it can be undone. */
  onEventId?: (id: number) => void
  /** Lets the request outlive the page; ignored for bodies of more than MAX_KEEPALIVE_CHARS characters. */
  keepalive?: boolean
}

export type CallInput<E extends Endpoint> = CallOptions & {
  params?: z.input<E['params']>
  query?: z.input<E['query']>
  /** FormData for calls with files; sent as multipart. */
  body?: z.input<E['body']> | FormData
}

const Envelope = z.object({ data: z.unknown() })

/**
 * Calls a contract endpoint and returns its validated data. If the server requires identity confirmation, asks for it
 * and retries once. Throws ApiError, or the abort reason when `signal` fired.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> = {},
): Promise<z.output<E['response']>> {
  const attempt = () =>
    countRequest(
      sendRequest(
        endpoint.method,
        () => requestPath(endpoint.path, input.params, input.query),
        input.body,
        input,
      ),
    )
  const { answer, version, event_id } = await attempt().catch(async (error: unknown) => {
    if (!isConfirmationRequired(error) || !(await requestConfirmation())) throw error
    return attempt()
  })
  const data = endpoint.response.safeParse(Envelope.safeParse(answer).data?.data)
  // safeParse has validated it, but inside a generic function the type is still `unknown`.
  if (!data.success) throw contractViolation(endpoint.path, data.error)
  if (event_id) input.onEventId?.(Number(event_id))
  if (version && typeof data.data === 'object' && data.data) versions.set(data.data, version)
  return data.data as z.output<E['response']>
}

/** The same for a change: returns the id by which it can be undone, or null if nothing changed. */
export async function callForEventId<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): Promise<number | null> {
  let event_id: number | null = null
  await call(endpoint, {
    ...input,
    onEventId: (id) => {
      event_id = id
    },
  })
  return event_id
}

const versions = new WeakMap<object, string>()

/** The version (ETag) of an object returned by `call`. Copies of it, such as those a cache makes, have none. */
export const versionOf = (object: object): string | undefined => versions.get(object)

/** For the language catalogue, the only response without an envelope. Throws ApiError. */
export async function readJson<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> {
  const data = schema.safeParse((await countRequest(sendRequest('GET', () => path, undefined, {}))).answer)
  if (data.success) return data.data
  throw contractViolation(path, data.error)
}

async function sendRequest(
  method: string,
  path: () => string,
  body: unknown,
  { signal, timeout_ms = TIMEOUT_MS, idempotency_key, if_match, keepalive = false }: CallOptions,
): Promise<{ answer: unknown; version: string | null; event_id: string | null }> {
  let sent = false
  try {
    const content = body === undefined ? null : body instanceof FormData ? body : JSON.stringify(body)
    const target = path()
    const request = new Request(new URL(target, location.origin), {
      method,
      headers: headersFor(body, { 'Idempotency-Key': idempotency_key, 'If-Match': if_match }),
      body: content,
      keepalive: keepalive && typeof content === 'string' && content.length <= MAX_KEEPALIVE_CHARS,
    })
    sent = true
    const timeout = AbortSignal.timeout(timeout_ms)
    const early = method === 'GET' && takeEarlyResponse(target)
    const response = await (early ||
      fetch(request, { signal: signal ? AbortSignal.any([signal, timeout]) : timeout }))
    const answer = parseJson(await response.text())
    if (response.ok)
      return {
        answer,
        version: response.headers.get('etag'),
        event_id: response.headers.get('x-event-id'),
      }
    throw apiErrorFromResponse(response.status, answer, failureMessages())
  } catch (error) {
    // An aborted call is not reported as a failure.
    if (error instanceof ApiError || signal?.aborted) throw error
    throw apiErrorFromFailure(error, sent, failureMessages())
  }
}

function headersFor(body: unknown, extraHeaders: Record<string, string | undefined>): Headers {
  const headers = new Headers({ accept: 'application/json' })
  // The browser sets the multipart boundary.
  if (body !== undefined && !(body instanceof FormData)) headers.set('content-type', 'application/json')
  const csrf = readCookie('csrf_token')
  if (csrf) headers.set('X-CSRFTOKEN', csrf)
  for (const [name, value] of Object.entries(extraHeaders)) if (value) headers.set(name, value)
  return headers
}

/** A proxy's error page isn't JSON; treat it as a body without a message. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function contractViolation(path: string, cause: z.ZodError): ApiError {
  console.error(`The response from ${path} violates the contract`, z.prettifyError(cause))
  return new ApiError({ status: 200, message: i18n.t('error.unexpected_answer'), cause })
}

const failureMessages = () => ({
  noResponse: i18n.t('error.no_response'),
  requestSetup: i18n.t('error.request_setup'),
  unknown: i18n.t('error.unknown'),
})
