import type { Actor } from '../../actor.ts'
import { type ConnectionProblem, explainConnectionError, toSingleLine } from '../../connection-error.ts'
import { isSignInFailure } from '../../mail-servers/send-failure.ts'

/** Explains the failure of a connection test or test mail. */
export function explainCheckError(error: unknown, host: string): ConnectionProblem {
  const { code, message, response, responseText, responseCode, authenticationFailed } = error as {
    code?: string
    message?: string
    response?: unknown
    responseText?: string
    responseCode?: number
    authenticationFailed?: boolean
  }
  const serverReply = toSingleLine(
    responseText ?? (typeof response === 'string' ? response : undefined) ?? message ?? '',
  )
  if (error instanceof CheckError) return { message: error.message, details: error.details }
  if (code !== 'ENOAUTH' && (authenticationFailed || isSignInFailure(error)))
    return { message: `${host} didn’t accept the username or password`, details: serverReply || null }
  if (code !== 'ETLS' && (responseText || responseCode))
    return { message: `${host} answered, but refused`, details: serverReply || null }
  return explainConnectionError(error, host)
}

/** An error that already has its message. */
export class CheckError extends Error {
  override name = 'CheckFailure'
  readonly details: string | null
  constructor(message: string, details: string | null = null) {
    super(message)
    this.details = details
  }
}

/**
 * A server's literal response is only for the Admin role: someone who may only manage inboxes could use it to read
 * greetings of servers in the network.
 */
export const hideDetailsFromNonAdmins = <C extends { ok: boolean; details?: string | null | undefined }>(
  { is_admin }: Pick<Actor, 'is_admin'>,
  check: C,
): C =>
  is_admin || check.ok ? check : { ...check, details: null, ...('greeting' in check && { greeting: null }) }
