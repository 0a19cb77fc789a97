import { resolve } from 'node:path'
import { z } from 'zod'
import {
  addressRanges,
  isHostName,
  isRootUrl,
  isWebAddress,
  postgresUrl,
  splitList,
} from './address-settings.ts'
import {
  type BackupSettings,
  backupKeyVariables,
  backupVariables,
  findMissingBackupVariable,
  readBackupSettings,
} from './backup/backup-settings.ts'
import {
  type FileSettings,
  fileVariables,
  findMissingFileVariable,
  readFileSettings,
  s3KeyVariables,
} from './files/file-settings.ts'
import { thisMachine } from './http/requests/client-address.ts'
import { type MetricsSettings, metricsSettings, metricsVariables } from './metrics/metrics-settings.ts'
import { listenHost, portNumber, wholeNumber } from './port-setting.ts'
import { readSecretFiles, secretSettings } from './secret-settings.ts'
import { minKeyLength, splitKeys } from './secrets.ts'
import { defaultTrustedSealers } from './sender-auth/trusted-sealers.ts'
import { type TracingSettings, tracingSettings, tracingVariables } from './tracing/tracing-settings.ts'

type Role = 'web' | 'worker' | 'mail'
const allRoles: readonly Role[] = ['web', 'worker', 'mail']
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Settings of this process. Keys are the variable names in lower case, without `PARLEY_`. */
export type Env = FileSettings & {
  port: number
  /** Defaults to localhost: a new workspace should not be on the open internet before its owner has seen it. */
  host: string
  /** Absolute path. Holds the embedded database and the generated key, and the files unless they are elsewhere. */
  data_dir: string
  /** URL of the workspace, without a trailing slash. */
  root_url: string
  /** PARLEY_ROOT_URL, if set: links in sign-in emails use it, regardless of the general settings. */
  sign_in_url: string | undefined
  /** Addresses and ranges of reverse proxies in front of the web server: their X-Forwarded-* headers name the client. */
  trusted_proxies: readonly string[]
  /** Used only on the first start. */
  admin_email: string | undefined
  admin_password: string | undefined
  /** Encrypts stored secrets. If unset, a key file in `data_dir` is used. */
  secret_key: string | undefined
  /** Queried once a day for the latest release; if unset, nothing is queried. */
  update_url: string | undefined
  /** If unset, the embedded PostgreSQL is started. */
  database_url: string | undefined
  /** Leads to the same database without a pooler, for what needs a session of its own: listening, jobs and migrations. */
  database_direct_url: string | undefined
  /** Migrates the embedded database without a backup before. */
  skip_upgrade_backup: boolean
  /** A streaming replica, for reports and search. */
  database_replica_url: string | undefined
  /** 0 turns the receiver off. */
  smtp_receiver_port: number
  /** Absolute paths of the certificate and key that the receiver uses for STARTTLS. */
  smtp_receiver_tls: { cert: string; key: string } | undefined
  /** Domain of every inbox's built-in receiving address, and our host name when greeting other mail servers. */
  mail_host: string | null
  /** Mail relays in front of the receiver: their Received headers identify the sending host. */
  trusted_relays: readonly string[]
  /** Whether those relays are proxies that start each connection with a PROXY header. */
  smtp_receiver_proxy: boolean
  /** Forwarders whose ARC seals are trusted. */
  trusted_sealers: readonly string[]
  /** Addresses and ranges outside the public internet that webhooks may reach. */
  webhook_allow: readonly string[]
  /** Addresses and ranges outside the public internet for language models, such as a model on this machine. */
  ai_allow: readonly string[]
  /** Addresses and ranges outside the public internet for sign-in providers. */
  oidc_allow: readonly string[]
  /** Addresses and ranges outside the public internet for push services of browsers. */
  push_allow: readonly string[]
  /** Where a process without the web role answers health checks. */
  health_port: number | undefined
  backups: BackupSettings
  metrics: MetricsSettings
  /** Where and how traces are exported; null if they aren't. */
  tracing: TracingSettings | null
  roles: ReadonlySet<Role>
  log_level: (typeof logLevels)[number]
}

