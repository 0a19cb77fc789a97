import { UnsendableMailError } from '@parley/mail/compose/header-values'
import { explainConnectionError, toSingleLine } from '../connection-error.ts'

/**
 * Why an attempt failed. `later`: a retry may succeed. `words` are for everyone; `details` are what the system or
 * server reported, for administrators.
 */
export type SendFailure = {
  kind: 'later' | 'final'
  words: string
  details?: string | null
  /** The server cannot be used at all; other emails would fail too. */
  is_server_problem?: true
}

export const isSendFailure = (value: object): value is SendFailure => 'words' in value

/** An error as reported by nodemailer. */
type SmtpError = Error & {
  code?: string
  command?: string
  response?: string
  responseCode?: number
  rejectedErrors?: SmtpError[]
}

/**
 * Classifies errors by whether a retry can help: 4xx replies, network errors, and what an administrator can fix
 * (sign-in, certificates, encryption, EHLO name). A 5xx about the mail itself is final (RFC 5321 section 4.2.1).
 */
export function toSendFailure(error: unknown, host: string): SendFailure {
  const smtpError = error as SmtpError
  if (smtpError instanceof UnsendableMailError) return { kind: 'final', words: smtpError.message }
  const serverReply = toSingleLine(smtpError.response ?? smtpError.message)
  if (isSignInError(smtpError))
    return {
      kind: 'later',
      words: `${host} didn’t accept the sign-in that is set up for it. An administrator can correct it`,
      details: serverReply,
      is_server_problem: true,
    }
  const refusals = smtpError.rejectedErrors ?? []
  if (refusals.length > 0)
    return {
      kind: refusals.some(isTemporary) ? 'later' : 'final',
      words: refusals.map(describeRejection).join('\n'),
    }
  if (smtpError.responseCode && isAboutMail(smtpError))
    return { kind: smtpError.responseCode >= 500 ? 'final' : 'later', words: serverReply }
  // Our own error before contacting a server: the mail is too large, or an address is invalid.
  if (smtpError.code === 'EMESSAGE' || smtpError.code === 'EENVELOPE')
    return { kind: 'final', words: serverReply }
  const { message, details } = explainConnectionError(error, host)
  return {
    kind: 'later',
    words: smtpError.responseCode && smtpError.code !== 'ETLS' ? serverReply : message,
    details,
    is_server_problem: true,
  }
}

/** Before MAIL FROM, a server refuses the connection rather than the mail, which may still be fine. */
const isAboutMail = ({ code, command }: SmtpError) =>
  code !== 'ETLS' && !/^(?:CONN|EHLO|HELO|LHLO|STARTTLS|AUTH)/.test(command ?? '')

/** Recipients rejected by a server that accepted the mail for others. */
export const readRejectedRecipients = (
  rejectedErrors: readonly Error[] = [],
): { address: string; reason: string }[] =>
  rejectedErrors.map((error) => {
    const { recipient, response, message } = error as SmtpError & { recipient?: string }
    return { address: recipient ?? '', reason: toSingleLine(response ?? message) }
  })

const isTemporary = ({ responseCode }: SmtpError) => responseCode === undefined || responseCode < 500

/** The server rejected the password or token. */
export const isSignInFailure = (error: unknown): boolean => isSignInError(error as SmtpError) // as nodemailer throws it

// 530 authentication required, 534 and 538 mechanism or encryption needed, 535 wrong password (RFC 4954 section 6).
const isSignInError = ({ code, responseCode }: SmtpError) =>
  code === 'EAUTH' || code === 'ENOAUTH' || [530, 534, 535, 538].includes(responseCode ?? 0)

const describeRejection = (error: SmtpError) => {
  const [{ address, reason } = { address: '', reason: '' }] = readRejectedRecipients([error])
  return [address, reason].filter(Boolean).join(': ')
}
