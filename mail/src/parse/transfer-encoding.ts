import { latin1 } from './charset.ts'

/** Content-Transfer-Encoding, undone. An unknown encoding leaves the bytes as they are. Never throws. */
export function decodeTransferEncoding(body: Uint8Array, encoding: string): Uint8Array {
  if (encoding === 'base64') return decodeBase64(body)
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(body)
  if (/^(x-)?uue(ncode)?$/.test(encoding)) return decodeUuencode(body)
  return body
}

/**
 * Base64 as mail has it: broken lines, stray characters, missing or early padding (concatenated pieces).
 * Padding ends a piece, so each piece is decoded for itself.
 */
export function decodeBase64(body: Uint8Array): Uint8Array {
  const text = latin1(body)
  const pieces = text.split(/=[=\s]*/).map((piece) => Buffer.from(stripUrlSafeCharacters(piece), 'base64'))
  return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
}

/** Node also reads the URL-safe alphabet; in mail `-` and `_` are noise like any other character. */
const stripUrlSafeCharacters = (piece: string) => (/[-_]/.test(piece) ? piece.replace(/[-_]/g, '') : piece)

const equals = 0x3d
const lf = 0x0a
const cr = 0x0d

/** RFC 2045 section 6.7. An `=` that starts no code stays as it is; white space at the end of a line is dropped. */
export function decodeQuotedPrintable(body: Uint8Array): Uint8Array {
  const out = new Uint8Array(body.length)
  let length = 0
  let spacesFrom = -1
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0
    if (byte === lf || (byte === cr && body[at + 1] === lf)) {
      if (spacesFrom >= 0) length = spacesFrom
    }
    if (byte === 0x20 || byte === 0x09) {
      if (spacesFrom < 0) spacesFrom = length
      out[length++] = byte
      continue
    }
    spacesFrom = -1
    if (byte !== equals) {
      out[length++] = byte
      continue
    }
    const softBreak = softBreakLength(body, at + 1)
    if (softBreak >= 0) {
      at += softBreak
      continue
    }
    const [high, low] = [hexDigit(body[at + 1]), hexDigit(body[at + 2])]
    if (high < 0 || low < 0) {
      out[length++] = byte
      continue
    }
    out[length++] = high * 16 + low
    at += 2
  }
  return out.subarray(0, length)
}

/** How many bytes after `=` belong to a soft line break, white space before it included; -1 when it is none. */
function softBreakLength(body: Uint8Array, from: number): number {
  let at = from
  while (body[at] === 0x20 || body[at] === 0x09) at += 1
  if (body[at] === cr && body[at + 1] === lf) return at - from + 2
  if (body[at] === lf || body[at] === cr) return at - from + 1
  return at >= body.length ? at - from : -1
}

function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  if (byte >= 0x41 && byte <= 0x46) return byte - 0x37
  if (byte >= 0x61 && byte <= 0x66) return byte - 0x57
  return -1
}

/** The lines between `begin` and `end`; without a `begin` line nothing was encoded. */
export function decodeUuencode(body: Uint8Array): Uint8Array {
  const lines = latin1(body).split(/\r?\n/)
  const begin = lines.findIndex((line) => /^begin [0-7]{3,4} /.test(line))
  if (begin < 0) return body
  const out: number[] = []
  for (const line of lines.slice(begin + 1)) {
    if (line === 'end') break
    out.push(...uudecodeLine(line))
  }
  return Uint8Array.from(out)
}

function uudecodeLine(line: string): number[] {
  const size = (line.charCodeAt(0) - 32) & 63
  const bytes: number[] = []
  for (let at = 1; at < line.length && bytes.length < size; at += 4) {
    const [a, b, c, d] = [0, 1, 2, 3].map((offset) => (line.charCodeAt(at + offset) - 32) & 63)
    const bits = ((a ?? 0) << 18) | ((b ?? 0) << 12) | ((c ?? 0) << 6) | (d ?? 0)
    bytes.push(bits >> 16, (bits >> 8) & 255, bits & 255)
  }
  return bytes.slice(0, size)
}
