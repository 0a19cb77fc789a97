import { z } from 'zod'
import type { Permission } from '../roles/permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Who may call: anybody, any signed-in agent, or agents whose roles hold the named permission. */
export type Access = 'public' | 'agent' | Permission

/** One HTTP operation, described once: the server registers it, the web client calls it, the API pages are made from it. */
export type Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> = {
  method: Method
  /** Full path with `:name` parameters. */
  path: string
  access: Access
  /** Also for somebody who has to set up a second factor first, and may do nothing else (docs/decisions/0027). */
  allowed_before_second_factor?: true
  /**
   * API keys that may call it, beside what the permission says: none where it is about how a person signs in, or only those for all
   * inboxes where it changes a person's own account. All of them when left out.
   */
  api_keys?: 'never' | 'all_inboxes'
  /** One line for the API pages. */
  summary: string
  /** The feature's name; groups the API pages. */
  tag: string
  params: Params
  query: Query
  body: Body
  /** What the envelope's `data` holds (api-contract 1.2). */
  response: Response
  /** The fields of a multipart body, where there is no JSON one. */
  form?: Readonly<Record<string, FormField>>
  /** Media type of an answer that is the thing itself, without an envelope. */
  raw_media_type?: string
  /** Other statuses that it answers in the same shape, and when. */
  other_statuses?: Readonly<Record<number, string>>
  /** Whether its answer has a sentence for people in `message`, beside `data`. */
  has_message?: true
  /** What it can be refused with that its shape does not tell, such as 404 for an id in the body. */
  other_error_statuses?: readonly number[]
  /** false: a POST that does it anew whatever its Idempotency-Key says, such as one that asks another server. */
  supports_idempotency_key?: false
  /** A body that only newer clients send: null for a field that takes none is refused, and does not stand for one that is left out. */
  nulls?: 'refused'
  /** false: not counted against the limit of changes a minute, because clients send it by themselves, or it takes something back. */
  counts_as_write?: false
}

/** A file, or a short text. */
export type FormField = { file: true; optional?: true } | { text: z.ZodType }

/** Whether it is limited to `app.max_writes_per_minute`. */
export const countsAsWrite = (e: Endpoint): boolean =>
  e.method !== 'GET' && e.access !== 'public' && e.counts_as_write !== false

/** Whether the same Idempotency-Key gets the first answer again instead of doing it twice. */
export const supportsIdempotencyKey = (e: Endpoint): boolean =>
  e.method === 'POST' && e.supports_idempotency_key !== false

const emptyObject = z.object({})

/** Describes an endpoint; parts that a call does not have may be left out. */
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
  counts_as_write?: false
  nulls?: 'refused'
}): Endpoint<P, Q, B, R> => ({
  params: emptyObject as unknown as P,
  query: emptyObject as unknown as Q,
  body: z.undefined() as unknown as B,
  ...e,
})
