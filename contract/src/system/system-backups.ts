import { z } from 'zod'
import { changesTo } from '../shared/changes-schema.ts'
import { endpoint } from '../shared/endpoint.ts'
import { acknowledgement, instant } from '../shared/fields.ts'

const periods = z.int().min(0).max(999)

/** How many backups are kept: the newest of each of the last days, weeks (from Monday) and months, in UTC. The newest of all is always kept. */
export const BackupRetention = z.object({ days: periods, weeks: periods, months: periods })
export type BackupRetention = z.infer<typeof BackupRetention>

export const BackupScheduleSettings = z.object({
  /** Minute, hour, day, month and weekday in UTC, as in cron; null for none. */
  schedule: z.string().max(200).nullable(),
  retention: BackupRetention,
})
export type BackupScheduleSettings = z.infer<typeof BackupScheduleSettings>

export const SystemBackup = z.object({
  /** The time of its data. */
  created_at: instant,
  /** The folder, or the URL of one in S3. */
  target: z.string(),
  name: z.string(),
  state: z.enum(['running', 'finished', 'failed', 'removed']),
  bytes: z.int().nonnegative().nullable(),
  /** How long it took, with checking and storing it; null if that isn't known. */
  duration_seconds: z.number().nonnegative().nullable(),
  /** Whether all of it was read again and found intact. */
  is_checked: z.boolean(),
  /** Why it failed. */
  error: z.string().nullable(),
})
export type SystemBackup = z.infer<typeof SystemBackup>

export const BackupProgress = z.object({
  step: z.enum(['copy', 'check', 'store']),
  /** Of this step, from 0 to 1. */
  share: z.number().min(0).max(1),
  /** Until this step ends, as estimated from its rate; null while that isn't known. */
  seconds_left: z.number().nonnegative().nullable(),
})
export type BackupProgress = z.infer<typeof BackupProgress>

export const SystemBackups = z.object({
  ...BackupScheduleSettings.shape,
  /** Which of them the environment of the server says. They can't be changed here. */
  is_set_by_environment: z.object({ schedule: z.boolean(), retention: z.boolean() }),
  /** Where backups go (PARLEY_BACKUP_TO); null if that isn't set. */
  target: z.string().nullable(),
  /** Whether backups include the key of stored passwords, encrypted under the passphrase. */
  includes_key: z.boolean(),
  next_at: instant.nullable(),
  /** `queued`: it starts within seconds, or is tried again after a failure. */
  state: z.enum(['idle', 'queued', 'running']),
  progress: BackupProgress.nullable(),
  /** The newest ten, the newest first. */
  backups: z.array(SystemBackup),
})
export type SystemBackups = z.infer<typeof SystemBackups>

const tag = 'system'
export const getSystemBackups = endpoint({
  method: 'GET',
  path: '/api/v1/system/backups',
  access: 'general_settings:manage',
  summary: 'The schedule of backups, the newest ones, and the one that is being made',
  tag,
  response: SystemBackups,
})
export const getBackupSchedule = endpoint({
  method: 'GET',
  path: '/api/v1/system/backups/schedule',
  access: 'general_settings:manage',
  summary: 'Get when backups are made and how many are kept',
  tag,
  response: BackupScheduleSettings,
})
export const updateBackupSchedule = endpoint({
  method: 'PUT',
  path: '/api/v1/system/backups/schedule',
  access: 'general_settings:manage',
  summary: 'Set when backups are made and how many are kept, unless the environment of the server says it',
  tag,
  body: changesTo(BackupScheduleSettings),
  response: acknowledgement,
})
/** It is made by a process with the role worker. */
export const startBackup = endpoint({
  method: 'POST',
  path: '/api/v1/system/backups',
  access: 'general_settings:manage',
  summary: 'Make a backup now',
  tag,
  response: acknowledgement,
})
