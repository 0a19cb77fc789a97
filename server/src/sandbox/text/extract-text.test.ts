import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../../log.ts'
import {
  createDocx,
  createOdt,
  createPdf,
  createPptx,
  createXlsx,
  createZip,
  writePdf,
} from '../../testing/sample-documents.ts'
import { type Sandbox, startSandbox } from '../sandbox.ts'
import type { TextFormat } from './extract-text.ts'

let sandbox: Sandbox
let folder: string
beforeAll(async () => {
  // The files are stopped for the CPU time and memory that they take. On a busy machine the process waits long, because its priority is low.
  sandbox = startSandbox(createLog('silent'), { time_ms: 120_000 })
  folder = await mkdtemp(join(tmpdir(), 'parley-text-'))
})
afterAll(async () => {
  await sandbox.stop()
  await rm(folder, { recursive: true })
})

let count = 0
/** In the sandboxed process, as the server does. */
async function extract(bytes: Uint8Array | string, format: TextFormat = 'document') {
  const path = join(folder, String(count++))
  await writeFile(path, bytes)
  return sandbox.run('extract_text', { path, format }, { owner: 'test' })
}
const textOf = async (bytes: Uint8Array | string, format?: TextFormat) => (await extract(bytes, format)).text

describe('the text of', () => {
  test('a PDF is that of its pages in order', async () => {
    const pdf = createPdf(['Invoice 4711\nBergstraße 12', 'Second page'])
    expect(await textOf(pdf)).toBe('Invoice 4711\nBergstraße 12\nSecond page')
  })

  test('a Word document has its paragraphs, notes and headers, but no deleted text', async () => {
    const docx = createDocx(['Terms & conditions', '返品について'], {
      'word/header1.xml': '<w:hdr><w:p><w:r><w:t>Letterhead</w:t></w:r></w:p></w:hdr>',
      'word/footnotes.xml':
        '<w:footnotes><w:p><w:r><w:t>Footnote</w:t><w:delText>deleted</w:delText><w:instrText>PAGE</w:instrText></w:r></w:p></w:footnotes>',
      'word/settings.xml': '<w:settings><w:t>a setting</w:t></w:settings>',
    })
    expect(await textOf(docx)).toBe('Terms & conditions\n返品について\nFootnote\nLetterhead')
  })

  test('a text box of Word appears once, though it is stored twice', async () => {
    const box = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
    const docx = createDocx([], {
      'word/header1.xml': `<w:hdr><mc:AlternateContent><mc:Choice>${box('In a box')}</mc:Choice><mc:Fallback>${box('In a box')}</mc:Fallback></mc:AlternateContent></w:hdr>`,
    })
    expect(await textOf(docx)).toBe('In a box')
  })

  test('a sheet has its rows, with texts and numbers', async () => {
    const xlsx = createXlsx([
      ['Order', 'Amount'],
      ['Kettle', 4711],
      ['Order', 12.5],
    ])
    expect(await textOf(xlsx)).toBe('Order Amount\nKettle 4711\nOrder 12.5')
  })

  test('a presentation has its slides in order', async () => {
    const slides = Array.from({ length: 11 }, (_, n) => `Slide ${n + 1}`)
    expect(await textOf(createPptx(slides))).toBe(slides.join('\n'))
  })

  test('an OpenDocument has its paragraphs, but no tracked deletions', async () => {
    const odt = createOdt(
      ['Kündigung', 'Mit freundlichen Grüßen'],
      '<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>',
    )
    expect(await textOf(odt)).toBe('Kündigung\nMit freundlichen Grüßen')
  })

  test('a text file is decoded by its byte order mark, as UTF-8, or as an old Windows encoding', async () => {
    expect(await textOf('Größe;Preis', 'text')).toBe('Größe;Preis')
    expect(await textOf(Buffer.from('\ufeffGröße', 'utf16le'), 'text')).toBe('Größe')
    expect(await textOf(Buffer.from('Größe', 'latin1'), 'text')).toBe('Größe')
    await expect(extract(Buffer.from([1, 0, 2, 0, 3]), 'text')).rejects.toMatchObject({ reason: 'rejected' })
  })

  test('a page of HTML has no tags, styles and scripts', async () => {
    const html = '<style>p{}</style><p>Shipping <b>label</b></p><script>alert(1)</script>'
    expect(await textOf(html, 'html')).toBe('Shipping label')
  })

  test('a long file ends after 100,000 characters', async () => {
    const { text } = await extract('word '.repeat(100_000), 'text')
    expect(text).toHaveLength(100_000)
    const pages = Array.from({ length: 100 }, (_, n) => `Page ${n} ${'of a very long document\n'.repeat(60)}`)
    expect(await textOf(createPdf(pages))).toHaveLength(100_000)
  })

  test('a text of many different words has a limited number of search keys', async () => {
    const words = Array.from({ length: 50_000 }, (_, n) => n.toString(36)).join(' ')
    expect((await extract(words, 'text')).keys).toHaveLength(20_000)
  })
})

describe('a hostile file fails by itself, and the next one is read:', { timeout: 150_000 }, () => {
  const megabytes = (n: number, text = ' ') => Buffer.alloc(n * 1024 * 1024, text)
  const entities = Array.from({ length: 10 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join(
    '',
  )

  test.each([
    ['a ZIP bomb', () => createZip({ 'word/document.xml': megabytes(100) }), 'rejected'],
    [
      'elements nested a million times',
      () => createZip({ 'word/document.xml': '<w:p>'.repeat(1_000_000) }),
      'rejected',
    ],
    ['no document', () => createZip({ 'report.txt': 'text' }), 'rejected'],
    ['a damaged ZIP', () => createDocx(['text']).subarray(0, 150), 'rejected'],
    ['something else', () => Buffer.from('MZ a program'), 'rejected'],
    ['a damaged PDF', () => Buffer.from('%PDF-1.7\nnothing'), 'rejected'],
    ['a PDF without text', () => createPdf(['']), 'rejected'],
  ])('%s', async (_name, create, reason) => {
    await expect(extract(create())).rejects.toMatchObject({ reason, isFinal: true })
    expect(await textOf(createDocx(['next']))).toBe('next')
  })

  test('entities are never expanded, and no external one is loaded', async () => {
    const docx = createDocx([], {
      'word/header1.xml': `<!DOCTYPE x [<!ENTITY e0 "bomb">${entities}<!ENTITY file SYSTEM "file:///etc/passwd">]><w:hdr><w:t>&e10; &file; &amp; text</w:t></w:hdr>`,
    })
    expect(await textOf(docx)).toBe('&e10; &file; & text')
  })

  test('a PDF whose page tree contains itself, or that claims 100,000 pages, ends', async () => {
    const loop = writePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 100000 /Kids [2 0 R 2 0 R 2 0 R] >>',
    ])
    await expect(extract(loop)).rejects.toMatchObject({ isFinal: true })
    expect(await textOf(createDocx(['next']))).toBe('next')
  })

  test('a PDF whose stream expands without end is stopped, and the process survives', async () => {
    const { deflateSync } = await import('node:zlib')
    const bomb = deflateSync(megabytes(300, 'q '), { level: 9 }).toString('latin1')
    const pdf = writePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>',
      `<< /Length ${bomb.length} /Filter /FlateDecode >>\nstream\n${bomb}\nendstream`,
    ])
    await expect(extract(pdf)).rejects.toMatchObject({ isFinal: true })
    expect(await textOf(createDocx(['next']))).toBe('next')
  })
})
