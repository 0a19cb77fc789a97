/** The text of a file, or why it can't be read. */
export type DecodedFile = { text: string } | { refusal: 'workbook' | 'size' }

const MAX_BYTES = 2_000_000

/** Decodes a CSV file as spreadsheets write them: UTF-8, UTF-16 with a byte order mark, otherwise Windows-1252. */
export function decodeFile(bytes: Uint8Array<ArrayBuffer>): DecodedFile {
  if (bytes.length > MAX_BYTES) return { refusal: 'size' }
  const [first, second, third] = bytes
  // Excel's own formats: a ZIP archive, or the compound file format from before 2007.
  if ((first === 0x50 && second === 0x4b && third === 0x03) || (first === 0xd0 && second === 0xcf))
    return { refusal: 'workbook' }
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes) }
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes) }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes) }
  }
}
