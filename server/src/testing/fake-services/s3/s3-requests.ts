import { createHash, randomUUID } from 'node:crypto'
import type { S3Contents } from './s3-contents.ts'
import { S3Refusal, type S3Reply, type S3Request, xmlReply } from './s3-protocol.ts'

const minPartBytes = 5 * 1024 * 1024
const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`
const isoTime = (ms: number) => new Date(ms).toISOString()

/** Carries out a request in one step: others see the bucket before it or after it. */
export function answerRequest(s3: S3Contents, request: S3Request): S3Reply {
  if (request.bucket !== s3.bucket)
    throw new S3Refusal(404, 'NoSuchBucket', 'The specified bucket does not exist')
  const answer =
    request.key === '' ? bucketRequests[operationOf(request)] : objectRequests[operationOf(request)]
  if (!answer) throw new S3Refusal(501, 'NotImplemented', 'This server does not implement this request.')
  return answer(s3, request)
}

/** The method and the parameter that selects an operation, such as "POST uploads". */
function operationOf({ method, query, headers }: S3Request): string {
  const selector = ['uploads', 'uploadId', 'list-type'].find((name) => query.has(name))
  return [method, selector, headers['x-amz-copy-source'] && 'copy'].filter(Boolean).join(' ')
}

type Answer = (s3: S3Contents, request: S3Request) => S3Reply

const bucketRequests: Record<string, Answer> = {
  'GET list-type': listObjects,
  'GET uploads': ({ uploads }, { query }) => {
    const listed = [...uploads].filter(([, { key }]) => key.startsWith(query.get('prefix') ?? ''))
    const entries = listed.map(
      ([id, { key, initiated_at }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${isoTime(initiated_at)}</Initiated></Upload>`,
    )
    return xmlReply(`<ListMultipartUploadsResult>${entries.join('')}</ListMultipartUploadsResult>`)
  },
}

const objectRequests: Record<string, Answer> = {
  PUT: (s3, { key, bytes }) => {
    s3.objects.set(key, { bytes, modified_at: s3.now() })
    return { status: 200, headers: { etag: etagOf(bytes) } }
  },
  'PUT copy': (s3, { key, headers }) => {
    const source = decodeURIComponent(String(headers['x-amz-copy-source'])).replace(/^\/?[^/]+\//, '')
    const { bytes } = getObject(s3, source)
    s3.objects.set(key, { bytes, modified_at: s3.now() })
    return xmlReply(
      `<CopyObjectResult><ETag>${etagOf(bytes)}</ETag><LastModified>${isoTime(s3.now())}</LastModified></CopyObjectResult>`,
    )
  },
  HEAD: (s3, { key }) => {
    const { bytes, modified_at } = getObject(s3, key)
    return {
      status: 200,
      headers: { 'content-length': bytes.length, 'last-modified': new Date(modified_at).toUTCString() },
    }
  },
  GET: readObject,
  DELETE: ({ objects }, { key }) => {
    objects.delete(key)
    return { status: 204 }
  },
  'POST uploads': (s3, { key }) => {
    const id = randomUUID()
    s3.uploads.set(id, { key, initiated_at: s3.now(), parts: new Map() })
    return xmlReply(
      `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    )
  },
  'PUT uploadId': (s3, request) => {
    getUpload(s3, request).parts.set(Number(request.query.get('partNumber')), request.bytes)
    return { status: 200, headers: { etag: etagOf(request.bytes) } }
  },
  'POST uploadId': completeUpload,
  'DELETE uploadId': (s3, request) => {
    getUpload(s3, request)
    s3.uploads.delete(request.query.get('uploadId') ?? '')
    return { status: 204 }
  },
}

function getObject({ objects }: S3Contents, key: string) {
  const object = objects.get(key)
  if (!object) throw new S3Refusal(404, 'NoSuchKey', 'The specified key does not exist.')
  return object
}

function getUpload({ uploads }: S3Contents, { key, query }: S3Request) {
  const upload = uploads.get(query.get('uploadId') ?? '')
  if (upload?.key !== key) throw new S3Refusal(404, 'NoSuchUpload', 'The upload does not exist.')
  return upload
}

function readObject(s3: S3Contents, { key, headers }: S3Request): S3Reply {
  const { bytes } = getObject(s3, key)
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
  if (from === undefined || to === undefined) return { status: 200, body: bytes }
  const [start, end] = [Number(from), Math.min(Number(to), bytes.length - 1)]
  if (start > end) throw new S3Refusal(416, 'InvalidRange', 'The requested range is not satisfiable')
  return {
    status: 206,
    headers: { 'content-range': `bytes ${start}-${end}/${bytes.length}` },
    body: bytes.subarray(start, end + 1),
  }
}

/** As the upload began, not as it ended: the time of an object made of parts. */
function completeUpload(s3: S3Contents, request: S3Request): S3Reply {
  const upload = getUpload(s3, request)
  const listed = [...request.bytes.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: /<ETag>(.*?)</.exec(part)?.[1]?.replaceAll('&quot;', '"'),
  }))
  const parts = listed.map(({ number, etag }, index) => {
    const bytes = upload.parts.get(number)
    if (!bytes || etagOf(bytes) !== etag)
      throw new S3Refusal(400, 'InvalidPart', 'A part could not be found.')
    if (index < listed.length - 1 && bytes.length < minPartBytes)
      throw new S3Refusal(400, 'EntityTooSmall', 'A part is smaller than the minimum allowed size')
    return bytes
  })
  s3.objects.set(upload.key, { bytes: Buffer.concat(parts), modified_at: upload.initiated_at })
  s3.uploads.delete(request.query.get('uploadId') ?? '')
  return xmlReply(
    `<CompleteMultipartUploadResult><Key>${upload.key}</Key><ETag>"${randomUUID()}-${parts.length}"</ETag></CompleteMultipartUploadResult>`,
  )
}

function listObjects({ objects, page_size }: S3Contents, { query }: S3Request): S3Reply {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  const limit = Math.min(page_size, Number(query.get('max-keys') ?? 1000))
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
  const page = keys.slice(0, limit)
  const entries = page.map((key) => {
    const { bytes, modified_at } = getObject({ objects } as S3Contents, key)
    return `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><LastModified>${isoTime(modified_at)}</LastModified></Contents>`
  })
  const isTruncated = keys.length > page.length
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return xmlReply(
    `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`,
  )
}
