import { rememberVersion } from './object-versions.ts'

/** What the server said when it did not do what was asked. `message` is a sentence for people. */
export class ParleyRefusal extends Error {
  override readonly name = 'ParleyRefusal'
  /** Of HTTP. */
  readonly status: number
  /** InputException, PermissionException, NotFoundException, ConflictException, DataException, NetworkException, UnauthorizedException or GeneralException. */
  readonly error_type: string
  /** What is wrong with which field. */
  readonly errors: readonly { path: string; message: string }[]
  /** Give it to support: the server's log knows more by it. Empty where something before Parley answered. */
  readonly request_id: string
  /** Usually null; with 412 the object as it is now. */
  readonly data: unknown
  /** Seconds after which to come again, where the server said. */
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

/** No answer came. Whether something was done is not known, unless the call can be repeated safely: then it was, and failed each time. */
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
