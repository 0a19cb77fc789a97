import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { defaultTrustedSealers } from './sender-auth/trusted-sealers.ts'

test('every variable has a default', () => {
  expect(readEnv({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    data_dir: resolve('data'),
    files_dir: resolve('data/files'),
    s3: undefined,
    root_url: 'http://localhost:3000',
    trusted_proxies: ['127.0.0.0/8', '::1'],
    admin_email: undefined,
    admin_password: undefined,
    secret_key: undefined,
    update_url: undefined,
    database_url: undefined,
    database_direct_url: undefined,
    database_replica_url: undefined,
    skip_upgrade_backup: false,
    smtp_receiver_port: 2525,
    smtp_receiver_tls: undefined,
    smtp_receiver_proxy: false,
    mail_host: null,
    trusted_relays: [],
    trusted_sealers: defaultTrustedSealers,
    webhook_allow: [],
    ai_allow: [],
    oidc_allow: [],
    push_allow: [],
    health_port: undefined,
    backups: {
      ...{ target: null, schedule: null, passphrase: undefined, retention: null },
      s3: { region: 'us-east-1', endpoint: undefined, credentials: undefined, force_path_style: false },
    },
    metrics: { port: null, host: '127.0.0.1', token: null },
    tracing: null,
    roles: new Set(['web', 'worker', 'mail']),
    log_level: 'info',
  })
})

test('an empty value counts as unset, and surrounding spaces are ignored', () => {
  expect(readEnv({ PORT: '', DATABASE_URL: '  ', LOG_LEVEL: ' debug ' })).toMatchObject({
    port: 3000,
    database_url: undefined,
    database_direct_url: undefined,
    database_replica_url: undefined,
    log_level: 'debug',
  })
})

test('ignores unknown variables', () => {
  expect(readEnv({ PATH: '/bin', npm_config_cache: 'x' })).toEqual(readEnv({}))
})

describe('uses the given values', () => {
  const strongPassword = 'Correct-horse-9'
  const key = 'k'.repeat(32)
  test.each([
    ['PORT', '8080', { port: 8080, root_url: 'http://localhost:8080' }],
    ['HOST', '0.0.0.0', { host: '0.0.0.0' }],
    ['HOST', '::1', { host: '::1' }],
    ['PARLEY_DATA_DIR', '/var/lib/parley', { data_dir: resolve('/var/lib/parley') }],
    ['PARLEY_DATA_DIR', 'elsewhere', { data_dir: resolve('elsewhere') }],
    ['PARLEY_DATA_DIR', '/var/lib/parley', { files_dir: resolve('/var/lib/parley/files') }],
    ['PARLEY_FILES_DIR', '/mnt/parley', { data_dir: resolve('data'), files_dir: resolve('/mnt/parley') }],
    ['PARLEY_ROOT_URL', 'https://help.example.com/', { root_url: 'https://help.example.com' }],
    ['PARLEY_ADMIN_EMAIL', 'ada@example.com', { admin_email: 'ada@example.com' }],
    ['PARLEY_ADMIN_PASSWORD', strongPassword, { admin_password: strongPassword }],
    ['PARLEY_SECRET_KEY', key, { secret_key: key }],
    [
      'PARLEY_UPDATE_URL',
      'https://parley.example/newest.json',
      { update_url: 'https://parley.example/newest.json' },
    ],
    ['DATABASE_URL', 'postgres://p@localhost/db', { database_url: 'postgres://p@localhost/db' }],
    ['DATABASE_URL', 'postgresql:///db?host=/run', { database_url: 'postgresql:///db?host=/run' }],
    ['SMTP_RECEIVER_PORT', '0', { smtp_receiver_port: 0 }],
    ['PARLEY_MAIL_HOST', 'Mail.Example.com', { mail_host: 'mail.example.com' }],
    ['PARLEY_TRUSTED_PROXIES', '10.0.0.5,fd00::/8', { trusted_proxies: ['10.0.0.5', 'fd00::/8'] }],
    ['PARLEY_TRUSTED_RELAYS', '10.1.0.0/16, ::1', { trusted_relays: ['10.1.0.0/16', '::1'] }],
    [
      'PARLEY_TRUSTED_ARC_SEALERS',
      'Lists.example, google.com',
      { trusted_sealers: ['lists.example', 'google.com'] },
    ],
    ['SMTP_RECEIVER_PROXY_PROTOCOL', 'false', { smtp_receiver_proxy: false }],
    ['PARLEY_METRICS_PORT', '9464', { metrics: { port: 9464 } }],
    ['PARLEY_METRICS_HOST', '10.0.0.7', { metrics: { host: '10.0.0.7' } }],
    ['PARLEY_METRICS_TOKEN', 't'.repeat(16), { metrics: { token: 't'.repeat(16) } }],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'http://127.0.0.1:4318',
      { tracing: { protocol: 'http/protobuf', sampler: 'parentbased_always_on', ratio: 1 } },
    ],
    ['OTEL_SERVICE_NAME', 'parley', { tracing: null }],
    ['ROLES', 'web, mail', { roles: new Set(['web', 'mail']) }],
    ['LOG_LEVEL', 'silent', { log_level: 'silent' }],
  ])('%s=%s', (name, value, expected) => {
    expect(readEnv({ [name]: value })).toMatchObject(expected)
  })
})

