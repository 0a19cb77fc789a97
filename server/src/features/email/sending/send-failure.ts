import { UnsendableMailError } from '@parley/mail/compose/header-values'
import { explainConnectionError, toSingleLine } from '../../../connection-error.ts'

/**
 * What became of an attempt that didn't work. `later`: the same may work another time. `words` are for everybody; `details` are what the system or
 * the server said, for administrators.
 */
export type SendFailure = {
  kind: 'later' | 'final'
  words: string
  details?: string | null
  /** The server can't be used at all: no other email would go out either. */
  is_server_problem?: true
}

export const isSendFailure = (value: object): value is SendFailure => 'words' in value

/** As nodemailer reports it. */
type SmtpError = Error & {
  code?: string
  command?: string
  response?: string
  responseCode?: number
  rejectedErrors?: SmtpError[]
}

/**
 * Sorts errors by whether waiting helps: 4xx answers, networks, and what an administrator corrects (sign-ins, certificates, encryption, the
 * name we say hello with). A 5xx to the mail itself is the server's last word (RFC 5321 section 4.2.1).
 */
export function toSendFailure(error: unknown, host: string): SendFailure {
  const failed = error as SmtpError
  if (failed instanceof UnsendableMailError) return { kind: 'final', words: failed.message }
  const answer = toSingleLine(failed.response ?? failed.message)
  if (isSignInError(failed))
    return {
      kind: 'later',
      words: `${host} didn’t accept the sign-in that is set up for it. An administrator can correct it`,
      details: answer,
      is_server_problem: true,
    }
  const refusals = failed.rejectedErrors ?? []
  if (refusals.length > 0)
    return {
      kind: refusals.some(isTemporary) ? 'later' : 'final',
      words: refusals.map(describeRejection).join('\n'),
    }
  if (failed.responseCode && isAboutMail(failed))
    return { kind: failed.responseCode >= 500 ? 'final' : 'later', words: answer }
  // Ours, before anything was said to a server: larger than it takes, or no address that can be written.
  if (failed.code === 'EMESSAGE' || failed.code === 'EENVELOPE') return { kind: 'final', words: answer }
  const { message, details } = explainConnectionError(error, host)
  return {
    kind: 'later',
    words: failed.responseCode && failed.code !== 'ETLS' ? answer : message,
    details,
    is_server_problem: true,
  }
}

/** Before MAIL FROM a server speaks of the connection, not of the mail: whatever it refuses there, the mail itself is as good as before. */
const isAboutMail = ({ code, command }: SmtpError) =>
  code !== 'ETLS' && !/^(?:CONN|EHLO|HELO|LHLO|STARTTLS|AUTH)/.test(command ?? '')

/** Recipients that the server refused while it took the mail for others. */
export const readRejectedRecipients = (
  rejectedErrors: readonly Error[] = [],
): { address: string; reason: string }[] =>
  rejectedErrors.map((error) => {
    const { recipient, response, message } = error as SmtpError & { recipient?: string }
    return { address: recipient ?? '', reason: toSingleLine(response ?? message) }
  })

const isTemporary = ({ responseCode }: SmtpError) => responseCode === undefined || responseCode < 500

/** The server did not take the password or token. */
export const isSignInFailure = (error: unknown): boolean => isSignInError(error as SmtpError) // as nodemailer throws it

// 530 sign in first, 534 and 538 mechanism or encryption needed, 535 wrong password (RFC 4954 section 6).
const isSignInError = ({ code, responseCode }: SmtpError) =>
  code === 'EAUTH' || code === 'ENOAUTH' || [530, 534, 535, 538].includes(responseCode ?? 0)

const describeRejection = (error: SmtpError) => {
  const [{ address, reason } = { address: '', reason: '' }] = readRejectedRecipients([error])
  return [address, reason].filter(Boolean).join(': ')
}
