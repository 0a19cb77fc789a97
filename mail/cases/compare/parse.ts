import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseMail } from '@parley/mail/parse/parse-mail'
import type { Address, ParsedAttachment, ParsedMail } from '@parley/mail/types'
import type { Compare, MailCase } from '../comparison.ts'
import { bareId, bareName, collapse } from './normalise.ts'
import { visibleText } from './visible-text.ts'

type ExpectedAddress = { address: string; name?: string }
type ExpectedAttachment = {
  filename?: string
  contentType?: string
  contentId?: string
  size?: number
  sha256?: string
  unsafeFilename?: boolean
}
type Expect = {
  subject?: string
  subjectStartsWith?: string
  subjectLength?: number
  from?: ExpectedAddress[]
  to?: ExpectedAddress[]
  cc?: ExpectedAddress[]
  replyTo?: ExpectedAddress[]
  messageId?: string | null
  inReplyTo?: string[]
  references?: string[]
  date?: string | null
  text?: {
    equals?: string
    contains?: string[]
    prefixIsEnough?: boolean
    normalizedLength?: number
    normalizedSha256?: string
  }
  html?: { visibleTextContains?: string[]; visibleTextEquals?: string; sourceContains?: string[] }
  anyBodyContains?: string[]
  attachments?: { count?: number; countIsConventional?: boolean; include?: ExpectedAttachment[] }
  /** Only in our own cases: all files inside a winmail.dat. */
  unpacked?: ExpectedAttachment[]
}
type StretchExpect = {
  subject?: string
  to?: string[]
  toNames?: string[]
  fromNames?: string[]
  senderFallback?: string
}

/** Checks every field of the case. Fields of level `must` decide; the others count towards the metric `should`. */
export const compare: Compare = async (mailCase, folder) => {
  const mail = await parseMail(await readFile(join(folder, mailCase.file ?? '')))
  const differences = compareFields(mail, mailCase.expect as Expect) // the manifest's format, see the README of the data set
  const level = (mailCase.level ?? {}) as Record<string, string>
  const isMust = (field: string) => (level[field] ?? 'must') === 'must'
  const reasons = [...differences]
    .filter(([field]) => isMust(field))
    .map(([field, why]) => `${field}: ${why}`)
  const fieldsOfShould = Object.keys(mailCase.expect).filter((field) => level[field] === 'should')
  return {
    ok: reasons.length === 0,
    reasons,
    metrics: {
      ...(fieldsOfShould.length > 0 && { should: fieldsOfShould.every((field) => !differences.has(field)) }),
      ...stretchMetric(mail, mailCase),
    },
  }
}

function compareFields(mail: ParsedMail, expect: Expect): Map<string, string> {
  const differences = new Map<string, string>()
  const note = (field: string, why: string | null) => why !== null && differences.set(field, why)
  if (expect.subject !== undefined) note('subject', compareStrings(mail.subject, expect.subject))
  if (expect.subjectStartsWith !== undefined) note('subject', compareHugeSubject(mail.subject, expect))
  note('from', compareAddresses(mail.from, expect.from))
  note('to', compareAddresses(mail.to, expect.to))
  note('cc', compareAddresses(mail.cc, expect.cc))
  note('replyTo', compareAddresses(mail.reply_to, expect.replyTo))
  if (expect.messageId !== undefined)
    note('messageId', compareStrings(mail.message_id ?? '', bareId(expect.messageId ?? '')))
  note('inReplyTo', compareIds(mail.in_reply_to, expect.inReplyTo))
  note('references', compareIds(mail.references, expect.references))
  if (expect.date !== undefined) note('date', compareDate(mail.date, expect.date))
  note('text', compareText(mail.text, expect.text))
  note('html', compareHtml(mail.html, expect.html))
  note('anyBodyContains', compareAnyBody(mail, expect.anyBodyContains))
  note('attachments', compareAttachments(mail.attachments, expect.attachments))
  note('unpacked', compareUnpacked(mail.attachments, expect.unpacked))
  return differences
}

