import { decodeCharset } from './charset.ts'
import { decodeEncodedWords } from './encoded-words.ts'

/** A header such as Content-Type. `value` and parameter names are lower-case, parameter values decoded. */
export type ParameterisedHeader = { value: string; parameters: Map<string, string> }

/** Parses `value; name=text; name*0*=utf-8''text` (RFC 2045, RFC 2231), tolerating common mistakes. */
export function parseParameterisedHeader(header: string): ParameterisedHeader {
  const [value = '', ...pieces] = splitOutsideQuotes(header)
  const raw = new Map<string, string>()
  for (const piece of pieces) {
    const equals = piece.indexOf('=')
    if (equals < 1) continue
    const name = piece.slice(0, equals).trim().toLowerCase()
    if (!raw.has(name)) raw.set(name, unquote(piece.slice(equals + 1).trim()))
  }
  return { value: firstWord(value), parameters: joinContinuations(raw) }
}

/** Only the first word: with a missing semicolon ("application/pdf name=a.pdf"), the rest is not part of the type. */
const firstWord = (value: string) =>
  (unquote(value.replace(/\([^()]*\)/g, '').trim()).split(/\s/)[0] ?? '').toLowerCase()

function splitOutsideQuotes(header: string): string[] {
  const pieces: string[] = []
  let pieceStart = 0
  let quoted = false
  for (let index = 0; index < header.length; index += 1) {
    const character = header[index]
    if (character === '\\' && quoted) index += 1
    else if (character === '"') quoted = !quoted
    else if (character === ';' && !quoted) {
      pieces.push(header.slice(pieceStart, index))
      pieceStart = index + 1
    }
  }
  pieces.push(header.slice(pieceStart))
  return pieces
}

function unquote(text: string): string {
  if (!text.startsWith('"')) return text
  const end = text.lastIndexOf('"')
  const inner = end > 0 ? text.slice(1, end) : text.slice(1)
  return inner.replace(/\\(.)/g, '$1')
}

type Section = { index: number; encoded: boolean; text: string }

function joinContinuations(raw: Map<string, string>): Map<string, string> {
  const parameters = new Map<string, string>()
  const sections = new Map<string, Section[]>()
  for (const [name, text] of raw) {
    const match = /^([^*]+)\*(?:(\d{1,4})(\*)?)?$/.exec(name)
    if (!match?.[1]) {
      parameters.set(name, decodeEncodedWords(text))
      continue
    }
    const section = {
      index: Number(match[2] ?? 0),
      encoded: match[2] === undefined || match[3] === '*',
      text,
    }
    const others = sections.get(match[1])
    if (others) others.push(section)
    else sections.set(match[1], [section])
  }
  // The extended form takes precedence over the plain one (RFC 5987 section 4.2 gives the reason).
  for (const [name, parts] of sections) parameters.set(name, joinSections(parts))
  return parameters
}

function joinSections(sections: Section[]): string {
  const sorted = sections.toSorted((a, b) => a.index - b.index)
  const first = sorted[0]
  const prefix = first?.encoded ? /^([^']*)'[^']*'/.exec(first.text) : null
  if (!sorted.some(({ encoded }) => encoded))
    return decodeEncodedWords(sorted.map(({ text }) => text).join(''))
  const bytes = sorted.map(({ encoded, text }, position) => {
    const sectionText = position === 0 && prefix ? text.slice(prefix[0].length) : text
    return encoded ? percentDecode(sectionText) : Buffer.from(sectionText)
  })
  return decodeCharset(Buffer.concat(bytes), prefix?.[1] || null)
}

function percentDecode(text: string): Buffer {
  const bytes = Buffer.from(text)
  const decoded: number[] = []
  for (let index = 0; index < bytes.length; index += 1) {
    const code =
      bytes[index] === 0x25 ? Number.parseInt(bytes.toString('latin1', index + 1, index + 3), 16) : Number.NaN
    if (Number.isNaN(code)) {
      decoded.push(bytes[index] ?? 0)
      continue
    }
    decoded.push(code)
    index += 2
  }
  return Buffer.from(decoded)
}
