import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3'
import { FileStorageError } from '../../transient-error.ts'
import type { S3Settings } from '../file-settings.ts'
import type { ByteRange } from '../file-store.ts'
import { describeBucket, toStorageError } from './s3-errors.ts'

/** `modified_at` is in milliseconds, by the clock of S3, which counts whole seconds. `size` is in bytes. */
export type S3Object = { key: string; size: number; modified_at: number }

/** A folder of a bucket. Missing objects are ENOENT, all other errors transient (FileStorageError). */
export type S3Bucket = {
  /** S3 compares the bytes with their checksum. */
  put(key: string, bytes: Uint8Array): Promise<void>
  /** Uploads these parts as one object. All but the last have the same size, at least 5 MiB. All or nothing. */
  putParts(key: string, parts: AsyncIterable<Uint8Array>): Promise<void>
  /** In bytes; null if there is no such object. */
  findSize(key: string): Promise<number | null>
  /** The body must be read or destroyed. `size` is that of the body. */
  read(key: string, range?: ByteRange): Promise<{ body: Readable; size: number }>
  copy(from: string, to: string): Promise<void>
  /** Whether S3 has answered the first attempt: only then no earlier one can still take effect. */
  remove(key: string): Promise<boolean>
  /** In the order of their keys. */
  list(prefix: string): AsyncIterable<S3Object>
  /** Aborts uploads in parts that began before this time, in milliseconds. */
  abortUploads(prefix: string, before: number): Promise<void>
  /** Throws if the bucket cannot be reached or used. */
  check(signal: AbortSignal): Promise<void>
  stop(): void
}

export type S3Limits = {
  attempts: number
  connect_ms: number
  /** Without any byte in either direction. */
  idle_ms: number
  /** From the beginning of a request to the headers of its response. */
  response_ms: number
}

const defaultLimits: S3Limits = { attempts: 4, connect_ms: 5_000, idle_ms: 15_000, response_ms: 60_000 }

type Sdk = typeof import('@aws-sdk/client-s3')
type Context = { sdk: Sdk; client: S3Client; settings: S3Settings }

export async function openS3Bucket(settings: S3Settings, limits: Partial<S3Limits> = {}): Promise<S3Bucket> {
  // Loaded on demand: it takes more than 20 MB of memory.
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client(clientConfig(settings, { ...defaultLimits, ...limits }))
  // Outermost, so that no raw error of the SDK gets out of any call.
  client.middlewareStack.add(
    (next) => (call) =>
      next(call).catch((error: unknown) => {
        throw toStorageError(error, settings)
      }),
    { step: 'initialize', priority: 'high', name: 'translateErrors' },
  )
  const context = { sdk, client, settings }
  return {
    ...objectCalls(context),
    ...uploadCalls(context),
    ...listCalls(context),
    stop: () => client.destroy(),
  }
}

const objectAt = ({ settings }: Context, key: string) => ({
  Bucket: settings.bucket,
  Key: settings.prefix + key,
})

function objectCalls(context: Context): Pick<S3Bucket, 'put' | 'findSize' | 'read' | 'copy' | 'remove'> {
  const { sdk, client, settings } = context
  return {
    async put(key, bytes) {
      const object = { ...objectAt(context, key), Body: bytes, ContentMD5: md5(bytes) }
      await client.send(new sdk.PutObjectCommand(object))
    },
    async findSize(key) {
      try {
        const { ContentLength = 0 } = await client.send(new sdk.HeadObjectCommand(objectAt(context, key)))
        return ContentLength
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    async read(key, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const { Body, ContentLength, ContentRange } = await client.send(
        new sdk.GetObjectCommand({ ...objectAt(context, key), Range }),
      )
      const body = Body as Readable // on Node
      if (!range || ContentRange?.startsWith(`bytes ${range.start}-${range.end}/`))
        return { body, size: ContentLength ?? 0 }
      body.destroy()
      throw new FileStorageError(
        `${describeBucket(settings)} returned ${ContentRange ?? 'everything'} instead of ${Range}`,
      )
    },
    async copy(from, to) {
      const CopySource = `${settings.bucket}/${settings.prefix}${from}`
      await client.send(new sdk.CopyObjectCommand({ ...objectAt(context, to), CopySource }))
    },
    async remove(key) {
      const { $metadata } = await client.send(new sdk.DeleteObjectCommand(objectAt(context, key)))
      return $metadata.attempts === 1
    },
  }
}

function uploadCalls(context: Context): Pick<S3Bucket, 'putParts' | 'abortUploads'> {
  const { sdk, client, settings } = context
  return {
    async putParts(key, parts) {
      const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(objectAt(context, key)))
      const upload = { ...objectAt(context, key), UploadId }
      try {
        const Parts: { PartNumber: number; ETag: string | undefined }[] = []
        for await (const Body of parts) {
          const PartNumber = Parts.length + 1
          const part = { ...upload, PartNumber, Body, ContentMD5: md5(Body) }
          Parts.push({ PartNumber, ETag: (await client.send(new sdk.UploadPartCommand(part))).ETag })
        }
        await client.send(new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
      } catch (error) {
        // If this fails too, abortUploads() does it later.
        await client.send(new sdk.AbortMultipartUploadCommand(upload)).catch(() => {})
        throw error
      }
    },
    async abortUploads(prefix, before) {
      const folder = { Bucket: settings.bucket, Prefix: settings.prefix + prefix }
      const { Uploads = [] } = await client.send(new sdk.ListMultipartUploadsCommand(folder))
      for (const { Key, UploadId, Initiated } of Uploads) {
        const upload = { Bucket: settings.bucket, Key, UploadId }
        if (Initiated && Initiated.getTime() < before)
          await client.send(new sdk.AbortMultipartUploadCommand(upload))
      }
    },
  }
}

function listCalls({ sdk, client, settings }: Context): Pick<S3Bucket, 'list' | 'check'> {
  return {
    async *list(prefix) {
      const folder = { Bucket: settings.bucket, Prefix: settings.prefix + prefix }
      for await (const { Contents = [] } of sdk.paginateListObjectsV2({ client }, folder))
        for (const { Key = '', Size = 0, LastModified } of Contents)
          yield {
            key: Key.slice(settings.prefix.length),
            size: Size,
            modified_at: LastModified?.getTime() ?? 0,
          }
    },
    async check(abortSignal) {
      // Of all cheap calls, only this one says why it was refused.
      const one = { Bucket: settings.bucket, Prefix: settings.prefix, MaxKeys: 1 }
      await client.send(new sdk.ListObjectsV2Command(one), { abortSignal })
    },
  }
}

function clientConfig(settings: S3Settings, limits: S3Limits): S3ClientConfig {
  const { region, endpoint, credentials, force_path_style } = settings
  return {
    region,
    forcePathStyle: force_path_style,
    ...(endpoint && { endpoint }),
    ...(credentials && {
      credentials: {
        accessKeyId: credentials.access_key_id,
        secretAccessKey: credentials.secret_access_key,
      },
    }),
    maxAttempts: limits.attempts,
    // Other services don't accept the checksums of AWS's own; all of them compare Content-MD5 and the signed SHA-256.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: limits.connect_ms,
      socketTimeout: limits.idle_ms,
      requestTimeout: limits.response_ms,
      throwOnRequestTimeout: true,
    },
  }
}

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('base64')
