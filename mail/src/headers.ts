import type { Header } from './types.ts'

/** The values of all headers with this (lower-case) name, in order. */
export const headerValues = (headers: Header[], name: string): string[] =>
  headers.filter((header) => header.name === name).map(({ value }) => value)

/** The value of the first header with this name; '' if there is none. */
export const headerValue = (headers: Header[], name: string): string =>
  headers.find((header) => header.name === name)?.value ?? ''

/**
 * The message ids in a References or In-Reply-To header, without brackets. Words and comments between them are
 * ignored (RFC 5322 section 4.5.4 allowed phrases there). Text without brackets counts only if it contains an @.
 */
export function messageIds(value: string): string[] {
  const bracketed = [...value.matchAll(/<([^<>]*)>/g)].map(([, inner]) => (inner ?? '').replace(/\s+/g, ''))
  const ids =
    bracketed.length > 0
      ? bracketed
      : value.split(/[\s,]+/).filter((word) => /^[^@<>()]+@[^@<>()]+$/.test(word))
  return ids.filter((id) => id !== '')
}
