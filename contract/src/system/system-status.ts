import { z } from 'zod'
import { WatchedMailbox } from '../email/mail-deliveries.ts'
import { Readiness } from '../settings/health.ts'
import { endpoint } from '../shared/endpoint.ts'
import { addedKey, id, instant } from '../shared/fields.ts'

const bytes = z.int().nonnegative()
const seconds = z.number().nonnegative()

export const SystemNode = z.object({
  id: z.uuid(),
  host: z.string(),
  pid: z.int(),
  roles: z.array(z.string()),
  version: z.string(),
  started_at: instant,
  seen_at: instant,
  /** Whether it was seen within the last seconds. Nodes that ended without a word stay in the list for a day. */
  is_alive: z.boolean(),
  /** Inboxes whose mailboxes it watches. */
  inbox_ids: z.array(id),
  /** Free space and size of the disk of its data folder; null for nodes of earlier releases. */
  disk: z.object({ free_bytes: bytes, size_bytes: bytes }).nullable(),
  memory_bytes: bytes.nullable(),
})
export type SystemNode = z.infer<typeof SystemNode>

export const SystemQueue = z.object({
  name: z.enum(['incoming_mail', 'replies', 'notifications', 'webhooks', 'jobs']),
  /** Counted up to 10,000. */
  waiting: z.int().nonnegative(),
  /** How long the oldest has been waiting; null if that isn't known. */
  oldest_age_seconds: seconds.nullable(),
})
export type SystemQueue = z.infer<typeof SystemQueue>

/** What is null couldn't be read in time, because the database is slow or a table is locked. */
export const SystemStatus = z.object({
  /** The health of the node that responds. */
  health: Readiness.required(),
  versions: z.object({
    parley: z.string(),
    schema: z.string(),
    node: z.string(),
    postgresql: z.string(),
  }),
  /** Whether the operator has set where to ask for releases (PARLEY_UPDATE_URL). */
  checks_for_updates: z.boolean(),
  update: z.object({ version: z.string(), date: z.string(), url: z.string() }).nullable(),
  nodes: z.array(SystemNode),
  queues: z.array(SystemQueue).nullable(),
  consumers: z
    .array(
      z.object({
        name: z.string(),
        /** Counted up to 10,000. */
        waiting: z.int().nonnegative(),
        lag_seconds: seconds,
      }),
    )
    .nullable(),
  mailboxes: z
    .array(
      WatchedMailbox.extend({
        inbox_name: z.string(),
        last_mail_at: instant.nullable(),
        /** When it was last read, if that is too long ago; null otherwise. */
        overdue_since: addedKey(instant.nullable(), null),
      }),
    )
    .nullable(),
  sizes: z.object({
    database_bytes: bytes.nullable(),
    search_bytes: bytes.nullable(),
    /** As of the last daily measurement. */
    files_bytes: bytes.nullable(),
    /** The largest first. Rows are the database's own estimate; null if it has none yet. */
    tables: z.array(z.object({ name: z.string(), bytes, rows: z.int().nonnegative().nullable() })).nullable(),
  }),
  /** The newest backup, and why a newer one failed. */
  backup: z.object({
    created_at: instant.nullable(),
    bytes: bytes.nullable(),
    place: z.string().nullable(),
    error: z.string().nullable(),
  }),
  /**
   * Work that continues in the background after an upgrade. `remaining` is about how many rows are left, null before it has begun;
   * `failure` says why the last batch failed, which is tried again.
   */
  backfills: z
    .array(
      z.object({
        name: z.string(),
        remaining: z.int().nonnegative().nullable(),
        failure: z.string().nullable(),
      }),
    )
    .nullable(),
})
export type SystemStatus = z.infer<typeof SystemStatus>

export const historyDays = [1, 7, 30, 90] as const

export const SystemHistory = z.object({
  /** One point an hour, for 30 and 90 days one a day. */
  samples: z.array(
    z.object({
      at: instant,
      database_bytes: bytes,
      search_bytes: bytes,
      files_bytes: bytes.nullable(),
      disk_free_bytes: bytes.nullable(),
    }),
  ),
  /**
   * Requests to the API, one point an hour or a day, in the order of time. Durations are estimated from a histogram. `errors` were answered
   * with a status of 500 or above.
   */
  requests: addedKey(
    z.array(
      z.object({
        at: instant,
        count: z.int().nonnegative(),
        errors: z.int().nonnegative(),
        p50_seconds: seconds.nullable(),
        p95_seconds: seconds.nullable(),
      }),
    ),
    [],
  ),
  /** The machines that answered requests in this time. */
  hosts: addedKey(z.array(z.string()), []),
  /** Messages per hour of the last 24 hours, in the order of time. */
  mail: z.array(z.object({ at: instant, incoming: z.int(), outgoing: z.int() })),
})
export type SystemHistory = z.infer<typeof SystemHistory>

const tag = 'system'
export const getSystemStatus = endpoint({
  method: 'GET',
  path: '/api/v1/system',
  access: 'general_settings:manage',
  summary: 'Health, nodes, versions, queues, mailboxes and sizes',
  tag,
  response: SystemStatus,
})
export const getSystemHistory = endpoint({
  method: 'GET',
  path: '/api/v1/system/history',
  access: 'general_settings:manage',
  summary: 'Sizes and requests over time, and mail per hour of the last day',
  tag,
  query: z.object({
    days: z
      .enum(historyDays.map(String) as [string, ...string[]])
      .default('30')
      .transform(Number),
    /** Only requests to the nodes of this machine. */
    host: z.string().optional(),
  }),
  response: SystemHistory,
})
