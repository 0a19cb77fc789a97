import { decodeCharset } from './charset.ts'
import { decodeBase64, decodeQuotedPrintable } from './transfer-encoding.ts'

type EncodedWord = { charset: string; bytes: Uint8Array; end: number }

/**
 * Decodes RFC 2047 encoded words. Adjacent words of one charset are joined before decoding, because senders split
 * inside multibyte characters. Linear in the length of `value`.
 */
export function decodeEncodedWords(value: string): string {
  if (!value.includes('=?')) return value
  const pieces: string[] = []
  let run: EncodedWord[] = []
  let plainFrom = 0
  const flush = () => {
    pieces.push(decodeRun(run))
    run = []
  }
  // No word can end after the last `?=`. Without this bound, each unterminated word would scan the rest of the value.
  const lastEnd = value.lastIndexOf('?=')
  for (
    let offset = value.indexOf('=?');
    offset >= 0 && offset < lastEnd;
    offset = value.indexOf('=?', offset)
  ) {
    const word = parseEncodedWord(value, offset)
    if (!word) {
      offset += 2
      continue
    }
    const between = value.slice(plainFrom, offset)
    if (run.length > 0 && /\S/.test(between)) flush()
    if (run.length > 0 && run[0]?.charset !== word.charset) flush()
    else if (run.length === 0 && (pieces.length === 0 || /\S/.test(between))) pieces.push(between)
    run.push(word)
    offset = plainFrom = word.end
  }
  flush()
  pieces.push(value.slice(plainFrom))
  return pieces.join('')
}

/** Charset names are short; longer ones are noise. */
const maxCharsetLength = 60

function parseEncodedWord(value: string, start: number): EncodedWord | null {
  const charsetEnd = value.indexOf('?', start + 2)
  if (charsetEnd < 0 || charsetEnd - start - 2 > maxCharsetLength || charsetEnd === start + 2) return null
  const encoding = value[charsetEnd + 1]?.toLowerCase()
  if ((encoding !== 'b' && encoding !== 'q') || value[charsetEnd + 2] !== '?') return null
  const textStart = charsetEnd + 3
  const textEnd = value.indexOf('?=', textStart)
  if (textEnd < 0) return null
  // RFC 2231 section 5: a language tag may follow the charset after an asterisk.
  const [charset = ''] = value.slice(start + 2, charsetEnd).split('*')
  const text = wordBytes(value.slice(textStart, textEnd), charset)
  const bytes = encoding === 'b' ? decodeBase64(text) : decodeQuotedPrintable(underscoresToSpaces(text))
  return { charset: charset.toLowerCase(), bytes, end: textEnd + 2 }
}

/**
 * An encoded word should be ASCII. Some programs put raw bytes of the charset in it, which arrive here as characters.
 */
const wordBytes = (text: string, charset: string): Buffer =>
  [...text].every((c) => c <= '\u00ff') && !/^utf-?8$/i.test(charset)
    ? Buffer.from(text, 'latin1')
    : Buffer.from(text)

function underscoresToSpaces(text: Uint8Array): Uint8Array {
  // Encoded as =20, so that the decoder does not treat it as trailing whitespace.
  return Buffer.from(Buffer.from(text).toString('latin1').replaceAll('_', '=20'), 'latin1')
}

function decodeRun(run: EncodedWord[]): string {
  const [first] = run
  if (!first) return ''
  // A charset with shift states restarts in every word; other multibyte charsets may be cut anywhere.
  if (/^iso-2022|^hz|utf-?7/.test(first.charset))
    return run.map(({ bytes, charset }) => decodeCharset(bytes, charset)).join('')
  return decodeCharset(Buffer.concat(run.map(({ bytes }) => bytes)), first.charset)
}
