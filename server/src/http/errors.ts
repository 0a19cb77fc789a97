import type { ErrorType } from '@parley/contract/shared/errors'
import { isSearchTimeout } from '../db/statement-timeout.ts'
import { type TransientKind, transientKind } from '../transient-error.ts'

export type FieldError = { path: string; message: string }

/** An error meant for the caller. Any other error becomes a generic 500. */
export class AppError extends Error {
  override name = 'AppError'
  readonly status: number
  readonly type: ErrorType
  readonly errors: FieldError[] | undefined
  readonly retry_after_s: number | undefined
  /** Version of the object in the response. */
  readonly version: string | undefined
  /** Additional data that the caller needs. */
  readonly data: unknown

  constructor(
    status: number,
    type: ErrorType,
    message: string,
    details: { errors?: FieldError[]; retry_after_s?: number; version?: string; data?: unknown } = {},
  ) {
    super(message)
    this.status = status
    this.type = type
    this.errors = details.errors
    this.retry_after_s = details.retry_after_s
    this.version = details.version
    this.data = details.data ?? null
  }
}

/** 404, also for objects the actor may not see, so that ids cannot be probed. */
export const notFound = (what: string) => new AppError(404, 'NotFoundException', `${what} not found`)
/** 409: not possible in the current state. */
export const conflict = (reason: string) => new AppError(409, 'ConflictException', reason)
/** 409 about one field, such as a name that is already taken. */
export const fieldConflict = (path: string, message: string) =>
  new AppError(409, 'ConflictException', message, { errors: [{ path, message }] })
/** 400, naming the field. */
export const invalid = (path: string, message: string) =>
  new AppError(400, 'InputException', message, { errors: [{ path, message }] })
/** For a verb whose fields are named differently in the request: renames the paths of its errors to those that were sent. */
export async function mapErrorPaths<T>(names: Readonly<Record<string, string>>, work: () => T | Promise<T>) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || !error.errors) throw error
    const { status, type, message, data } = error
    const errors = error.errors.map((fieldError) => ({
      ...fieldError,
      path: names[fieldError.path] ?? fieldError.path,
    }))
    throw new AppError(status, type, message, { errors, data })
  }
}
/** 403: signed in, but the actor's roles do not allow this. */
export const forbidden = (message = 'Your role doesn’t allow this') =>
  new AppError(403, 'PermissionException', message)
export const signInRequired = () => new AppError(401, 'GeneralException', 'Sign in to continue')
/** 403: signed in, but the workspace requires a second factor first (docs/decisions/0024-a-required-second-factor.md). */
export const secondFactorRequired = () =>
  new AppError(
    403,
    'PermissionException',
    'This workspace requires two-factor authentication. Set it up first',
    {
      data: { owes_second_factor: true },
    },
  )
export const tooLarge = (message: string) => new AppError(413, 'GeneralException', message)
export const uriTooLong = new AppError(414, 'GeneralException', 'Part of this URL is too long')
export const tooManyAttempts = (retry_after_s: number) =>
  new AppError(429, 'GeneralException', `Too many attempts. Wait ${retry_after_s} seconds and try again`, {
    retry_after_s,
  })

/** The field and message for each database constraint. A violated constraint that is missing here is a bug and returns 500. */
const constraintErrors: Record<string, AppError> = Object.fromEntries(
  Object.entries({
    agents_email: ['email', 'An agent with this email address already exists'],
    roles_name_key: ['name', 'A role with this name already exists'],
    teams_name_key: ['name', 'A team with this name already exists'],
    tags_name: ['name', 'A tag with this name already exists'],
    custom_attribute_definitions_key_applies_to_key: ['key', 'An attribute with this key already exists'],
    statuses_name: ['name', 'A status with this name already exists'],
    contact_addresses_pkey: ['address', 'A contact with this email address already exists'],
    contacts_email: ['email', 'A contact with this email address already exists'],
    oidc_providers_name: ['name', 'A sign-in provider with this name already exists'],
    ai_providers_name: ['name', 'A provider with this name already exists'],
    ai_prompts_title: ['title', 'A prompt with this title already exists'],
    inboxes_address: ['from', 'Another inbox already has this address'],
    teams_business_hours_id_fkey: ['business_hours_id', 'These business hours don’t exist'],
    teams_sla_policy_id_fkey: ['sla_policy_id', 'This SLA policy doesn’t exist'],
    conversations_status_id_status_category_fkey: [
      'category',
      'Some conversations have this status. Change their status first',
    ],
  } satisfies Record<string, [path: string, message: string]>).map(([name, [path, message]]) => [
    name,
    fieldConflict(path, message),
  ]),
)

const unavailable = (message: string, retry_after_s: number) =>
  new AppError(503, 'GeneralException', message, { retry_after_s })

/** 507: nothing can be stored until someone frees disk space. */
const diskFull = new AppError(
  507,
  'GeneralException',
  'The server has run out of disk space, so this wasn’t saved. Ask an administrator to free some up, then try again',
)

const databaseUnavailable = unavailable('The database isn’t responding right now. Try again in a moment', 2)

const databaseSlow = unavailable('The database takes too long to respond right now. Try again in a moment', 5)

/** The response for each kind of transient error. The caller may retry the request unchanged. */
const transientErrors: Record<TransientKind, AppError> = {
  conflict: unavailable('Someone else changed this at the same moment. Try again', 1),
  database: databaseUnavailable,
  read_only: unavailable(
    'The database is read-only right now, so this wasn’t saved. Try again in a minute',
    15,
  ),
  disk_full: diskFull,
  resources: unavailable('The server is short of memory or connections. Try again in a moment', 5),
  storage: unavailable('The server can’t use its file storage right now. Try again in a moment', 15),
  // Within a request, the database is the only peer whose network errors aren't handled where they occur.
  network: databaseUnavailable,
}

/** The AppError for a database or disk error that the caller can act on, or null. */
export function fromDatabaseError(error: unknown): AppError | null {
  const { code, constraint, file } = error as { code?: string; constraint?: string; file?: string }
  if (constraint && constraintErrors[constraint]) return constraintErrors[constraint]
  // 22021 and 22P05: NUL, which PostgreSQL text cannot contain. 22P02 while parsing our JSON: an unpaired surrogate.
  if (code === '22021' || code === '22P05' || (code === '22P02' && file?.startsWith('json')))
    return new AppError(
      400,
      'InputException',
      'The text contains a character that can’t be stored: NUL, or half of an emoji',
    )
  // query_canceled. Retrying a search would take just as long, so that is not a 503.
  if (code === '57014')
    return isSearchTimeout(error)
      ? new AppError(
          400,
          'InputException',
          'This query takes too long. Use fewer filters or a longer search text',
        )
      : databaseSlow
  const kind = transientKind(error)
  return kind && transientErrors[kind]
}
