import { isFromMailSystem } from './bounce-text.ts'
import { decodeUndeclared } from './parse-charset.ts'
import { storable } from './parse-clean.ts'
import { decodeTransfer } from './parse-transfer.ts'
import { type MimePart, readTree } from './parse-tree.ts'
import { decodeWords } from './parse-words.ts'
import { type BounceRecipient, MailRefused, type ParsedMail } from './types.ts'

const reportTypes = new Set(['message/delivery-status', 'message/global-delivery-status'])

/**
 * The recipients of a delivery status report (RFC 3464); null when the mail carries none. Gateways that check mail wrap
 * the report they got into a message of their own: then the report is one level deeper.
 */
export function readDeliveryStatus(mail: ParsedMail): BounceRecipient[] | null {
  const own = mail.attachments.filter(({ content_type }) => reportTypes.has(content_type))
  const reports =
    own.length > 0 ? [...own.map(({ content }) => content), ...returnedReports(mail)] : wrappedReports(mail)
  if (reports.length === 0) return null
  const groups = reports.flatMap((content) => readGroups(decodeUndeclared(content, null)))
  return groups.filter(isRecipient).map(toRecipient)
}

function wrappedReports(mail: ParsedMail): Uint8Array[] {
  // Anybody may forward a bounce and ask about it: only a program's mail counts as the bounce itself.
  if (!isFromMailSystem(mail)) return []
  return enclosedMails(mail).flatMap(reportsIn)
}

/**
 * A report that could not be delivered either comes back inside the next one. Its recipients failed as well, and nobody else will say so.
 * Only what is a report as a whole counts: a mail of a person may carry somebody else's report along.
 */
const returnedReports = (mail: ParsedMail): Uint8Array[] =>
  enclosedMails(mail)
    .filter(({ type }) => type.value === 'multipart/report')
    .flatMap(reportsIn)

const enclosedMails = (mail: ParsedMail): MimePart[] =>
  mail.attachments
    .filter(({ content_type }) => content_type === 'message/rfc822')
    .flatMap(({ content }) => rootOf(content) ?? [])

/** Null for a mail past our limits: what it was enclosed in is still told. */
function rootOf(content: Uint8Array): MimePart | null {
  try {
    return readTree(content).root
  } catch (error) {
    if (error instanceof MailRefused) return null
    throw error
  }
}

const reportsIn = (part: MimePart): Uint8Array[] =>
  leaves(part)
    .filter(({ type }) => reportTypes.has(type.value))
    .map(({ body, transferEncoding }) => decodeTransfer(body, transferEncoding))

const leaves = (part: MimePart): MimePart[] => (part.parts.length > 0 ? part.parts.flatMap(leaves) : [part])

type Group = Map<string, string>

/** Groups of headers with empty lines between them. The first describes the message, the others one recipient each. */
function readGroups(report: string): Group[] {
  return storable(report)
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .map((block) => readFields(block))
    .filter((group) => group.size > 0)
}

function readFields(block: string): Group {
  const group: Group = new Map()
  for (const line of block.replace(/\n[ \t]+/g, ' ').split('\n')) {
    const colon = line.indexOf(':')
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase()
    if (name !== '' && !group.has(name)) group.set(name, line.slice(colon + 1).trim())
  }
  return group
}

/** RFC 3463. */
const statusCode = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])/

const isRecipient = (group: Group) =>
  group.has('final-recipient') || group.has('original-recipient') || group.has('action')

function toRecipient(group: Group): BounceRecipient {
  const diagnostic = decodeWords(typedValue(group.get('diagnostic-code')))
  return {
    address: bareAddress(group.get('final-recipient') ?? group.get('original-recipient')),
    action: /[a-z]+/.exec((group.get('action') ?? '').toLowerCase())?.[0] ?? 'failed',
    status: statusCode.exec(group.get('status') ?? diagnostic)?.[0] ?? null,
    diagnostic: diagnostic === '' ? null : diagnostic,
  }
}

/** "rfc822; somebody@example.com": what stands after the type. */
const typedValue = (value: string | undefined) => (value ?? '').replace(/^\s*[\w-]+\s*;/, '').trim()

const bareAddress = (value: string | undefined): string =>
  typedValue(value)
    .replace(/^<|>.*$/g, '')
    .trim()
    .toLowerCase()
