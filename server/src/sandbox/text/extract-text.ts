import { open } from 'node:fs/promises'
import { addText, type IndexKeys, maxTextLength } from '../../search-index/index-keys.ts'
import { TaskRejected } from '../protocol.ts'
import { readOfficeText } from './office-text.ts'
import { readPdfText } from './pdf-text.ts'
import { readHtmlFile, readTextFile } from './plain-text.ts'

/** What the file claims to be. Documents are recognised by their first bytes. */
export type TextFormat = 'document' | 'html' | 'text'
/** The first 100,000 characters of a file's text, and the keys by which search finds them. */
export type ExtractedText = { text: string; keys: number[] }

/**
 * Extracts the text of a file, and its search keys, so that the server's process doesn't spend time on them.
 * @throws TaskRejected if the file has no readable text
 */
export async function extractText({
  path,
  format,
}: {
  path: string
  format: TextFormat
}): Promise<ExtractedText> {
  const text = tidy(await readText(path, format))
    .slice(0, maxTextLength)
    .toWellFormed()
  const keys: IndexKeys = new Set()
  addText(keys, 'text', text)
  return { text, keys: [...keys].slice(0, maxKeys) }
}

/** A real text of this length has 5,000. A row of the index with more would slow every search down that reads it. */
const maxKeys = 20_000

async function readText(path: string, format: TextFormat): Promise<string> {
  if (format === 'html') return readHtmlFile(path)
  if (format === 'text') return readTextFile(path)
  const head = await readHead(path)
  if (head.startsWith('PK')) return readOfficeText(path)
  if (head.includes('%PDF-')) return readPdfText(path)
  throw new TaskRejected('It is neither a PDF nor an Office document')
}

/** PDF readers accept a file whose header is within the first kilobyte. */
async function readHead(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/** One line per paragraph. PostgreSQL stores no U+0000. */
const tidy = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f\ufeff\u00ad\ufffe\uffff]/g, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim()