describe('an invalid value is rejected with a message that names the variable', () => {
  test.each([
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '80a'],
    ['PORT', '-1'],
    ['PORT', '3e3'],
    ['PARLEY_HEALTH_PORT', '0'],
    ['HOST', 'http://localhost'],
    ['PARLEY_ROOT_URL', 'help.example.com'],
    ['PARLEY_ROOT_URL', 'ftp://help.example.com'],
    ['PARLEY_ROOT_URL', 'https://example.com/help'],
    ['PARLEY_ADMIN_EMAIL', 'ada'],
    ['PARLEY_ADMIN_PASSWORD', 'Short-1'],
    ['PARLEY_ADMIN_PASSWORD', `${'Aa1-'.repeat(18)}x`],
    ['PARLEY_ADMIN_PASSWORD', 'no-upper-case-9'],
    ['PARLEY_ADMIN_PASSWORD', 'NO-LOWER-CASE-9'],
    ['PARLEY_ADMIN_PASSWORD', 'No-digit-at-all'],
    ['PARLEY_ADMIN_PASSWORD', 'NoSymbolAtAll9'],
    ['PARLEY_SECRET_KEY', 'k'.repeat(31)],
    ['PARLEY_UPDATE_URL', 'parley.example/newest.json'],
    ['PARLEY_UPDATE_URL', 'file:///etc/passwd'],
    ['PARLEY_TRUSTED_PROXIES', 'localhost'],
    ['PARLEY_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['PARLEY_TRUSTED_PROXIES', '10.0.0.0/'],
    ['PARLEY_TRUSTED_PROXIES', '10.1'],
    ['PARLEY_TRUSTED_PROXIES', '10.0.0.1/8/8'],
    ['PARLEY_TRUSTED_PROXIES', 'fe80::1%eth0'],
    ['PARLEY_TRUSTED_RELAYS', 'relay.example.com'],
    ['DATABASE_URL', 'mysql://localhost/db'],
    ['DATABASE_DIRECT_URL', 'localhost:5432'],
    ['DATABASE_REPLICA_URL', 'localhost:5432'],
    ['DATABASE_URL', 'localhost:5432'],
    ['SMTP_RECEIVER_PORT', '70000'],
    ['PARLEY_METRICS_PORT', '0'],
    ['PARLEY_METRICS_HOST', 'http://localhost'],
    ['PARLEY_METRICS_TOKEN', 'too-short'],
    ['PARLEY_METRICS_TOKEN', 'key:secret-looks-like-an-api-key'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['S3_BUCKET', 'Files'],
    ['S3_ENDPOINT', 'minio:9000'],
    ['S3_ENDPOINT', 'https://minio.example.com/files'],
    ['S3_PREFIX', '/files'],
    ['S3_PREFIX', 'a/../b'],
    ['S3_FORCE_PATH_STYLE', 'yes'],
    ['ROLES', 'web,cook'],
    ['ROLES', ','],
    ['LOG_LEVEL', 'loud'],
  ])('%s=%s', (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`- ${name} .*must .*\\.$`, 'm'))
  })
})

