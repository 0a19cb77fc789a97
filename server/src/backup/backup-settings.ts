import { isAbsolute } from 'node:path'
import type { BackupRetention } from '@parley/contract/system/system-backups'
import { z } from 'zod'
import { type S3Settings, s3Endpoint, s3Region } from '../files/file-settings.ts'
import { isSchedule } from './schedule-times.ts'

export type BackupSettings = {
  /** Absolute path of a folder, or `s3://bucket/prefix`; null if `npm run backup` is always told a file. */
  target: string | null
  /** Minute, hour, day, month and weekday in UTC; null if it is set on the System page, if at all. */
  schedule: string | null
  /** Null if it is set on the System page. */
  retention: BackupRetention | null
  passphrase: string | undefined
  /** How S3 is reached; the bucket is part of the target. */
  s3: Omit<S3Settings, 'bucket' | 'prefix'>
}

const retentionPattern = /^\s*(?:(\d+) days?)?\s*,?\s*(?:(\d+) weeks?)?\s*,?\s*(?:(\d+) months?)?\s*$/

export const backupVariables = {
  PARLEY_BACKUP_TO: z
    .string()
    .refine(
      (text) => isAbsolute(text) || parseS3Url(text) !== null,
      'must be the absolute path of a folder, or the URL of one in S3, such as s3://bucket/backups',
    )
    .optional(),
  PARLEY_BACKUP_SCHEDULE: z
    .string()
    .refine(
      isSchedule,
      'must be a cron expression in UTC with five fields, such as "0 3 * * *" for every day at 3:00',
    )
    .optional(),
  PARLEY_BACKUP_KEEP: z
    .string()
    .refine(
      (text) => readRetention(text) !== null,
      'must say how many days, weeks and months have a backup, such as "7 days, 4 weeks, 6 months"',
    )
    .optional(),
  PARLEY_BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').optional(),
  PARLEY_BACKUP_S3_REGION: s3Region.optional(),
  PARLEY_BACKUP_S3_ENDPOINT: s3Endpoint.optional(),
  PARLEY_BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  PARLEY_BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
}

/** Variables that are needed only together. */
export const backupKeyVariables = [
  'PARLEY_BACKUP_S3_ACCESS_KEY_ID',
  'PARLEY_BACKUP_S3_SECRET_ACCESS_KEY',
] as const

type Values = z.output<z.ZodObject<typeof backupVariables>> & {
  S3_REGION: string
  S3_ENDPOINT?: string | undefined
  S3_ACCESS_KEY_ID?: string | undefined
  S3_SECRET_ACCESS_KEY?: string | undefined
  S3_FORCE_PATH_STYLE?: boolean | undefined
}

export function readBackupSettings(values: Values): BackupSettings {
  const key_id = values.PARLEY_BACKUP_S3_ACCESS_KEY_ID ?? values.S3_ACCESS_KEY_ID
  const secret = values.PARLEY_BACKUP_S3_SECRET_ACCESS_KEY ?? values.S3_SECRET_ACCESS_KEY
  const endpoint = values.PARLEY_BACKUP_S3_ENDPOINT ?? values.S3_ENDPOINT
  return {
    target: values.PARLEY_BACKUP_TO?.replace(/(?<=.)\/+$/, '') ?? null,
    schedule: values.PARLEY_BACKUP_SCHEDULE ?? null,
    retention: readRetention(values.PARLEY_BACKUP_KEEP ?? ''),
    passphrase: values.PARLEY_BACKUP_PASSPHRASE,
    s3: {
      region: values.PARLEY_BACKUP_S3_REGION ?? values.S3_REGION,
      endpoint,
      credentials: key_id && secret ? { access_key_id: key_id, secret_access_key: secret } : undefined,
      force_path_style: values.S3_FORCE_PATH_STYLE ?? endpoint !== undefined,
    },
  }
}

/** A variable that is missing, with the reason, or null. */
export const findMissingBackupVariable = (
  values: z.output<z.ZodObject<typeof backupVariables>>,
): { path: string[]; message: string } | null =>
  values.PARLEY_BACKUP_SCHEDULE !== undefined && values.PARLEY_BACKUP_TO === undefined
    ? { path: ['PARLEY_BACKUP_TO'], message: 'must be set as well: scheduled backups need a place' }
    : null

/** Bucket and path within it, without slashes around it; null if the text isn't such a URL. */
export function parseS3Url(text: string): { bucket: string; path: string } | null {
  const [, bucket = '', path = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/(?!\.)[\w.:-]+)*)\/?$/.exec(text) ?? []
  return bucket ? { bucket, path: path.slice(1) } : null
}

function readRetention(text: string): BackupRetention | null {
  const match = retentionPattern.exec(text)
  if (!match) return null
  const [days = 0, weeks = 0, months = 0] = match.slice(1).map((number) => Number(number ?? 0))
  return days + weeks + months > 0 ? { days, weeks, months } : null
}
