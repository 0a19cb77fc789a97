import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { S3Settings } from '../../../files/file-settings.ts'
import { assertAuthentic } from './s3-authentication.ts'
import { createS3Contents, type S3Contents } from './s3-contents.ts'
import { S3Refusal, type S3Reply, type S3Request } from './s3-protocol.ts'
import { answerRequest } from './s3-requests.ts'

export type Fault =
  /** Refused with 503 SlowDown. */
  | 'slow_down'
  /** Refused with 500. */
  | 'internal_error'
  /** Refused, as by MinIO on a full disk. */
  | 'full'
  /** Refused with 403. */
  | 'denied'
  /** Read and never answered. */
  | 'mute'
  /** The connection is closed while the body of the request arrives. */
  | 'cut_request'
  /** Carried out, and the connection closed before the response. */
  | 'lost_response'
  /** The connection is closed in the middle of the response's body. */
  | 'cut_response'

export type FakeS3 = S3Contents & {
  settings: S3Settings
  /** All requests, such as "PUT media/ab/…", or "POST … ?uploads=". */
  requests: string[]
  /** What goes wrong with a request, if anything. */
  setFault(choose: ((request: S3Request) => Fault | undefined) | null): void
  /** How long a request waits before it is carried out, and its response after that. In milliseconds. */
  setDelay(choose: (() => number) | null): void
  /** Listens again, on the same port. */
  start(): Promise<void>
  /** Closes the port and all connections; objects stay. */
  stop(): Promise<void>
}

const credentials = { access_key_id: 'AKIAPARLEYTEST', secret_access_key: 'a+secret/for tests' }

/**
 * An S3-compatible server on loopback, in memory, as strict as the strictest: it checks signatures, requires checksums,
 * refuses AWS's newer kinds of them, and takes parts of at least 5 MiB. Each request is carried out in one step.
 */
export async function startFakeS3({ page_size = 1000 }: { page_size?: number } = {}): Promise<FakeS3> {
  const contents = createS3Contents(page_size)
  const requests: string[] = []
  const sockets = new Set<Socket>()
  let chooseFault: ((request: S3Request) => Fault | undefined) | null = null
  let chooseDelay: (() => number) | null = null
  let port = 0

  const pause = async () => {
    if (chooseDelay) await wait(chooseDelay())
  }
  const server = createServer(async (incoming, response) => {
    const request = toRequest(incoming)
    const fault = chooseFault?.(request)
    requests.push(describeRequest(request))
    const bytes = await readBody(incoming, fault === 'cut_request')
    if (!bytes || fault === 'mute') return
    await pause()
    const reply = carryOut(contents, { ...request, bytes }, fault)
    await pause()
    send(response, reply, fault)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const start = () =>
    new Promise<void>((ready, fail) => {
      server.once('error', fail)
      server.listen(port, '127.0.0.1', () => {
        port = (server.address() as AddressInfo).port // listens on TCP
        ready()
      })
    })
  await start()
  return {
    ...contents,
    settings: {
      ...{ bucket: contents.bucket, region: 'us-east-1', endpoint: `http://127.0.0.1:${port}` },
      ...{ credentials, prefix: 'desk/', force_path_style: true },
    },
    requests,
    setFault: (choose) => {
      chooseFault = choose
    },
    setDelay: (choose) => {
      chooseDelay = choose
    },
    start,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

function toRequest({ method = '', url = '', headers }: IncomingMessage): S3Request {
  const [raw_path = '', raw_query = ''] = url.split('?')
  const [bucket = '', ...key] = decodeURIComponent(raw_path).slice(1).split('/')
  const query = new Map(
    raw_query
      .split('&')
      .filter((part) => part !== '')
      .map((part) => part.split('='))
      .map(([name = '', value = '']) => [decodeURIComponent(name), decodeURIComponent(value)] as const),
  )
  return { method, raw_path, query, headers, bucket, key: key.join('/'), bytes: Buffer.alloc(0) }
}

const describeRequest = ({ method, key, query }: S3Request) =>
  [method, key, ...[...query.keys()].filter((name) => name !== 'x-id').map((name) => `?${name}`)].join(' ')

/** Null if the connection is closed in between. */
async function readBody(incoming: IncomingMessage, isCut: boolean): Promise<Buffer | null> {
  const { socket } = incoming
  const chunks: Buffer[] = []
  try {
    for await (const chunk of incoming) {
      chunks.push(chunk)
      if (isCut) break
    }
  } catch {
    return null
  }
  if (!isCut) return Buffer.concat(chunks)
  // Leaving the loop early closes the connection only if more was to come.
  socket.destroy()
  return null
}

const refusals: Partial<Record<Fault, ConstructorParameters<typeof S3Refusal>>> = {
  slow_down: [503, 'SlowDown', 'Please reduce your request rate.'],
  internal_error: [500, 'InternalError', 'We encountered an internal error.'],
  full: [507, 'XMinioStorageFull', 'Storage backend has reached its limit.'],
  denied: [403, 'AccessDenied', 'Access Denied'],
}

function carryOut(contents: S3Contents, request: S3Request, fault: Fault | undefined): S3Reply {
  try {
    const refusal = fault && refusals[fault]
    if (refusal) throw new S3Refusal(...refusal)
    assertAuthentic(request, credentials)
    return answerRequest(contents, request)
  } catch (error) {
    if (!(error instanceof S3Refusal)) throw error
    return error.toReply(request.method)
  }
}

function send(
  response: ServerResponse,
  { status, headers = {}, body = '' }: S3Reply,
  fault: Fault | undefined,
) {
  if (fault === 'lost_response') return response.socket?.destroy()
  const bytes = Buffer.from(body)
  response.writeHead(status, { 'content-length': bytes.length, ...headers })
  if (fault !== 'cut_response') return response.end(bytes)
  response.write(bytes.subarray(0, bytes.length / 2), () => response.socket?.destroy())
}
