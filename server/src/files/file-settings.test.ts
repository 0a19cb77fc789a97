import { describe, expect, test } from 'vitest'
import { readEnv } from '../env.ts'

describe('S3', () => {
  const bucket = { S3_BUCKET: 'parley-files' }

  test('a bucket turns it on, in AWS with the credentials of the machine', () => {
    expect(readEnv(bucket).s3).toEqual({
      bucket: 'parley-files',
      region: 'us-east-1',
      endpoint: undefined,
      credentials: undefined,
      prefix: '',
      force_path_style: false,
    })
  })

  test('an endpoint makes the bucket part of the path, unless told otherwise', () => {
    const minio = { ...bucket, S3_ENDPOINT: 'http://minio:9000/', S3_PREFIX: 'help/desk' }
    expect(readEnv(minio).s3).toMatchObject({
      endpoint: 'http://minio:9000',
      prefix: 'help/desk/',
      force_path_style: true,
    })
    expect(readEnv({ ...minio, S3_FORCE_PATH_STYLE: 'false' }).s3?.force_path_style).toBe(false)
  })

  test('key and secret must be set together', () => {
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
    expect(readEnv({ ...bucket, ...keys }).s3?.credentials).toEqual({
      access_key_id: 'id',
      secret_access_key: 'secret',
    })
    expect(() => readEnv({ ...bucket, S3_ACCESS_KEY_ID: 'id' })).toThrow(
      '- S3_SECRET_ACCESS_KEY must be set as well',
    )
    expect(() => readEnv({ ...bucket, S3_SECRET_ACCESS_KEY: 'secret' })).toThrow(
      '- S3_ACCESS_KEY_ID must be set as well',
    )
  })

  test('settings without a bucket are a mistake', () => {
    expect(() => readEnv({ S3_ENDPOINT: 'http://minio:9000' })).toThrow('- S3_BUCKET must be set as well')
  })
})
