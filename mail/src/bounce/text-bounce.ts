import { headerValue, headerValues } from '../headers.ts'
import type { BounceRecipient, ParsedMail } from '../types.ts'
import { parseTextRecipients } from './text-recipients.ts'

const daemonAddressPattern =
  /^(?:mailer-?_?daemon|post_?master|mail\.?delivery\.?s\w*|mdaemon|bounces?|sysadmin)(?:@|$)/
const daemonNamePattern =
  /mail(?:er)?[ -]?(?:delivery|daemon)|post_?master|mail system|system administrator|delivery (?:sub)?system|ndr\b/i
const bounceSubjectPattern =
  /undeliver|delivery (?:status )?(?:notification|failure|problem|failed|report)|(?:mail|message) delivery (?:failed|failure|has failed|problem)|failure notice|returned mail|returning (?:message )?to sender|mail (?:system )?(?:error|failure)|could not be delivered|could not deliver|delayed \d+ hours|unzustellbar|nicht zugestellt|unbestellbar|non remis|no entregado|n[aã]o entregue|mancato recapito|доставл|配信|送信できません/i
/** How mail servers that report in prose begin. Each line names the programs that use it. */
const bounceTextPatterns = [
  /this is the (?:qmail-send|mail(?: delivery)? system|postfix)/i, // qmail, postfix
  /message that you sent could not be delivered|message that you sent has not yet been delivered/i, // Exim
  /your message did not reach (?:some or all of )?the intended recipient/i, // Exchange
  /delivery (?:to|of) (?:the )?(?:following|your message|this message).{0,60}(?:failed|delayed|deferred)/is, // Gmail, OpenSMTPD
  /(?:unable|not able|cannot|could not|failed|couldn't)\s+(?:to\s+)?(?:be )?deliver/i,
  /the following (?:address|recipient|message|destination)[\s\S]{0,80}(?:fail|error|could not|undeliver|problem)/i,
  /transcript of session follows|unsent message follows|returned message follows|undeliver(?:ed|able)|permanent(?:ly)? (?:fatal )?(?:error|fail)/i,
  /user unknown|no such user|unknown user|unrouteable address|mailbox (?:is )?full|user not found|delivery (?:attempts?|failed|error|failure)/i,
  /error delivering your mail|unable to (?:send|reach)|not (?:be )?delivered|bounced|notificationtype.{0,5}bounce/i,
]

/** Recipients of a bounce without a machine-readable part: who failed and why. Null if the mail is not a bounce. */
export const parseTextBounce = (mail: ParsedMail): BounceRecipient[] | null =>
  isBounce(mail) ? parseTextRecipients(mail, reportText(mail)) : null

/**
 * Phrases alone prove nothing, since people also write "delivery failed". At least one signal must come from a mail
 * system.
 */
function isBounce(mail: ParsedMail): boolean {
  const phrases: Signal[] = [
    [2, bounceSubjectPattern.test(mail.subject)],
    [2, bounceTextPatterns.some((pattern) => pattern.test(reportText(mail)))],
  ]
  const system = sumWeights(mailSystemSignals(mail))
  return system > 0 && system + sumWeights(phrases) >= 4
}

/** Whether sender and return path indicate a mail server rather than a person. */
export const isFromMailSystem = (mail: ParsedMail): boolean => sumWeights(mailSystemSignals(mail)) >= 2

type Signal = [weight: number, applies: boolean]

const sumWeights = (signals: Signal[]) =>
  signals.reduce((sum, [weight, applies]) => sum + (applies ? weight : 0), 0)

function mailSystemSignals(mail: ParsedMail): Signal[] {
  const value = (name: string) => headerValue(mail.headers, name)
  const [from] = mail.from
  const sender = from?.address || from?.name.toLowerCase() || ''
  return [
    [4, value('x-failed-recipients') !== ''],
    [2, daemonAddressPattern.test(sender)],
    [1, daemonNamePattern.test(`${from?.name ?? ''} ${sender}`)],
    [2, hasNullReturnPath(mail)],
    [1, /multipart\/report/i.test(value('content-type'))],
  ]
}

const hasNullReturnPath = (mail: ParsedMail) =>
  headerValues(mail.headers, 'return-path').some(
    (path) => /^<?(?:mailer-daemon)?>?$/i.test(path.trim()) || /^<mailer-daemon@/i.test(path),
  )

/** The report precedes the returned mail; the first few kilobytes contain it. */
const reportText = (mail: ParsedMail): string =>
  (mail.text || (mail.html ?? '').replace(/<[^>]+>/g, ' ')).slice(0, 6_000)