/** Reads the settings from environment variables and the files of secrets; an empty value counts as unset. Throws one error that lists every invalid value. */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  )
  const { values, mistakes } = readSecretFiles(given)
  const { data, error } = schema.safeParse(values)
  if (error) mistakes.push(...error.issues.map((issue) => describeIssue(issue, given)))
  if (!data || mistakes.length > 0) throw new Error(listMistakes(mistakes))
  return {
    port: data.PORT,
    host: data.HOST,
    data_dir: resolve(data.PARLEY_DATA_DIR),
    ...readFileSettings(data, data.PARLEY_DATA_DIR),
    root_url: data.PARLEY_ROOT_URL ?? `http://localhost:${data.PORT}`,
    sign_in_url: data.PARLEY_ROOT_URL,
    trusted_proxies: data.PARLEY_TRUSTED_PROXIES,
    admin_email: data.PARLEY_ADMIN_EMAIL,
    admin_password: data.PARLEY_ADMIN_PASSWORD,
    secret_key: data.PARLEY_SECRET_KEY,
    update_url: data.PARLEY_UPDATE_URL,
    database_url: data.DATABASE_URL,
    database_direct_url: data.DATABASE_DIRECT_URL,
    database_replica_url: data.DATABASE_REPLICA_URL,
    skip_upgrade_backup: data.PARLEY_SKIP_UPGRADE_BACKUP,
    smtp_receiver_port: data.SMTP_RECEIVER_PORT,
    smtp_receiver_tls: tlsFiles(data.SMTP_RECEIVER_TLS_CERT, data.SMTP_RECEIVER_TLS_KEY),
    mail_host: data.PARLEY_MAIL_HOST ?? null,
    trusted_relays: data.PARLEY_TRUSTED_RELAYS,
    smtp_receiver_proxy: data.SMTP_RECEIVER_PROXY_PROTOCOL,
    trusted_sealers: data.PARLEY_TRUSTED_ARC_SEALERS,
    webhook_allow: data.PARLEY_WEBHOOK_ALLOW,
    ai_allow: data.PARLEY_AI_ALLOW,
    oidc_allow: data.PARLEY_OIDC_ALLOW,
    push_allow: data.PARLEY_PUSH_ALLOW,
    health_port: data.ROLES.has('web') ? undefined : data.PARLEY_HEALTH_PORT,
    backups: readBackupSettings(data),
    metrics: metricsSettings(data),
    tracing: tracingSettings(data),
    roles: data.ROLES,
    log_level: data.LOG_LEVEL,
  }
}

