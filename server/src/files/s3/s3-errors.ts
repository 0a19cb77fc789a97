import { FileStorageError } from '../../transient-error.ts'
import type { S3Settings } from '../file-settings.ts'
import { missingFileError } from '../file-store.ts'

/** What errors of the SDK, of S3 and of the network have in common. */
type S3Error = Error & {
  code?: string
  Code?: string
  $metadata?: { httpStatusCode?: number }
}

const full = /StorageFull|QuotaExceeded|InsufficientStorage/i

/** The error to throw for one of the SDK: a missing file as on a disk, anything else as a transient error. */
export function toStorageError(error: unknown, settings: S3Settings): Error {
  if (!(error instanceof Error) || error instanceof FileStorageError) return error as Error
  if (error.name === 'NoSuchKey' || error.name === 'NotFound') return missingFileError()
  const is_full = full.test(error.name) || statusOf(error) === 507
  return new FileStorageError(
    `${describeBucket(settings)} can’t be used: ${explainS3Error(error, settings)}`,
    {
      cause: error,
      is_full,
    },
  )
}

export const describeBucket = ({ bucket, endpoint }: S3Settings) =>
  `The bucket "${bucket}"${endpoint ? ` at ${endpoint}` : ''}`

const statusOf = (error: S3Error) => error.$metadata?.httpStatusCode

/** Why S3 cannot be used and what to do, as a sentence that names the setting. */
export function explainS3Error(error: S3Error, settings: S3Settings): string {
  const server = settings.endpoint ?? `S3 in the region ${settings.region}`
  const sentence = byName(settings)[error.name] ?? byCode(server)[error.code ?? '']
  if (sentence) return sentence
  if (['TimeoutError', 'AbortError'].includes(error.name) || error.code === 'ETIMEDOUT')
    return noAnswerSentence(server)
  if (/CERT|SSL|TLS|self-signed/i.test(`${error.code} ${error.message}`))
    return `its TLS certificate isn’t trusted (${error.message}). Set NODE_EXTRA_CA_CERTS to the file of its certificate authority.`
  const status = statusOf(error)
  if (status === 403) return deniedSentence(error)
  if (status === 301 || status === 307) return 'it is in another region. Correct S3_REGION.'
  if (status !== undefined && status >= 500)
    return `${server} responded with ${status} (${error.name}). Check the service, and try again.`
  if (/deserialization|parse|XML/i.test(error.message))
    return `${server} doesn’t respond like an S3 service. Correct S3_ENDPOINT.`
  return `${error.name}: ${error.message}`
}

const byName = ({ bucket, region }: S3Settings): Record<string, string> => ({
  NoSuchBucket: `there is no bucket "${bucket}". Create it, or correct S3_BUCKET.`,
  InvalidAccessKeyId: 'it doesn’t know the access key. Correct S3_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'the secret doesn’t belong to the access key. Correct S3_SECRET_ACCESS_KEY.',
  PermanentRedirect: `it isn’t in the region ${region}. Correct S3_REGION.`,
  AuthorizationHeaderMalformed: `it isn’t in the region ${region}. Correct S3_REGION.`,
  RequestTimeTooSkewed: 'the clock of this machine differs from that of S3. Correct the clock.',
  ExpiredToken: 'the credentials of this machine have expired. Renew them.',
  CredentialsProviderError:
    'there are no credentials. Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or give this machine a role.',
  SlowDown: 'it is receiving too many requests. Try again later.',
})

const byCode = (server: string): Record<string, string> => ({
  ECONNREFUSED: `nothing is listening at ${server}. Start the service, or correct S3_ENDPOINT.`,
  ENOTFOUND: `the host of ${server} doesn’t exist. Correct S3_ENDPOINT or S3_REGION.`,
  EAI_AGAIN: `the DNS lookup of ${server} failed. Check this machine’s network.`,
  ENETUNREACH: `${server} can’t be reached from this machine. Check the network.`,
  EHOSTUNREACH: `${server} can’t be reached from this machine. Check the network.`,
  ECONNRESET: `${server} closed the connection. Check the service.`,
  EPIPE: `${server} closed the connection. Check the service.`,
})

const noAnswerSentence = (server: string) =>
  `${server} isn’t responding. Check S3_ENDPOINT, the network and any firewall in between.`

/** A response to HEAD doesn't say why. */
const deniedSentence = ({ name, message }: S3Error) =>
  `access was denied${name === 'AccessDenied' ? ` (${message})` : ''}. Check the credentials: they must allow s3:ListBucket and s3:ListBucketMultipartUploads on the bucket, and s3:GetObject, s3:PutObject, s3:DeleteObject and s3:AbortMultipartUpload on its objects.`
