import { latin1 } from './charset.ts'

/** Decodes a Content-Transfer-Encoding. With an unknown encoding, returns the bytes unchanged. Never throws. */
export function decodeTransferEncoding(body: Uint8Array, encoding: string): Uint8Array {
  if (encoding === 'base64') return decodeBase64(body)
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(body)
  if (/^(x-)?uue(ncode)?$/.test(encoding)) return decodeUuencode(body)
  return body
}

/**
 * Decodes base64 as found in mail: broken lines, stray characters, missing or early padding (concatenated pieces).
 * Padding ends a piece, so each piece is decoded separately.
 */
export function decodeBase64(body: Uint8Array): Uint8Array {
  const text = latin1(body)
  const pieces = text.split(/=[=\s]*/).map((piece) => Buffer.from(stripUrlSafeCharacters(piece), 'base64'))
  return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
}

/** Node also accepts the URL-safe alphabet; in mail `-` and `_` are noise like any other character. */
const stripUrlSafeCharacters = (piece: string) => (/[-_]/.test(piece) ? piece.replace(/[-_]/g, '') : piece)

const equals = 0x3d
const lf = 0x0a
const cr = 0x0d

/** RFC 2045 section 6.7. A `=` that starts no valid code is kept; whitespace at the end of a line is dropped. */
export function decodeQuotedPrintable(body: Uint8Array): Uint8Array {
  const output = new Uint8Array(body.length)
  let length = 0
  // The length without the whitespace at the end.
  let trimmedLength = 0
  for (let index = 0; index < body.length; index += 1) {
    const byte = body[index] ?? 0
    if (byte === 0x20 || byte === 0x09) {
      output[length++] = byte
      continue
    }
    if (isLineEnd(body, index)) length = trimmedLength
    const softBreak = byte === equals ? softBreakLength(body, index + 1) : -1
    if (softBreak >= 0) {
      index += softBreak
    } else if (byte === equals && isHexByte(body, index + 1)) {
      output[length++] = hexDigit(body[index + 1]) * 16 + hexDigit(body[index + 2])
      index += 2
    } else output[length++] = byte
    trimmedLength = length
  }
  return output.subarray(0, length)
}

const isLineEnd = (body: Uint8Array, index: number) =>
  body[index] === lf || (body[index] === cr && body[index + 1] === lf)

/** How many bytes after `=` form a soft line break, including whitespace before it; -1 if it is not one. */
function softBreakLength(body: Uint8Array, from: number): number {
  let index = from
  while (body[index] === 0x20 || body[index] === 0x09) index += 1
  if (body[index] === cr && body[index + 1] === lf) return index - from + 2
  if (body[index] === lf || body[index] === cr) return index - from + 1
  return index >= body.length ? index - from : -1
}

const isHexByte = (body: Uint8Array, from: number) =>
  hexDigit(body[from]) >= 0 && hexDigit(body[from + 1]) >= 0

function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  if (byte >= 0x41 && byte <= 0x46) return byte - 0x37
  if (byte >= 0x61 && byte <= 0x66) return byte - 0x57
  return -1
}

/** Decodes the lines between `begin` and `end`. Without a `begin` line, returns the body unchanged. */
export function decodeUuencode(body: Uint8Array): Uint8Array {
  const lines = latin1(body).split(/\r?\n/)
  const begin = lines.findIndex((line) => /^begin [0-7]{3,4} /.test(line))
  if (begin < 0) return body
  const output: number[] = []
  for (const line of lines.slice(begin + 1)) {
    if (line === 'end') break
    output.push(...uudecodeLine(line))
  }
  return Uint8Array.from(output)
}

function uudecodeLine(line: string): number[] {
  const size = (line.charCodeAt(0) - 32) & 63
  const bytes: number[] = []
  for (let index = 1; index < line.length && bytes.length < size; index += 4) {
    const [a, b, c, d] = [0, 1, 2, 3].map((offset) => (line.charCodeAt(index + offset) - 32) & 63)
    const bits = ((a ?? 0) << 18) | ((b ?? 0) << 12) | ((c ?? 0) << 6) | (d ?? 0)
    bytes.push(bits >> 16, (bits >> 8) & 255, bits & 255)
  }
  return bytes.slice(0, size)
}
