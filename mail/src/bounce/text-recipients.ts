import { headerValues } from '../headers.ts'
import type { BounceRecipient, ParsedMail } from '../types.ts'

type FailedRecipient = { address: string; words: string }

/** Whom a report in prose names, each with the words about it. */
export function parseTextRecipients(mail: ParsedMail, text: string): BounceRecipient[] {
  const report = text.split(returnedMailStart)[0] ?? ''
  const action = isDelayed(`${mail.subject}\n${report}`) ? 'delayed' : 'failed'
  const statusOfAll = statusCode.exec(report)?.[0] ?? null
  return findFailedRecipients(mail, report).map(({ address, words }) => ({
    address,
    action,
    status: statusCode.exec(words)?.[0] ?? statusOfAll,
    diagnostic: words.trim() || findDiagnosticLine(report),
  }))
}

/** Where the report ends and the mail that came back begins. */
const returnedMailStart =
  /^-{2,}.*(?:original|copy|returned|unsent|headers?|below)|^(?:received|return-path|content-type):|^.{0,30}(?:original message|message headers?|copy of the (?:original )?message)\b.{0,20}(?:follow|below|:\s*$)/im

const statusCode = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.])/

const isDelayed = (text: string) =>
  /\bdelay(?:ed)?\b|not yet been delivered|will (?:keep|continue) (?:on )?try/i.test(text) &&
  !/permanent|giving up/i.test(text)

function findFailedRecipients(mail: ParsedMail, report: string): FailedRecipient[] {
  const declared = headerValues(mail.headers, 'x-failed-recipients').flatMap((value) => value.split(','))
  const own = new Set(mail.to.map(({ address }) => address))
  const named = findListedAddresses(report)
  const found =
    declared.length > 0
      ? declared.map((address) => ({ address, words: reasonFor(address, named) }))
      : (named.length > 0 ? named : findAddressInSentence(report)).filter(
          ({ address }) => !own.has(address.toLowerCase()),
        )
  const byAddress = new Map<string, FailedRecipient>()
  for (const { address, words } of found) {
    const key = address.trim().toLowerCase()
    if (key.includes('@') && !byAddress.has(key)) byAddress.set(key, { address: key, words })
  }
  return [...byAddress.values()]
}

const reasonFor = (address: string, named: FailedRecipient[]): string =>
  named.find((failure) => failure.address.toLowerCase() === address.trim().toLowerCase())?.words ?? ''

const lineWithAddress =
  /^[\s>*•"'<-]*([^\s<>()[\]:;,"']{1,64}@[a-z0-9.-]{1,254}[a-z0-9])["'>]*(?=[\s:;,.([]|$)(.*)$/i

/** Nearly every program begins a line with the address; what follows, to the next empty line, is the reason. */
function findListedAddresses(report: string): FailedRecipient[] {
  const found: FailedRecipient[] = []
  let open: FailedRecipient | null = null
  for (const line of report.split('\n')) {
    const match = lineWithAddress.exec(line)
    if (match) {
      open = { address: match[1] ?? '', words: (match[2] ?? '').replace(/^[\s:]+/, '') }
      found.push(open)
    } else if (line.trim() === '') open = null
    else if (open && open.words.length < 500) open.words = `${open.words} ${line.trim()}`.trim()
  }
  return found
}

function findAddressInSentence(report: string): FailedRecipient[] {
  const [sentence, address] =
    /(?:user|recipient|rcpt to|address|mailbox|size|deliver\w*)\b[^\n@]{0,60}?[\s<:]([^\s<>()[\]:;,"']{1,64}@[^\s<>()[\]:;,"']{1,255})/i.exec(
      report,
    ) ?? []
  return address ? [{ address: address.replace(/\.+$/, ''), words: sentence ?? '' }] : []
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
