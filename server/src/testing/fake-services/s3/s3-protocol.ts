import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http'

export type S3Request = {
  method: string
  /** As sent, still encoded. */
  raw_path: string
  query: ReadonlyMap<string, string>
  headers: IncomingHttpHeaders
  bucket: string
  key: string
  bytes: Buffer
}

export type S3Reply = { status: number; headers?: OutgoingHttpHeaders; body?: Uint8Array | string }

/** An error of S3, https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html. */
export class S3Refusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }

  /** Responses to HEAD have no body, so these do not say why. */
  toReply(method: string): S3Reply {
    if (method === 'HEAD') return { status: this.status }
    return xmlReply(`<Error><Code>${this.code}</Code><Message>${this.message}</Message></Error>`, this.status)
  }
}

export const xmlReply = (xml: string, status = 200): S3Reply => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${xml}`,
})
