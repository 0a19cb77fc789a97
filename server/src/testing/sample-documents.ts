import { crc32, deflateRawSync } from 'node:zlib'

/** A PDF 1.4 with one page per text, in the built-in font Helvetica. */
export function createPdf(pages: readonly string[]): Buffer {
  const escapeString = (text: string) => text.replace(/[\\()]/g, '\\$&')
  const pageId = (n: number) => 4 + 2 * n
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, n) => `${pageId(n)} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((text, n) => {
      const lines = text.split('\n').map((line) => `(${escapeString(line)}) Tj T*`)
      const content = `BT /F1 12 Tf 14 TL 72 720 Td ${lines.join(' ')} ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${pageId(n) + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  return writePdf(objects)
}

/** Object 1 is the catalog. */
export function writePdf(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, n) => {
    const offset = file.length
    file += `${n + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const xref = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  return Buffer.from(
    `${file}${xref}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF`,
    'latin1',
  )
}

/** A ZIP file of these files, compressed. */
export function createZip(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content)
    const compressed = deflateRawSync(bytes, { level: 9 })
    const header = Buffer.alloc(26)
    header.writeUInt16LE(20, 0)
    header.writeUInt16LE(0x0800, 2) // names in UTF-8
    header.writeUInt16LE(8, 4) // deflate
    header.writeUInt32LE(crc32(bytes), 10)
    header.writeUInt32LE(compressed.length, 14)
    header.writeUInt32LE(bytes.length, 18)
    header.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), header, Buffer.from(name), compressed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), header, tail, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(locals.length, 8)
  end.writeUInt16LE(locals.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, list, end])
}

const xml = (content: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${content}`
const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A Word document with a paragraph per text. */
export const createDocx = (paragraphs: readonly string[], more: Record<string, string> = {}): Buffer =>
  createZip({
    '[Content_Types].xml': xml(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    ),
    'word/document.xml': xml(
      `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraphs
        .map((text) => `<w:p><w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`)
        .join('')}</w:body></w:document>`,
    ),
    ...more,
  })

/** An Excel sheet. Texts are stored apart from the cells, numbers in them. */
export function createXlsx(rows: readonly (readonly (string | number)[])[]): Buffer {
  const strings = [...new Set(rows.flat().filter((cell) => typeof cell === 'string'))]
  const cell = (value: string | number) =>
    typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="s"><v>${strings.indexOf(value)}</v></c>`
  return createZip({
    'xl/workbook.xml': xml('<workbook/>'),
    'xl/sharedStrings.xml': xml(
      `<sst>${strings.map((text) => `<si><t>${escapeXml(text)}</t></si>`).join('')}</sst>`,
    ),
    'xl/worksheets/sheet1.xml': xml(
      `<worksheet><sheetData>${rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')}</sheetData></worksheet>`,
    ),
  })
}

/** A presentation with a text per slide, stored in no order. */
export const createPptx = (slides: readonly string[]): Buffer =>
  createZip(
    Object.fromEntries(
      slides
        .map((text, n): [string, string] => [
          `ppt/slides/slide${n + 1}.xml`,
          xml(`<p:sld><p:cSld><a:p><a:r><a:t>${escapeXml(text)}</a:t></a:r></a:p></p:cSld></p:sld>`),
        ])
        .reverse(),
    ),
  )

/** An OpenDocument text; a spreadsheet or presentation has its text in the same elements. */
export const createOdt = (paragraphs: readonly string[], before = ''): Buffer =>
  createZip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': xml(
      `<office:document-content><office:body><office:text>${before}${paragraphs
        .map((text) => `<text:p>${escapeXml(text)}</text:p>`)
        .join('')}</office:text></office:body></office:document-content>`,
    ),
  })
