import { resolve } from 'node:path'
import { z } from 'zod'
import { allowPublicAnd } from './http/outbound/allowed-addresses.ts'
import { defaultTrustedSealers } from './sender-auth/trusted-sealers.ts'

type Role = 'web' | 'worker' | 'mail'
const allRoles: readonly Role[] = ['web', 'worker', 'mail']
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Settings of this process. Keys are the variable names in lower case, without `PARLEY_`. */
export type Env = {
  port: number
  /** Defaults to localhost: a new workspace should not be on the open internet before its owner has seen it. */
  host: string
  /** Absolute path. Holds the embedded database, files, raw mail and the generated key. */
  data_dir: string
  /** URL of the workspace, without a trailing slash. */
  root_url: string
  /** PARLEY_ROOT_URL, if set: links in sign-in emails use it, regardless of the general settings. */
  sign_in_url: string | undefined
  /** Used only on the first start. */
  admin_email: string | undefined
  admin_password: string | undefined
  /** Encrypts stored secrets. If unset, a key file in `data_dir` is used. */
  secret_key: string | undefined
  /** Queried once a day for the latest release; if unset, nothing is queried. */
  update_url: string | undefined
  /** If unset, the embedded PostgreSQL is started. */
  database_url: string | undefined
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
  roles: ReadonlySet<Role>
  log_level: (typeof logLevels)[number]
}

/** Reads the settings from environment variables; an empty value counts as unset. Throws one error that lists every invalid value. */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const values = Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  )
  const { data, error } = schema.safeParse(values)
  if (error) throw new Error(formatIssues(error.issues, values))
  return {
    port: data.PORT,
    host: data.HOST,
    data_dir: resolve(data.PARLEY_DATA_DIR),
    root_url: data.PARLEY_ROOT_URL ?? `http://localhost:${data.PORT}`,
    sign_in_url: data.PARLEY_ROOT_URL,
    admin_email: data.PARLEY_ADMIN_EMAIL,
    admin_password: data.PARLEY_ADMIN_PASSWORD,
    secret_key: data.PARLEY_SECRET_KEY,
    update_url: data.PARLEY_UPDATE_URL,
    database_url: data.DATABASE_URL,
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
    roles: data.ROLES,
    log_level: data.LOG_LEVEL,
  }
}

const wholeNumber = (from: number, to: number, sentence: string) =>
  z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= from && Number(text) <= to, sentence)
    .transform(Number)

/** Addresses and ranges inside the operator's network. */
const addressRanges = z
  .string()
  .refine(
    areAddressRanges,
    'must be a comma-separated list of addresses or ranges, such as 10.1.0.0/16,192.168.1.20',
  )
  .transform((text): readonly string[] => splitList(text))
  .default([])

const variables = z.object({
  PORT: wholeNumber(1, 65535, 'must be a whole number from 1 to 65535, such as 3000').default(3000),
  HOST: z
    .string()
    .regex(/^[^\s/]+$/, 'must be an address or host name to listen on, such as 127.0.0.1 or 0.0.0.0')
    .default('127.0.0.1'),
  PARLEY_DATA_DIR: z.string().default('./data'),
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
    .min(32, 'must have at least 32 characters; `openssl rand -base64 32` makes a good one')
    .optional(),
  PARLEY_UPDATE_URL: z
    .string()
    .refine(isWebAddress, 'must be a URL that starts with https:// or http://')
    .optional(),
  DATABASE_URL: z
    .string()
    .refine(isPostgresUrl, 'must look like postgres://user:password@host:5432/database')
    .optional(),
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
  PARLEY_TRUSTED_RELAYS: addressRanges,
  PARLEY_TRUSTED_ARC_SEALERS: z
    .string()
    .toLowerCase()
    .refine(
      (text) => splitList(text).every(isHostName),
      'must be a comma-separated list of domains, such as google.com,microsoft.com',
    )
    .transform((text): readonly string[] => splitList(text))
    .default(defaultTrustedSealers),
  PARLEY_WEBHOOK_ALLOW: addressRanges,
  PARLEY_AI_ALLOW: addressRanges,
  PARLEY_OIDC_ALLOW: addressRanges,
  PARLEY_PUSH_ALLOW: addressRanges,
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

const schema = variables.superRefine((given, { addIssue }) => {
  if (given.SMTP_RECEIVER_PROXY_PROTOCOL && given.PARLEY_TRUSTED_RELAYS.length === 0)
    addIssue({
      code: 'custom',
      path: ['PARLEY_TRUSTED_RELAYS'],
      message: 'must be set as well: PROXY headers are accepted from trusted relays only',
    })
  const names = ['SMTP_RECEIVER_TLS_CERT', 'SMTP_RECEIVER_TLS_KEY'] as const
  const [missing, ...more] = names.filter((name) => given[name] === undefined)
  if (missing && more.length === 0)
    addIssue({
      code: 'custom',
      path: [missing],
      message: `must be set as well: ${names.join(' and ')} are needed together`,
    })
})

const tlsFiles = (cert: string | undefined, key: string | undefined) =>
  cert && key ? { cert: resolve(cert), key: resolve(key) } : undefined

const splitList = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

const isRole = (text: string): text is Role => allRoles.some((role) => role === text)

function isHostName(text: string) {
  return text.length <= 253 && /^(?!-)[a-z0-9-]+(?<!-)(?:\.(?!-)[a-z0-9-]+(?<!-))+$/.test(text)
}

function areAddressRanges(text: string) {
  try {
    allowPublicAnd(splitList(text))
    return true
  } catch {
    return false
  }
}

function isRootUrl(text: string) {
  if (!URL.canParse(text)) return false
  const { protocol, pathname, search, hash, username } = new URL(text)
  return /^https?:$/.test(protocol) && pathname === '/' && !search && !hash && !username
}

function isWebAddress(text: string) {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function isPostgresUrl(text: string) {
  return URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)
}

/** docs/spec/wire.md#passwords: the rule for every password. */
function isStrongPassword(text: string) {
  return (
    text.length >= 10 && text.length <= 72 && [/\p{Lu}/u, /\p{Ll}/u, /\d/, /[\W_]/].every((r) => r.test(text))
  )
}

// Their values contain secrets (such as the database password), and start-up errors end up in logs.
const secretNames = new Set(['PARLEY_ADMIN_PASSWORD', 'PARLEY_SECRET_KEY', 'DATABASE_URL'])

function formatIssues(issues: z.core.$ZodIssue[], given: Record<string, string>) {
  const lines = issues.map((issue) => {
    const name = String(issue.path[0])
    return secretNames.has(name) || given[name] === undefined
      ? `${name} ${issue.message}`
      : `${name} is "${given[name]}", but ${issue.message}`
  })
  return [
    'Parley cannot start, because its environment has mistakes:',
    ...lines.map((l) => `  - ${l}.`),
  ].join('\n')
}
