export type FieldProblem = { path: string; message: string }

/** A refusal or failure of a call, ready for a person: `message` is a whole sentence. */
export class ApiError extends Error {
  override name = 'ApiError'
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  readonly error_type: string
  /** What is wrong with which field of the request; empty when the server names none. */
  readonly errors: FieldProblem[]
  readonly request_id: string | null
  /** What came with the refusal, for example the second factors of a sign-in. */
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

/** Signed in, and closed to the reader's role: asking again changes nothing. */
export const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403

/** The server understood and said no: the same again would be refused again. Waiting (408, 429) helps those that are not. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && ![408, 429].includes(error.status)
