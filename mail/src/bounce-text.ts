import { headerValue, headerValues } from './headers.ts'
import type { BounceRecipient, ParsedMail } from './types.ts'

const daemonAddress =
  /^(?:mailer-?_?daemon|post_?master|mail\.?delivery\.?s\w*|mdaemon|bounces?|sysadmin)(?:@|$)/
const daemonName =
  /mail(?:er)?[ -]?(?:delivery|daemon)|post_?master|mail system|system administrator|delivery (?:sub)?system|ndr\b/i
const bounceSubject =
  /undeliver|delivery (?:status )?(?:notification|failure|problem|failed|report)|(?:mail|message) delivery (?:failed|failure|has failed|problem)|failure notice|returned mail|returning (?:message )?to sender|mail (?:system )?(?:error|failure)|could not be delivered|could not deliver|delayed \d+ hours|unzustellbar|nicht zugestellt|unbestellbar|non remis|no entregado|n[aã]o entregue|mancato recapito|доставл|配信|送信できません/i
/** How the mail servers that write prose begin. Each line names the programs that use it. */
const bounceText = [
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

/** A bounce without a machine-readable part: who it says failed and why; null when the mail is no bounce. */
export function readFreeText(mail: ParsedMail): BounceRecipient[] | null {
  if (!isBounce(mail)) return null
  const text = reportText(mail)
  const delayed = /\bdelay(?:ed)?\b|not yet been delivered|will (?:keep|continue) (?:on )?try/i.test(
    `${mail.subject}\n${text}`,
  )
  const action = delayed && !/permanent|giving up|failed permanently/i.test(text) ? 'delayed' : 'failed'
  const status = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])/.exec(text)?.[0] ?? null
  return failedAddresses(mail, text).map(({ address, diagnostic }) => ({
    address,
    action,
    status,
    diagnostic,
  }))
}

/** Words alone prove nothing: people do write "delivery failed". One mark must come from a mail system. */
function isBounce(mail: ParsedMail): boolean {
  const words: Mark[] = [
    [2, bounceSubject.test(mail.subject)],
    [2, bounceText.some((pattern) => pattern.test(reportText(mail)))],
  ]
  const system = weigh(systemMarks(mail))
  return system > 0 && system + weigh(words) >= 4
}

/** Sent by a mail server rather than by a person, as far as sender and return path tell. */
export const isFromMailSystem = (mail: ParsedMail): boolean => weigh(systemMarks(mail)) >= 2

type Mark = [weight: number, applies: boolean]

const weigh = (marks: Mark[]) => marks.reduce((sum, [weight, applies]) => sum + (applies ? weight : 0), 0)

function systemMarks(mail: ParsedMail): Mark[] {
  const value = (name: string) => headerValue(mail.headers, name)
  const [from] = mail.from
  const sender = from?.address || from?.name.toLowerCase() || ''
  return [
    [4, value('x-failed-recipients') !== ''],
    [2, daemonAddress.test(sender)],
    [1, daemonName.test(`${from?.name ?? ''} ${sender}`)],
    [2, isNullPath(mail)],
    [1, /multipart\/report/i.test(value('content-type'))],
  ]
}

const isNullPath = (mail: ParsedMail) =>
  headerValues(mail.headers, 'return-path').some(
    (path) => /^<?(?:mailer-daemon)?>?$/i.test(path.trim()) || /^<mailer-daemon@/i.test(path),
  )

/** The report stands before the returned mail; a few kilobytes hold it. */
const reportText = (mail: ParsedMail): string =>
  (mail.text || (mail.html ?? '').replace(/<[^>]+>/g, ' ')).slice(0, 6_000)

type Failure = { address: string; diagnostic: string | null }

function failedAddresses(mail: ParsedMail, text: string): Failure[] {
  const declared = headerValues(mail.headers, 'x-failed-recipients').flatMap((value) => value.split(','))
  const named = declared.length > 0 ? declared : addressesInReport(text)
  const diagnostic = diagnosticLine(text)
  return [
    ...new Set(
      named.map((address) => address.trim().toLowerCase()).filter((address) => address.includes('@')),
    ),
  ].map((address) => ({ address, diagnostic }))
}

/** An address alone on its line, or in brackets at its start: how qmail, Exim, sendmail and most others list them. */
function addressesInReport(text: string): string[] {
  const report =
    text.split(/^-{2,}.*(?:original|copy|returned|message|header|below)|^received:|^return-path:/im)[0] ?? ''
  const listed = [
    ...report.matchAll(
      /^[ \t>]*<?([^\s<>()[\]:;,"]{1,64}@[^\s<>()[\]:;,"]{1,255})>?[ \t]*:?[ \t]*(?:\(|\r?$|\.{2,})/gm,
    ),
  ]
  if (listed.length > 0) return listed.map(([, address]) => address ?? '')
  const [, first] = /<([^\s<>]{1,64}@[^\s<>]{1,255})>/.exec(report) ?? []
  return first ? [first] : []
}

const diagnosticLine = (text: string): string | null =>
  text
    .split('\n')
    .map((line) => line.trim())
    .find((line) =>
      /(?:^|\s|:)[45]\d\d[ -]|\b[45]\.\d\.\d{1,3}\b|user unknown|no such user|quota|not found|unrouteable/i.test(
        line,
      ),
    ) ?? null
