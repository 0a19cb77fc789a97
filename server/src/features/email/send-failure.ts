import { UnsendableMail } from '@parley/mail/compose-header'

/** What became of a try that did not work. `later`: the same may work another time. `words` are for people, the server's own among them. */
export type Failure = { kind: 'later' | 'final'; words: string }

export const isFailure = (what: object): what is Failure => 'words' in what

/** As nodemailer reports it. */
type SmtpError = Error & {
  code?: string
  response?: string
  responseCode?: number
  rejectedErrors?: SmtpError[]
}

/**
 * Sorts errors by whom waiting helps: 4xx answers, networks, and sign-ins and certificates, which an administrator corrects. A 5xx to
 * the mail itself is the server's last word (RFC 5321 section 4.2.1).
 */
export function readFailure(error: unknown, host: string): Failure {
  const failed = error as SmtpError
  if (failed instanceof UnsendableMail) return { kind: 'final', words: failed.message }
  const answer = line(failed.response ?? failed.message)
  if (isSignIn(failed))
    return { kind: 'later', words: `${host} did not accept the sign-in of this inbox: ${answer}` }
  const refusals = failed.rejectedErrors ?? []
  if (refusals.length > 0)
    return {
      kind: refusals.some(isPassing) ? 'later' : 'final',
      words: refusals.map(refusalWords).join('\n'),
    }
  if (failed.responseCode && failed.responseCode >= 500) return { kind: 'final', words: answer }
  return { kind: 'later', words: failed.responseCode ? answer : `${host} could not be reached: ${answer}` }
}

/** Recipients that the server refused while it took the mail for others. */
export const readRefusals = (rejectedErrors: readonly Error[] = []): { address: string; reason: string }[] =>
  rejectedErrors.map((error) => {
    const { recipient, response, message } = error as SmtpError & { recipient?: string }
    return { address: recipient ?? '', reason: line(response ?? message) }
  })

const isPassing = ({ responseCode }: SmtpError) => responseCode === undefined || responseCode < 500

/** The server did not take the password or token. */
export const isSignInFailure = (error: unknown): boolean => isSignIn(error as SmtpError) // as nodemailer throws it

// 530 sign in first, 534 and 538 mechanism or encryption needed, 535 wrong password (RFC 4954 section 6).
const isSignIn = ({ code, responseCode }: SmtpError) =>
  code === 'EAUTH' || code === 'ENOAUTH' || [530, 534, 535, 538].includes(responseCode ?? 0)

const refusalWords = (error: SmtpError) => {
  const [{ address, reason } = { address: '', reason: '' }] = readRefusals([error])
  return [address, reason].filter(Boolean).join(': ')
}

const line = (text: string) =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 1000)
