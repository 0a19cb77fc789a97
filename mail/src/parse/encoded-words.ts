import { decodeCharset } from './charset.ts'
import { decodeBase64, decodeQuotedPrintable } from './transfer-encoding.ts'

type EncodedWord = { charset: string; bytes: Uint8Array; end: number }

/**
 * RFC 2047 words in `value`, decoded. Neighbours of one charset are joined before decoding, because senders split
 * inside a multibyte character. Linear in the length of `value`.
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
  // Behind the last `?=` no word can end; without this bound, words that never end cost a scan of the rest each.
  const lastEnd = value.lastIndexOf('?=')
  for (let at = value.indexOf('=?'); at >= 0 && at < lastEnd; at = value.indexOf('=?', at)) {
    const word = parseEncodedWord(value, at)
    if (!word) {
      at += 2
      continue
    }
    const between = value.slice(plainFrom, at)
    if (run.length > 0 && /\S/.test(between)) flush()
    if (run.length > 0 && run[0]?.charset !== word.charset) flush()
    else if (run.length === 0 && (pieces.length === 0 || /\S/.test(between))) pieces.push(between)
    run.push(word)
    at = plainFrom = word.end
  }
  flush()
  pieces.push(value.slice(plainFrom))
  return pieces.join('')
}

/** Charset names are short; a longer one is somebody's noise. */
const maxCharsetLength = 60

function parseEncodedWord(value: string, start: number): EncodedWord | null {
  const charsetEnd = value.indexOf('?', start + 2)
  if (charsetEnd < 0 || charsetEnd - start - 2 > maxCharsetLength || charsetEnd === start + 2) return null
  const encoding = value[charsetEnd + 1]?.toLowerCase()
  if ((encoding !== 'b' && encoding !== 'q') || value[charsetEnd + 2] !== '?') return null
  const textStart = charsetEnd + 3
  const textEnd = value.indexOf('?=', textStart)
  if (textEnd < 0) return null
  // RFC 2231 section 5: a language may follow the charset after an asterisk.
  const [charset = ''] = value.slice(start + 2, charsetEnd).split('*')
  const text = wordBytes(value.slice(textStart, textEnd), charset)
  const bytes = encoding === 'b' ? decodeBase64(text) : decodeQuotedPrintable(underscoresToSpaces(text))
  return { charset: charset.toLowerCase(), bytes, end: textEnd + 2 }
}

/** A word should be ASCII; some programs put the charset's own bytes into it, which arrive here as characters. */
const wordBytes = (text: string, charset: string): Buffer =>
  [...text].every((c) => c <= '\u00ff') && !/^utf-?8$/i.test(charset)
    ? Buffer.from(text, 'latin1')
    : Buffer.from(text)

function underscoresToSpaces(text: Uint8Array): Uint8Array {
  // As a code, so that the decoder does not take it for white space at the end of a line.
  return Buffer.from(Buffer.from(text).toString('latin1').replaceAll('_', '=20'), 'latin1')
}

function decodeRun(run: EncodedWord[]): string {
  const [first] = run
  if (!first) return ''
  // A charset with shift states begins afresh in every word; the other multibyte ones may be cut anywhere.
  if (/^iso-2022|^hz|utf-?7/.test(first.charset))
    return run.map(({ bytes, charset }) => decodeCharset(bytes, charset)).join('')
  return decodeCharset(Buffer.concat(run.map(({ bytes }) => bytes)), first.charset)
}
