import { describe, expect, test } from 'vitest'
import { readEnv } from '../env.ts'

const read = (values: Record<string, string>) => readEnv(values).backups

test.each([
  ['/backups', '/backups'],
  ['/backups/', '/backups'],
  ['/', '/'],
  ['s3://acme-backups', 's3://acme-backups'],
  ['s3://acme-backups/parley/daily/', 's3://acme-backups/parley/daily'],
])('backups go to %s', (PARLEY_BACKUP_TO, target) => {
  expect(read({ PARLEY_BACKUP_TO }).target).toBe(target)
})

test.each([
  ['7 days, 4 weeks, 6 months', { days: 7, weeks: 4, months: 6 }],
  ['30 days', { days: 30, weeks: 0, months: 0 }],
  ['1 day, 12 months', { days: 1, weeks: 0, months: 12 }],
])('PARLEY_BACKUP_KEEP is "%s"', (PARLEY_BACKUP_KEEP, retention) => {
  expect(read({ PARLEY_BACKUP_KEEP }).retention).toEqual(retention)
})

describe('S3 for backups is that of the files unless it has settings of its own', () => {
  const files = {
    ...{ S3_BUCKET: 'files', S3_ENDPOINT: 'https://minio.example.com', S3_REGION: 'eu-1' },
    ...{ S3_ACCESS_KEY_ID: 'files-id', S3_SECRET_ACCESS_KEY: 'files-secret' },
  }
  test('that of the files', () => {
    expect(read(files).s3).toEqual({
      ...{ region: 'eu-1', endpoint: 'https://minio.example.com', force_path_style: true },
      credentials: { access_key_id: 'files-id', secret_access_key: 'files-secret' },
    })
  })
  test('its own', () => {
    const own = {
      ...{ PARLEY_BACKUP_S3_ENDPOINT: 'https://backups.example.com/', PARLEY_BACKUP_S3_REGION: 'us-2' },
      ...{ PARLEY_BACKUP_S3_ACCESS_KEY_ID: 'id', PARLEY_BACKUP_S3_SECRET_ACCESS_KEY: 'secret' },
    }
    expect(read({ ...files, ...own }).s3).toMatchObject({
      ...{ region: 'us-2', endpoint: 'https://backups.example.com' },
      credentials: { access_key_id: 'id', secret_access_key: 'secret' },
    })
  })
})

test.each([
  ['PARLEY_BACKUP_TO', 'backups'],
  ['PARLEY_BACKUP_TO', 's3://'],
  ['PARLEY_BACKUP_TO', 's3://bucket/../other'],
  ['PARLEY_BACKUP_SCHEDULE', 'daily'],
  ['PARLEY_BACKUP_SCHEDULE', '0 25 * * *'],
  ['PARLEY_BACKUP_SCHEDULE', '0 3 * * * ?fill=1d'],
  ['PARLEY_BACKUP_KEEP', 'forever'],
  ['PARLEY_BACKUP_KEEP', '0 days'],
  ['PARLEY_BACKUP_PASSPHRASE', 'short'],
  ['PARLEY_BACKUP_S3_ENDPOINT', 'minio:9000'],
])('%s=%s is rejected', (name, value) => {
  expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`- ${name} .*must .*\\.$`, 'm'))
})

test('a schedule needs a place, and a key its secret', () => {
  expect(() => readEnv({ PARLEY_BACKUP_SCHEDULE: '0 3 * * *' })).toThrow(
    'PARLEY_BACKUP_TO must be set as well',
  )
  expect(() => readEnv({ PARLEY_BACKUP_S3_ACCESS_KEY_ID: 'id' })).toThrow(
    'PARLEY_BACKUP_S3_SECRET_ACCESS_KEY must be set as well',
  )
  expect(read({ PARLEY_BACKUP_SCHEDULE: '0 3 * * *', PARLEY_BACKUP_TO: '/backups' }).schedule).toBe(
    '0 3 * * *',
  )
})
