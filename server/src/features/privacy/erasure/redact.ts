import { escapeHtml } from '@parley/mail/html/escape-html'

import { erasedText } from '../../../erased-text.ts'

/** Whom an erasure is about: everything by which rows that concern the person are found. */
export type Subject = {
  /** The contact, and the contacts that were merged into it. */
  contact_ids: number[]
  /** In lower case. */
  addresses: string[]
  /** First and last name together; a single word would also hit other people. */
  names: string[]
  /** First and last names on their own, which are removed only where someone addresses the person with them. */
  single_names: string[]
  phone_numbers: string[]
}

/** What must not remain in a text. */
export type Redactor = {
  isIn(text: string | null): boolean
  redact(text: string): string
  /** Redacts every string in a JSON value. */
  redactJson<T>(value: T): T
}

/** Shorter lines are common phrases. */
const minLineLength = 12

/** Lines of the person's texts, by which their quotes in the texts of others are recognised. */
export const linesOf = (texts: readonly string[]): string[] => [
  ...new Set(
    texts.flatMap((text) =>
      text
        .split(/\r?\n/)
        .map((line) => line.replace(/^[\s>]+/, '').trim())
        .filter((line) => line.length >= minLineLength),
    ),
  ),
]

/**
 * Addresses are found as whole addresses, also percent-encoded as in links; names, numbers and lines wherever they are, and `salutations`
 * at the end of a short phrase at the beginning of a line, such as "Hi Grace,".
 */
export function createRedactor(
  subject: Subject,
  { lines = [], salutations = [] }: { lines?: readonly string[]; salutations?: readonly string[] } = {},
): Redactor {
  const addresses = subject.addresses.flatMap((address) => [address, address.replace('@', '%40')])
  const texts = [...subject.names, ...subject.phone_numbers, ...lines]
  const patterns = [
    ...addresses.map((address) => `(?<![\\w.+%-])${escapePattern(address)}(?![\\w-]|\\.\\w)`),
    // In HTML, some characters are escaped.
    ...[...new Set(texts.flatMap((text) => [text, escapeHtml(text)]))]
      .toSorted((a, b) => b.length - a.length)
      .map(escapePattern),
    ...salutations.map(escapePattern).map(
      // What is before the name is looked at last, because that is slow.
      (name) =>
        `${name}(?=[ \\t]*(?:[,.!:;–-]|<|[\\r\\n]|$))(?<=(?:^|[>\\n])[ \\t]*(?:\\p{L}[\\p{L}.’']*[ \\t]+){0,3}${name})`,
    ),
  ]
  if (patterns.length === 0)
    return { isIn: () => false, redact: (text) => text, redactJson: (value) => value }
  const pattern = new RegExp(patterns.join('|'), 'giu')
  const redact = (text: string) => text.replace(pattern, erasedText)
  return {
    isIn: (text) => text !== null && redact(text) !== text,
    redact,
    redactJson: <T>(value: T): T => mapStrings(value, redact) as T, // keeps the shape
  }
}

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\s+/g, '\\s+')

function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => mapStrings(one, change))
  if (value instanceof Date || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [change(key), mapStrings(one, change)]))
}