const compareStrings = (actual: string, expected: string): string | null =>
  collapse(actual) === collapse(expected) ? null : `expected ${preview(expected)}, got ${preview(actual)}`

const preview = (value: unknown): string => {
  const json = JSON.stringify(value) ?? 'undefined'
  return json.length > 300 ? `${json.slice(0, 300)}… (${json.length} characters)` : json
}

const codePoints = (text: string): number => [...text].length

function compareHugeSubject(actual: string, expect: Expect): string | null {
  const text = collapse(actual)
  const start = collapse(expect.subjectStartsWith ?? '')
  if (!text.startsWith(start)) return `expected to start with ${preview(start)}, got ${preview(text)}`
  if (expect.subjectLength === undefined || codePoints(text) === expect.subjectLength) return null
  return `expected ${expect.subjectLength} characters, got ${codePoints(text)}`
}

function compareAddresses(actual: Address[], expected: ExpectedAddress[] | undefined): string | null {
  if (expected === undefined) return null
  const got = actual.filter(({ address }) => address.includes('@'))
  const same =
    got.length === expected.length &&
    expected.every((want, index) => {
      const have = got[index]
      return (
        have !== undefined &&
        collapse(have.address.toLowerCase()) === collapse(want.address.toLowerCase()) &&
        (want.name === undefined || bareName(have.name) === bareName(want.name))
      )
    })
  return same ? null : `expected ${preview(expected)}, got ${preview(got)}`
}

function compareIds(actual: string[], expected: string[] | undefined): string | null {
  if (expected === undefined) return null
  const want = expected.map(bareId)
  return preview(want) === preview(actual.map(bareId))
    ? null
    : `expected ${preview(want)}, got ${preview(actual)}`
}

function compareDate(actual: Date | null, expected: string | null): string | null {
  const want = expected === null ? null : new Date(expected).getTime()
  return (actual?.getTime() ?? null) === want ? null : `expected ${expected}, got ${actual?.toISOString()}`
}

function compareText(actual: string, expected: Expect['text']): string | null {
  if (expected === undefined) return null
  const text = collapse(actual)
  if (expected.equals !== undefined) {
    const want = collapse(expected.equals)
    const same = expected.prefixIsEnough ? text.startsWith(want) : text === want
    if (!same) return `expected ${preview(want)}, got ${preview(text)}`
  }
  if (expected.normalizedLength !== undefined && codePoints(text) !== expected.normalizedLength)
    return `expected ${expected.normalizedLength} characters, got ${codePoints(text)}`
  if (expected.normalizedSha256 !== undefined && sha256(text) !== expected.normalizedSha256)
    return 'the text has the right length, but other characters'
  return missingIn(text, expected.contains)
}

function compareHtml(actual: string | null, expected: Expect['html']): string | null {
  if (expected === undefined) return null
  const visible = collapse(visibleText(actual ?? ''))
  // Parsers place whitespace between elements differently, so only the words are compared.
  const words = visible.replaceAll(' ', '')
  if (expected.visibleTextEquals !== undefined) {
    const want = collapse(expected.visibleTextEquals).replaceAll(' ', '')
    if (words !== want) return `expected ${preview(want)}, got ${preview(words)}`
  }
  return (
    missingIn(visible, expected.visibleTextContains) ??
    missingIn(collapse(actual ?? ''), expected.sourceContains)
  )
}

function compareAnyBody(mail: ParsedMail, expected: string[] | undefined): string | null {
  const bodies = [collapse(mail.text), collapse(visibleText(mail.html ?? '')), collapse(mail.html ?? '')]
  const missing = (expected ?? []).find((piece) => !bodies.some((body) => body.includes(collapse(piece))))
  return missing === undefined ? null : `missing ${preview(missing)} in every body`
}

function missingIn(text: string, pieces: string[] | undefined): string | null {
  const missing = (pieces ?? []).find((piece) => !text.includes(collapse(piece)))
  return missing === undefined ? null : `missing ${preview(missing)} in ${preview(text)}`
}

