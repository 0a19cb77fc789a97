import { open } from 'node:fs/promises'
import { htmlToText } from '@parley/mail/html/html-to-text'
import { maxTextLength } from '../../search-index/index-keys.ts'
import { TaskRejected } from '../protocol.ts'

/** A character takes up to four bytes. */
const maxTextBytes = 4 * maxTextLength
/** Newsletters have more markup than text. */
const maxHtmlBytes = 2_000_000

export async function readTextFile(path: string): Promise<string> {
  return decodeText(await readStart(path, maxTextBytes))
}

export async function readHtmlFile(path: string): Promise<string> {
  return htmlToText(decodeText(await readStart(path, maxHtmlBytes)))
}

async function readStart(path: string, length: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** By its byte order mark, else UTF-8 if it is valid, else the encoding of old Windows programs. */
function decodeText(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  const isBigEndian = bytes[0] === 0xfe && bytes[1] === 0xff
  if (isUtf16 || isBigEndian) return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-16be').decode(bytes)
  if (bytes.includes(0)) throw new TaskRejected('It is no text')
  try {
    // The last character may be cut; a stream waits for the rest of it.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
