export type FieldProblem = { path: string; message: string }

/** A failed call. `message` is a complete sentence for the user. */
export class ApiError extends Error {
  override name = 'ApiError'
  /** HTTP status; 0 when there was no response. */
  readonly status: number
  readonly error_type: string
  /** Problems by request field; empty when the server names none. */
  readonly errors: FieldProblem[]
  readonly request_id: string | null
  /** Data that came with the error, for example the second factors of a sign-in. */
  readonly data: unknown

  constructor(from: {
    status: number
    error_type?: string
    message: string
    errors?: FieldProblem[]
    request_id?: string | null
    data?: unknown
    cause?: unknown
  }) {
    super(from.message, { cause: from.cause })
    this.status = from.status
    this.error_type = from.error_type ?? 'GeneralException'
    this.errors = from.errors ?? []
    this.request_id = from.request_id ?? null
    this.data = from.data ?? null
  }
}

export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401

/** Signed in but not permitted: retrying changes nothing. */
export const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403

/** A permanent client error: the same request would fail again. Excludes 408 and 429, where waiting helps. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && ![408, 429].includes(error.status)