test('certificate and key must be set together', () => {
  const [cert, key] = ['SMTP_RECEIVER_TLS_CERT', 'SMTP_RECEIVER_TLS_KEY']
  expect(readEnv({ [cert]: '/etc/mail.pem', [key]: 'mail.key' }).smtp_receiver_tls).toEqual({
    cert: resolve('/etc/mail.pem'),
    key: resolve('mail.key'),
  })
  expect(() => readEnv({ [cert]: '/etc/mail.pem' })).toThrow(`- ${key} must be set as well`)
  expect(() => readEnv({ [key]: '/etc/mail.key' })).toThrow(`- ${cert} must be set as well`)
})

test('standard variables choose how traces are exported, or turn them off', () => {
  const on = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.com/v1/traces' }
  const sampling = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' }
  expect(readEnv({ ...on, ...sampling, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json' }).tracing).toEqual({
    protocol: 'http/json',
    sampler: 'parentbased_traceidratio',
    ratio: 0.1,
  })
  expect(readEnv({ ...on, OTEL_SDK_DISABLED: 'TRUE' }).tracing).toBeNull()
  expect(readEnv({ ...on, OTEL_TRACES_EXPORTER: 'none' }).tracing).toBeNull()
})

test('reports all errors at once', () => {
  expect(() => readEnv({ PORT: 'x', ROLES: 'x', LOG_LEVEL: 'x' })).toThrow(/PORT.*ROLES.*LOG_LEVEL/s)
})

test('secrets do not appear in the message', () => {
  const wrong = {
    PARLEY_ADMIN_PASSWORD: 'hunter2',
    PARLEY_SECRET_KEY: 'hunter2',
    DATABASE_URL: 'x://u:hunter2@h',
    PARLEY_METRICS_TOKEN: 'hunter2',
    S3_SECRET_ACCESS_KEY: 'hunter2',
  }
  expect(() => readEnv(wrong)).toThrow(/^(?!.*hunter2)/s)
})

test('health checks have a port of their own only without the web role', () => {
  expect(readEnv({ PARLEY_HEALTH_PORT: '3001', ROLES: 'worker,mail' }).health_port).toBe(3001)
  expect(readEnv({ PARLEY_HEALTH_PORT: '3001' }).health_port).toBeUndefined()
})

test('the PROXY protocol requires trusted relays', () => {
  const both = { SMTP_RECEIVER_PROXY_PROTOCOL: 'true', PARLEY_TRUSTED_RELAYS: '10.0.0.5' }
  expect(readEnv(both)).toMatchObject({ smtp_receiver_proxy: true, trusted_relays: ['10.0.0.5'] })
  expect(() => readEnv({ SMTP_RECEIVER_PROXY_PROTOCOL: 'true' })).toThrow(/PARLEY_TRUSTED_RELAYS must be set/)
})

test.each(['mail', 'https://mail.example.com', 'mail_host.example.com', '-a.example.com', '10.0.0.1:25'])(
  'PARLEY_MAIL_HOST rejects %s',
  (PARLEY_MAIL_HOST) => {
    expect(() => readEnv({ PARLEY_MAIL_HOST })).toThrow(/PARLEY_MAIL_HOST/)
  },
)
