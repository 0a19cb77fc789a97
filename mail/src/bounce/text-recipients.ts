import { headerValues } from '../headers.ts'
import type { BounceRecipient, ParsedMail } from '../types.ts'

type FailedRecipient = { address: string; reason: string }

/** The failed recipients named in a text-only report, each with the reason given. */
export function parseTextRecipients(mail: ParsedMail, text: string): BounceRecipient[] {
  const report = text.split(returnedMailStart)[0] ?? ''
  const action = isDelayed(`${mail.subject}\n${report}`) ? 'delayed' : 'failed'
  const statusOfAll = statusCode.exec(report)?.[0] ?? null
  return findFailedRecipients(mail, report).map(({ address, reason }) => ({
    address,
    action,
    status: statusCode.exec(reason)?.[0] ?? statusOfAll,
    diagnostic: reason.trim() || findDiagnosticLine(report),
  }))
}

/** Marks where the report ends and the returned mail begins. */
const returnedMailStart =
  /^-{2,}.*(?:original|copy|returned|unsent|headers?|below)|^(?:received|return-path|content-type):|^.{0,30}(?:original message|message headers?|copy of the (?:original )?message)\b.{0,20}(?:follow|below|:\s*$)/im

const statusCode = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])/

const isDelayed = (text: string) =>
  /\bdelay(?:ed)?\b|not yet been delivered|will (?:keep|continue) (?:on )?try/i.test(text) &&
  !/permanent|giving up/i.test(text)

function findFailedRecipients(mail: ParsedMail, report: string): FailedRecipient[] {
  const declaredAddresses = headerValues(mail.headers, 'x-failed-recipients').flatMap((value) =>
    value.split(','),
  )
  const ownAddresses = new Set(mail.to.map(({ address }) => address))
  const listed = findListedAddresses(report)
  const recipients =
    declaredAddresses.length > 0
      ? declaredAddresses.map((address) => ({ address, reason: reasonFor(address, listed) }))
      : (listed.length > 0 ? listed : findAddressInSentence(report)).filter(
          ({ address }) => !ownAddresses.has(address.toLowerCase()),
        )
  const byAddress = new Map<string, FailedRecipient>()
  for (const { address, reason } of recipients) {
    const key = address.trim().toLowerCase()
    if (key.includes('@') && !byAddress.has(key)) byAddress.set(key, { address: key, reason })
  }
  return [...byAddress.values()]
}

const reasonFor = (address: string, listed: FailedRecipient[]): string =>
  listed.find((failure) => failure.address.toLowerCase() === address.trim().toLowerCase())?.reason ?? ''

const lineWithAddress =
  /^[\s>*•"'<-]*([^\s<>()[\]:;,"']{1,64}@[a-z0-9.-]{1,254}[a-z0-9])["'>]*(?=[\s:;,.([]|$)(.*)$/i

/** Most programs start a line with the address; the text up to the next blank line is the reason. */
function findListedAddresses(report: string): FailedRecipient[] {
  const recipients: FailedRecipient[] = []
  let current: FailedRecipient | null = null
  for (const line of report.split('\n')) {
    const match = lineWithAddress.exec(line)
    if (match) {
      current = { address: match[1] ?? '', reason: (match[2] ?? '').replace(/^[\s:]+/, '') }
      recipients.push(current)
    } else if (line.trim() === '') current = null
    else if (current && current.reason.length < 500)
      current.reason = `${current.reason} ${line.trim()}`.trim()
  }
  return recipients
}

function findAddressInSentence(report: string): FailedRecipient[] {
  const [sentence, address] =
    /(?:user|recipient|rcpt to|address|mailbox|size|deliver\w*)\b[^\n@]{0,60}?[\s<:]([^\s<>()[\]:;,"']{1,64}@[^\s<>()[\]:;,"']{1,255})/i.exec(
      report,
    ) ?? []
  return address ? [{ address: address.replace(/\.+$/, ''), reason: sentence ?? '' }] : []
}

const findDiagnosticLine = (report: string): string | null =>
  report
    .split('\n')
    .map((line) => line.trim())
    .find((line) =>
      /(?:^|\s|:)[45]\d\d[ -]|\b[45]\.\d\.\d{1,3}\b|user unknown|no such user|quota|not found|unrouteable|not recognized/i.test(
        line,
      ),
    ) ?? null
