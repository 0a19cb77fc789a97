import { rememberVersion } from './object-versions.ts'

/** An error response of the server. `message` is a sentence for people. */
export class ParleyRefusal extends Error {
  override readonly name = 'ParleyRefusal'
  /** The HTTP status. */
  readonly status: number
  /** InputException, PermissionException, NotFoundException, ConflictException, DataException, NetworkException, UnauthorizedException or GeneralException. */
  readonly error_type: string
  /** Validation errors by field. */
  readonly errors: readonly { path: string; message: string }[]
  /** Identifies the request in the server's log, for support. Empty if the response did not come from Parley, but from a proxy. */
  readonly request_id: string
  /** Usually null; with 412, the current object. */
  readonly data: unknown
  /** The server's Retry-After in seconds, if given. */
  readonly retry_after_s: number | null

  constructor(status: number, body: RefusalBody, retry_after_s: number | null = null) {
    super(body.message ?? `The server answered ${status}`)
    this.status = status
    this.error_type = body.error_type ?? 'GeneralException'
    this.errors = body.errors ?? []
    this.request_id = body.request_id ?? ''
    this.data = body.data ?? null
    this.retry_after_s = retry_after_s
  }
}

type RefusalBody = {
  message?: string
  error_type?: string
  errors?: { path: string; message: string }[]
  request_id?: string
  data?: unknown
}

/** No response was received. It is unknown whether the call took effect. If it was safe to retry, all attempts have failed. */
export class ParleyUnreachable extends Error {
  override readonly name = 'ParleyUnreachable'
}

export async function toRefusal(reply: Response): Promise<ParleyRefusal> {
  const after = Number(reply.headers.get('retry-after') ?? Number.NaN)
  const body: unknown = await reply.json().catch(() => null)
  const refusal = new ParleyRefusal(
    reply.status,
    typeof body === 'object' && body !== null ? body : {},
    Number.isFinite(after) ? after : null,
  )
  rememberVersion(reply, refusal.data)
  return refusal
}
