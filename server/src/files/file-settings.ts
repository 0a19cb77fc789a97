import { join, resolve } from 'node:path'
import { z } from 'zod'

/** Where files and raw mail are stored. */
export type FileSettings = {
  /** Absolute path. Holds them unless they are in S3; several nodes can share it. */
  files_dir: string
  s3: S3Settings | undefined
}

export type S3Settings = {
  bucket: string
  region: string
  /** URL of an S3-compatible service; unset for AWS. */
  endpoint: string | undefined
  /** If unset, the SDK looks for credentials itself, such as the role of the machine. */
  credentials: { access_key_id: string; secret_access_key: string } | undefined
  /** Beginning of every key: empty, or a path that ends with a slash. */
  prefix: string
  /** Whether the bucket is part of the path rather than of the host name. */
  force_path_style: boolean
}

const endpointSentence =
  'must be the URL of the service without a path, such as https://minio.example.com:9000'

export const s3Region = z.string().regex(/^[a-z0-9-]+$/, 'must be the name of a region, such as eu-central-1')

export const s3Endpoint = z
  .string()
  .regex(/^https?:\/\/[^\s/?#@]+\/?$/, endpointSentence)
  .refine((text) => URL.canParse(text), endpointSentence)
  .transform((text) => text.replace(/\/$/, ''))

/** The environment variables about files, without PARLEY_DATA_DIR. */
export const fileVariables = {
  PARLEY_FILES_DIR: z.string().optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket, such as parley-files')
    .optional(),
  S3_REGION: s3Region.default('us-east-1'),
  S3_ENDPOINT: s3Endpoint.optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PREFIX: z
    .string()
    .regex(
      /^(?!\.)[\w.-]+(?:\/(?!\.)[\w.-]+)*\/?$/,
      'must be a path of letters, digits, dots and hyphens, such as parley/files',
    )
    .transform((text) => `${text.replace(/\/$/, '')}/`)
    .default(''),
  S3_FORCE_PATH_STYLE: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .transform((text) => text === 'true')
    .optional(),
}

type Values = z.output<z.ZodObject<typeof fileVariables>>

/** Variables that are needed only together. */
export const s3KeyVariables = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** A variable that is missing, with the reason, or null. */
export function findMissingFileVariable(values: Values): { path: string[]; message: string } | null {
  const needless = (['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_PREFIX'] as const).find((name) => values[name])
  if (!needless || values.S3_BUCKET !== undefined) return null
  return { path: ['S3_BUCKET'], message: `must be set as well: without a bucket, ${needless} has no effect` }
}

export function readFileSettings(values: Values, data_dir: string): FileSettings {
  const { S3_ACCESS_KEY_ID: access_key_id, S3_SECRET_ACCESS_KEY: secret_access_key } = values
  return {
    files_dir: resolve(values.PARLEY_FILES_DIR ?? join(data_dir, 'files')),
    s3:
      values.S3_BUCKET === undefined
        ? undefined
        : {
            bucket: values.S3_BUCKET,
            region: values.S3_REGION,
            endpoint: values.S3_ENDPOINT,
            credentials:
              access_key_id && secret_access_key ? { access_key_id, secret_access_key } : undefined,
            prefix: values.S3_PREFIX,
            // Few S3-compatible services have a host name for each bucket.
            force_path_style: values.S3_FORCE_PATH_STYLE ?? values.S3_ENDPOINT !== undefined,
          },
  }
}

/** Whether files are in a folder of their own, outside the data folder. */
export const hasFilesElsewhere = ({
  s3,
  files_dir,
  data_dir,
}: FileSettings & { data_dir: string }): boolean => s3 === undefined && files_dir !== join(data_dir, 'files')
