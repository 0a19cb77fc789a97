import { decodeUndeclared } from '../parse/charset.ts'
import { decodeEncodedWords } from '../parse/encoded-words.ts'
import { type MimePart, parseMimeTree } from '../parse/mime-tree.ts'
import { toStorableText } from '../parse/storable-text.ts'
import { decodeTransferEncoding } from '../parse/transfer-encoding.ts'
import { type BounceRecipient, MailRefusedError, type ParsedMail } from '../types.ts'
import { isFromMailSystem } from './text-bounce.ts'

const reportTypes = new Set(['message/delivery-status', 'message/global-delivery-status'])

/**
 * The recipients of a delivery status report (RFC 3464), or null if the mail contains none. Mail gateways wrap the
 * report that they received in a message of their own; then the report is one level deeper.
 */
export function parseDeliveryStatus(mail: ParsedMail): BounceRecipient[] | null {
  const reportParts = mail.attachments.filter(({ content_type }) => reportTypes.has(content_type))
  const reports =
    reportParts.length > 0
      ? [...reportParts.map(({ content }) => content), ...readReturnedReports(mail)]
      : readWrappedReports(mail)
  if (reports.length === 0) return null
  const groups = reports.flatMap((content) => parseFieldGroups(decodeUndeclared(content, null)))
  return groups.filter(isRecipient).map(toRecipient)
}

function readWrappedReports(mail: ParsedMail): Uint8Array[] {
  // Anyone may forward a bounce and ask about it; only mail from a mail system counts as the bounce itself.
  if (!isFromMailSystem(mail)) return []
  return readEnclosedMails(mail).flatMap(readReportParts)
}

/**
 * A report that could not be delivered comes back inside the next one. Its recipients failed too, and no other report
 * mentions them. Only a whole report counts: a person's mail may include someone else's report.
 */
const readReturnedReports = (mail: ParsedMail): Uint8Array[] =>
  readEnclosedMails(mail)
    .filter(({ type }) => type.value === 'multipart/report')
    .flatMap(readReportParts)

const readEnclosedMails = (mail: ParsedMail): MimePart[] =>
  mail.attachments
    .filter(({ content_type }) => content_type === 'message/rfc822')
    .flatMap(({ content }) => parseRoot(content) ?? [])

/** Null for a mail that exceeds our limits; the enclosing report is still read. */
function parseRoot(content: Uint8Array): MimePart | null {
  try {
    return parseMimeTree(content).root
  } catch (error) {
    if (error instanceof MailRefusedError) return null
    throw error
  }
}

const readReportParts = (part: MimePart): Uint8Array[] =>
  leafParts(part)
    .filter(({ type }) => reportTypes.has(type.value))
    .map(({ body, transferEncoding }) => decodeTransferEncoding(body, transferEncoding))

const leafParts = (part: MimePart): MimePart[] =>
  part.parts.length > 0 ? part.parts.flatMap(leafParts) : [part]

type FieldGroup = Map<string, string>

/** Header groups separated by blank lines. The first describes the message, the others one recipient each. */
function parseFieldGroups(report: string): FieldGroup[] {
  return toStorableText(report)
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .map((block) => parseFields(block))
    .filter((group) => group.size > 0)
}

function parseFields(block: string): FieldGroup {
  const group: FieldGroup = new Map()
  for (const line of block.replace(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    if (name !== '' && !group.has(name)) group.set(name, line.slice(colon + 1).trim())
  }
  return group
}

/** RFC 3463. */
const statusCode = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])/

const isRecipient = (group: FieldGroup) =>
  group.has('final-recipient') || group.has('original-recipient') || group.has('action')

function toRecipient(group: FieldGroup): BounceRecipient {
  const diagnostic = decodeEncodedWords(valueWithoutType(group.get('diagnostic-code')))
  return {
    address: bareAddress(group.get('final-recipient') ?? group.get('original-recipient')),
    action: /[a-z]+/.exec((group.get('action') ?? '').toLowerCase())?.[0] ?? 'failed',
    status: statusCode.exec(group.get('status') ?? diagnostic)?.[0] ?? null,
    diagnostic: diagnostic === '' ? null : diagnostic,
  }
}

/** "rfc822; ana@example.com": the part after the type. */
const valueWithoutType = (value: string | undefined) => (value ?? '').replace(/^\s*[\w-]+\s*;/, '').trim()

const bareAddress = (value: string | undefined): string =>
  valueWithoutType(value)
    .replace(/^<|>.*$/g, '')
    .trim()
    .toLowerCase()
