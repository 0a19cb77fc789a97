import { TextDecoder } from 'node:util'
import iconv from 'iconv-lite'

/** Charset names seen in real mail that neither the Encoding Standard nor iconv-lite recognises. */
const aliases: Record<string, string> = {
  '7bit': 'utf-8',
  '8bit': 'utf-8',
  ansi_x3_4_1968: 'utf-8',
  'cp-850': 'cp850',
  cp936: 'gbk',
  cp949: 'euc-kr',
  'iso-gb2312': 'gbk',
  'ks_c_5601-1987': 'euc-kr',
  'unicode-1-1-utf-7': 'utf-7',
  'utf-7': 'utf-7',
  utf7: 'utf-7',
  'x-gbk': 'gbk',
}

/**
 * Decodes bytes to text. With an unknown or missing charset, UTF-8 if the bytes are valid UTF-8, else Windows-1252.
 * Never throws.
 */
export function decodeCharset(bytes: Uint8Array, label: string | null): string {
  const charset = normaliseLabel(label)
  if (charset === null || isAsciiLabel(charset)) return decodeUndeclared(bytes, null)
  const decoder = decoderFor(charset)
  if (decoder) return decodeDeclared(bytes, decoder)
  if (iconv.encodingExists(charset)) return iconv.decode(Buffer.from(bytes), charset)
  return decodeUndeclared(bytes, null)
}

/**
 * If the bytes are invalid in the declared charset but valid UTF-8, the sender meant UTF-8. 8-bit bytes declared as
 * ISO-2022-JP, which has none, are Shift_JIS in all mail that we have seen.
 */
function decodeDeclared(bytes: Uint8Array, decoder: TextDecoder): string {
  const text = decoder.decode(bytes)
  if (decoder.encoding === 'utf-8' || !text.includes('\ufffd')) return text
  try {
    return strictUtf8.decode(bytes)
  } catch {
    const isShiftJis = decoder.encoding === 'iso-2022-jp' && bytes.some((byte) => byte >= 0x80)
    return isShiftJis ? new TextDecoder('shift_jis').decode(bytes) : text
  }
}

/**
 * Decodes bytes without a declared charset: UTF-8 if valid, ISO-2022-JP by its escapes, else `hint` (the charset
 * declared elsewhere in the mail), else Windows-1252, which maps every byte.
 */
export function decodeUndeclared(bytes: Uint8Array, hint: string | null): string {
  if (hasIso2022JpEscape(bytes)) return new TextDecoder('iso-2022-jp').decode(bytes)
  try {
    return strictUtf8.decode(bytes)
  } catch {
    const charset = normaliseLabel(hint)
    const decoder = charset === null || /^utf-?8$|ascii/.test(charset) ? null : decoderFor(charset)
    return decodeDeclared(bytes, decoder ?? windows1252)
  }
}

/** Maps each byte to one character, without interpreting it. Copies only the result. */
export const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')

const strictUtf8 = new TextDecoder('utf-8', { fatal: true })
const windows1252 = new TextDecoder('windows-1252')
const decoders = new Map<string, TextDecoder | null>()

function normaliseLabel(label: string | null): string | null {
  const bare = label?.toLowerCase().replace(/["'\s]/g, '') ?? ''
  if (bare === '') return null
  return aliases[bare] ?? bare
}

const isAsciiLabel = (charset: string) => /^(us-?)?ascii$|^ansi/.test(charset)

function decoderFor(charset: string): TextDecoder | null {
  const cached = decoders.get(charset)
  if (cached !== undefined) return cached
  const decoder = createDecoder(charset)
  // Labels come from emails. Made-up ones must not grow the map without limit.
  if (decoders.size < 200) decoders.set(charset, decoder)
  return decoder
}

function createDecoder(charset: string): TextDecoder | null {
  try {
    const decoder = new TextDecoder(charset)
    // The Encoding Standard maps dangerous legacy names to a decoder that yields one U+FFFD.
    return decoder.encoding === 'replacement' ? null : decoder
  } catch {
    return null
  }
}

/** ESC $ B, ESC $ @ or ESC ( J: unmistakable in otherwise plain ASCII. */
function hasIso2022JpEscape(bytes: Uint8Array): boolean {
  for (let index = bytes.indexOf(0x1b); index >= 0; index = bytes.indexOf(0x1b, index + 1)) {
    const [next, last] = [bytes[index + 1], bytes[index + 2]]
    if (next === 0x24 && (last === 0x42 || last === 0x40)) return true
    if (next === 0x28 && last === 0x4a) return true
  }
  return false
}
