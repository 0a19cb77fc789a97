import { createHash, createHmac } from 'node:crypto'
import { S3Refusal, type S3Request } from './s3-protocol.ts'

type Credentials = { access_key_id: string; secret_access_key: string }

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

/** Checks the signature (AWS Signature Version 4) and the checksums of a request. */
export function assertAuthentic(request: S3Request, credentials: Credentials): void {
  const { headers, bytes } = request
  assertSigned(request, credentials)
  if (headers['x-amz-trailer'] || headers['x-amz-sdk-checksum-algorithm'])
    throw new S3Refusal(501, 'NotImplemented', 'Checksum headers and trailers are not supported.')
  if (headers['x-amz-content-sha256'] !== sha256(bytes))
    throw new S3Refusal(400, 'XAmzContentSHA256Mismatch', 'The SHA-256 does not match the content.')
  const md5 = headers['content-md5']
  // As buckets with object lock do.
  if (request.method === 'PUT' && !headers['x-amz-copy-source'] && md5 === undefined)
    throw new S3Refusal(400, 'InvalidRequest', 'Content-MD5 is required.')
  if (md5 !== undefined && md5 !== createHash('md5').update(bytes).digest('base64'))
    throw new S3Refusal(400, 'BadDigest', 'The Content-MD5 does not match the content.')
}

function assertSigned(request: S3Request, { access_key_id, secret_access_key }: Credentials) {
  const { headers } = request
  const [, key_id, date = '', region = '', signed = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=(\S+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (!key_id) throw new S3Refusal(403, 'AccessDenied', 'Access Denied')
  if (key_id !== access_key_id)
    throw new S3Refusal(403, 'InvalidAccessKeyId', 'The access key does not exist.')
  if (region !== 'us-east-1')
    throw new S3Refusal(400, 'AuthorizationHeaderMalformed', "the region is wrong; expecting 'us-east-1'")
  const scope = `${date}/${region}/s3/aws4_request`
  const key = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret_access_key}`)
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonicalRequest(request, signed))]
  if (hmac(key, text.join('\n')).toString('hex') !== signature)
    throw new S3Refusal(403, 'SignatureDoesNotMatch', 'The request signature does not match.')
}

function canonicalRequest({ method, raw_path, query, headers }: S3Request, signed: string): string {
  const canonicalQuery = [...query]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const canonicalHeaders = signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  return [
    ...[method, raw_path, canonicalQuery, canonicalHeaders.join(''), signed],
    headers['x-amz-content-sha256'],
  ].join('\n')
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
