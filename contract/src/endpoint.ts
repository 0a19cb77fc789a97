import type { z } from 'zod'
import type { Permission } from './permissions.ts'

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
  /** One line for the API pages. */
  summary: string
  /** Groups the API pages; the feature's name. */
  tag: string
  params: Params
  query: Query
  body: Body
  /** What the envelope's `data` holds (api-contract 1.2). */
  response: Response
}