const variables = z.object({
  PORT: portNumber.default(3000),
  HOST: listenHost.default('127.0.0.1'),
  PARLEY_DATA_DIR: z.string().default('./data'),
  ...fileVariables,
  PARLEY_ROOT_URL: z
    .string()
    .refine(
      isRootUrl,
      'must be the address that people open, such as https://help.example.com, without a path',
    )
    .transform((text) => new URL(text).origin)
    .optional(),
  PARLEY_ADMIN_EMAIL: z.email('must be an email address').optional(),
  PARLEY_ADMIN_PASSWORD: z
    .string()
    .refine(
      isStrongPassword,
      'must have 10 to 72 characters with an upper-case and a lower-case letter, a digit and a symbol',
    )
    .optional(),
  PARLEY_SECRET_KEY: z
    .string()
    .refine(
      (keys) => splitKeys(keys).every((key) => key.length >= minKeyLength),
      'must have at least 32 characters; `openssl rand -base64 32` makes a good one',
    )
    .optional(),
  PARLEY_TRUSTED_PROXIES: addressRanges.default(thisMachine),
  PARLEY_UPDATE_URL: z
    .string()
    .refine(isWebAddress, 'must be a URL that starts with https:// or http://')
    .optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: postgresUrl.optional(),
  PARLEY_SKIP_UPGRADE_BACKUP: z
    .stringbool({ truthy: ['1'], falsy: ['0'], error: 'must be 1 or 0' })
    .default(false),
  SMTP_RECEIVER_PORT: wholeNumber(
    0,
    65535,
    'must be a whole number from 0 to 65535; 0 turns the receiver off',
  ).default(2525),
  SMTP_RECEIVER_TLS_CERT: z.string().optional(),
  SMTP_RECEIVER_TLS_KEY: z.string().optional(),
  SMTP_RECEIVER_PROXY_PROTOCOL: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .transform((text) => text === 'true')
    .default(false),
  PARLEY_MAIL_HOST: z
    .string()
    .toLowerCase()
    .refine(isHostName, 'must be a host name such as mail.example.com')
    .optional(),
  PARLEY_TRUSTED_RELAYS: addressRanges.default([]),
  PARLEY_TRUSTED_ARC_SEALERS: z
    .string()
    .toLowerCase()
    .refine(
      (text) => splitList(text).every(isHostName),
      'must be a comma-separated list of domains, such as google.com,microsoft.com',
    )
    .transform((text): readonly string[] => splitList(text))
    .default(defaultTrustedSealers),
  PARLEY_WEBHOOK_ALLOW: addressRanges.default([]),
  PARLEY_AI_ALLOW: addressRanges.default([]),
  PARLEY_OIDC_ALLOW: addressRanges.default([]),
  PARLEY_PUSH_ALLOW: addressRanges.default([]),
  PARLEY_HEALTH_PORT: portNumber.optional(),
  ...backupVariables,
  ...metricsVariables,
  ...tracingVariables,
  ROLES: z
    .string()
    .refine(
      (text) => splitList(text).length > 0 && splitList(text).every(isRole),
      'must be a comma-separated list of web, worker and mail, such as web,worker',
    )
    .transform((text): ReadonlySet<Role> => new Set(splitList(text).filter(isRole)))
    .default(new Set(allRoles)),
  LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info'),
})

export const settingNames: readonly string[] = Object.keys(variables.shape)

const schema = variables.superRefine((given, { addIssue }) => {
  if (given.SMTP_RECEIVER_PROXY_PROTOCOL && given.PARLEY_TRUSTED_RELAYS.length === 0)
    addIssue({
      code: 'custom',
      path: ['PARLEY_TRUSTED_RELAYS'],
      message: 'must be set as well: PROXY headers are accepted from trusted relays only',
    })
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'] as const)
    if (given[name] && !given.DATABASE_URL)
      addIssue({
        code: 'custom',
        path: ['DATABASE_URL'],
        message: `must be set as well: ${name} is another way to the same database, or a copy of it`,
      })
  for (const names of neededTogether) {
    const [missing, ...more] = names.filter((name) => given[name] === undefined)
    if (missing && more.length === 0)
      addIssue({
        code: 'custom',
        path: [missing],
        message: `must be set as well: ${names.join(' and ')} are needed together`,
      })
  }
  for (const issue of [findMissingFileVariable(given), findMissingBackupVariable(given)])
    if (issue) addIssue({ code: 'custom', ...issue })
})

const neededTogether = [
  ['SMTP_RECEIVER_TLS_CERT', 'SMTP_RECEIVER_TLS_KEY'],
  s3KeyVariables,
  backupKeyVariables,
] as const

const tlsFiles = (cert: string | undefined, key: string | undefined) =>
  cert && key ? { cert: resolve(cert), key: resolve(key) } : undefined

const isRole = (text: string): text is Role => allRoles.some((role) => role === text)

/** docs/spec/wire.md#passwords: the rule for every password. */
function isStrongPassword(text: string) {
  return (
    text.length >= 10 && text.length <= 72 && [/\p{Lu}/u, /\p{Ll}/u, /\d/, /[\W_]/].every((r) => r.test(text))
  )
}

function describeIssue({ path, message }: z.core.$ZodIssue, given: Record<string, string>): string {
  const name = String(path[0])
  const file = given[`${name}_FILE`]
  if (secretSettings.includes(name)) return `${name} ${file ? `(in ${file}) ` : ''}${message}`
  return given[name] === undefined ? `${name} ${message}` : `${name} is "${given[name]}", but ${message}`
}

const listMistakes = (mistakes: string[]) =>
  [
    'Parley cannot start, because its environment has mistakes:',
    ...mistakes.map((mistake) => `  - ${mistake}.`),
  ].join('\n')
