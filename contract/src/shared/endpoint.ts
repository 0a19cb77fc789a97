import { z } from 'zod'
import type { Permission } from '../roles/permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Who can call it: anyone, any signed-in agent, or agents whose roles have the named permission. */
export type Access = 'public' | 'agent' | Permission

/** One HTTP operation, described in a single place: the server registers it, the web client calls it, and the API docs are generated from it. */
export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> = {
  method: Method
  /** The full path with `:name` parameters. */
  path: string
  access: Access
  /** Also available to an agent who must set up a second factor first and can do nothing else (docs/decisions/0024-a-required-second-factor.md). */
  allowed_before_second_factor?: true
  /**
   * The API keys that can call it, in addition to the permission: none if it concerns how a person signs in, only those for all inboxes if
   * it changes a person's own account. All if omitted.
   */
  api_keys?: 'never' | 'all_inboxes'
  /** One line for the API docs. */
  summary: string
  /** The feature's name, which groups the API docs. */
  tag: string
  params: Params
  query: Query
  body: Body
  /** The `data` of the response envelope (docs/spec/wire.md#answers). */
  response: Response
  /** The fields of a multipart body, for endpoints without a JSON body. */
  form?: Readonly<Record<string, FormField>>
  /** The media type of a response without an envelope. */
  raw_media_type?: string
  /** Other success statuses with the same response shape, and when they occur. */
  other_statuses?: Readonly<Record<number, string>>
  /** Whether the response has a human-readable `message` besides `data`. */
  has_message?: true
  /** Additional error statuses that cannot be derived from the endpoint, such as 404 for an id in the body. */
  other_error_statuses?: readonly number[]
  /** false: a POST that runs again whatever its Idempotency-Key is, such as one that calls another server. */
  supports_idempotency_key?: false
  /** Fields of the body that don't make it another request: what the caller knows may change between two attempts. */
  idempotency_ignores?: readonly string[]
  /** For bodies that only newer clients send: null for a non-nullable field is rejected instead of being treated as absent. */
  nulls?: 'refused'
  /** false: does not count towards the write limit, because clients send it automatically, or it undoes something. */
  counts_as_write?: false
}

/** A file, or a short string. */
export type FormField = { file: true; optional?: true } | { text: z.ZodType }

/** Whether it counts towards `app.max_writes_per_minute`. */
export const countsAsWrite = (e: Endpoint): boolean =>
  e.method !== 'GET' && e.access !== 'public' && e.counts_as_write !== false

/** Whether repeating the same Idempotency-Key returns the first response instead of running again. */
export const supportsIdempotencyKey = (e: Endpoint): boolean =>
  e.method === 'POST' && e.supports_idempotency_key !== false

const emptyObject = z.object({})

/** Defines an endpoint. Parts that it does not have can be omitted. */
export const endpoint = <
  R extends z.ZodType,
  P extends z.ZodType = typeof emptyObject,
  Q extends z.ZodType = typeof emptyObject,
  B extends z.ZodType = z.ZodUndefined,
>(e: {
  method: Method
  path: string
  access: Access
  allowed_before_second_factor?: true
  api_keys?: Endpoint['api_keys']
  summary: string
  tag: string
  params?: P
  query?: Q
  body?: B
  response: R
  form?: Endpoint['form']
  raw_media_type?: string
  other_statuses?: Endpoint['other_statuses']
  has_message?: true
  other_error_statuses?: Endpoint['other_error_statuses']
  supports_idempotency_key?: false
  idempotency_ignores?: Endpoint['idempotency_ignores']
  counts_as_write?: false
  nulls?: 'refused'
}): Endpoint<P, Q, B, R> => ({
  params: emptyObject as unknown as P,
  query: emptyObject as unknown as Q,
  body: z.undefined() as unknown as B,
  ...e,
})