function compareAttachments(all: ParsedAttachment[], expected: Expect['attachments']): string | null {
  if (expected === undefined) return null
  // The data set lists the leaf parts of the mail, without the files inside a winmail.dat.
  const actual = all.filter(({ tnef }) => tnef !== 'content')
  const shown = () => preview(actual.map((a) => [a.filename, a.content_type, a.content_id, a.size]))
  const unsafe = actual.find(({ filename }) => !isSafeName(filename))
  if (unsafe) return `unsafe name ${preview(unsafe.filename)}`
  if (expected.count !== undefined && !expected.countIsConventional && actual.length !== expected.count)
    return `expected ${expected.count}, got ${actual.length}: ${shown()}`
  const missing = expected.include?.find((want) => !hasAttachment(actual, want))
  return missing ? `missing ${preview(missing)} in ${shown()}` : null
}

function compareUnpacked(all: ParsedAttachment[], expected: ExpectedAttachment[] | undefined): string | null {
  if (expected === undefined) return null
  const files = all.filter(({ tnef }) => tnef === 'content')
  const missing = expected.find((want) => !hasAttachment(files, want))
  if (missing)
    return `missing ${preview(missing)} in ${preview(files.map(({ filename, size }) => [filename, size]))}`
  return files.length === expected.length ? null : `expected ${expected.length} files, got ${files.length}`
}

/**
 * Where two attachments have the same bytes, the data set confuses them: it lists one twice, or combines the name of
 * one with the id of the other. So each field only has to match some attachment with these bytes.
 */
function hasAttachment(actual: ParsedAttachment[], want: ExpectedAttachment): boolean {
  const candidates = actual.filter(
    (have) =>
      (want.size === undefined || have.size === want.size) &&
      (want.sha256 === undefined || sha256(have.content) === want.sha256),
  )
  const isOneAttachment = want.sha256 === undefined
  const matches: ((have: ParsedAttachment) => boolean)[] = [
    (have) =>
      want.filename === undefined || normaliseFilename(have.filename) === normaliseFilename(want.filename),
    (have) => want.contentType === undefined || isMediaType(have, want.contentType),
    (have) => want.contentId === undefined || have.content_id === bareId(want.contentId),
  ]
  return isOneAttachment
    ? candidates.some((have) => matches.every((match) => match(have)))
    : matches.every((match) => candidates.some(match))
}

/**
 * The data set keeps what careless parsers leave in the type ("application/pdf name=a.pdf", ""). Compare only the
 * type itself.
 */
function isMediaType(have: ParsedAttachment, declared: string): boolean {
  const [mediaType] = declared.toLowerCase().split(/[\s;]/)
  return mediaType === '' || have.content_type === mediaType
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a safe name must not contain control characters
const unsafeCharacters = /[/\\\u0000-\u001f\u007f]|\.\./

const isSafeName = (filename: string) => filename !== '' && !unsafeCharacters.test(filename)

/** We store names in NFC; the data set has some in NFD, as macOS sends them. */
const normaliseFilename = (filename: string) => collapse(filename).normalize('NFC')

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

function stretchMetric(mail: ParsedMail, mailCase: MailCase): { stretch?: boolean } {
  if (!mailCase.stretch) return {}
  const stretch = mailCase.stretch as StretchExpect // the manifest's format
  const sameList = (want: string[] | undefined, have: string[]) =>
    want === undefined || preview(want.map(bareName)) === preview(have.map(bareName))
  const names = (addresses: Address[]) => addresses.map(({ name }) => name)
  return {
    stretch:
      (stretch.subject === undefined || compareStrings(mail.subject, stretch.subject) === null) &&
      sameList(
        stretch.to,
        mail.to.map(({ address }) => address),
      ) &&
      sameList(stretch.toNames, names(mail.to)) &&
      sameList(stretch.fromNames, names(mail.from)) &&
      (stretch.senderFallback === undefined || mail.from[0]?.address === stretch.senderFallback),
  }
}
