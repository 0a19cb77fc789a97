import sharp from 'sharp'
import type { FileKey } from './story.ts'

export type SampleFile = { filename: string; content_type: string; bytes: Buffer }

/** The attachments of the sample conversations, generated on demand so that the repository contains no binaries. */
export async function makeSampleFile(key: FileKey): Promise<SampleFile> {
  const file = await makers[key]()
  return file
}

const makers: Record<FileKey, () => Promise<SampleFile>> = {
  statement: async () =>
    pdf('statement-november.pdf', [
      'Northbank - account statement, November 2026',
      '16.11.  LUMEN & OAK 4811   - 89.00',
      '16.11.  LUMEN & OAK 4811   - 89.00',
    ]),
  invoice: async () =>
    pdf('invoice-2026-1187.pdf', [
      'Lumen & Oak - Invoice 2026-1187',
      '1 x Meridian floor lamp   219.00',
      'Total incl. VAT   219.00',
    ]),
  label: async () =>
    pdf('return-label.pdf', ['Lumen & Oak returns', 'Kadeweg 12, 1019 Amsterdam', 'Parcel 3S-4741-L']),
  floor_plan: async () => pdf('entrance-plan.pdf', ['Plan of the entrance, level 0', 'Scale 1:50']),
  photo_box: () => photo('box-torn-open.png', '#b98a56', box),
  photo_lamp: () => photo('lamp-in-the-living-room.png', '#41526b', lamp),
  photo_shelf: () => photo('shelf-without-screws.png', '#6b7f6a', shelf),
  orders_csv: async () => ({
    filename: 'wall-lights-list.csv',
    content_type: 'text/csv',
    bytes: Buffer.from(
      'room,model,colour,pieces,delivery\nlobby,Arc,anthracite,24,March\nlevel 1,Arc,anthracite,36,March\nlevel 2,Arc,anthracite,60,May\n',
    ),
  }),
  invite: async () => ({
    filename: 'spring-collection.ics',
    content_type: 'text/calendar',
    bytes: Buffer.from(
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Lumen and Oak//Demo//EN',
        'BEGIN:VEVENT',
        'UID:spring-2027@rahmandesign.example',
        'DTSTAMP:20261119T080000Z',
        'DTSTART:20261126T090000Z',
        'DTEND:20261126T100000Z',
        'SUMMARY:Spring collection',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    ),
  }),
}

const lamp = `<path d="M250 60v120" stroke="#222" stroke-width="4"/><path d="M170 260h160l-40-90h-80z" fill="#f3e3bf"/><ellipse cx="250" cy="330" rx="190" ry="60" fill="#f7d98a" opacity=".35"/><rect x="60" y="380" width="380" height="16" rx="6" fill="#7c5a36"/>`
const box = `<path d="M110 170l140-60 140 60v150l-140 60-140-60z" fill="#d9b27c"/><path d="M250 230v150M110 170l140 60 140-60" stroke="#8b6434" stroke-width="5" fill="none"/><path d="M180 140l30 40 26-18 30 36" stroke="#fff" stroke-width="6" fill="none"/>`
const shelf = `<g fill="#caa06a"><rect x="90" y="110" width="320" height="16"/><rect x="90" y="220" width="320" height="16"/><rect x="90" y="330" width="320" height="16"/><rect x="90" y="110" width="14" height="290"/><rect x="396" y="110" width="14" height="290"/></g><circle cx="240" cy="205" r="6" fill="#eee"/>`

async function photo(filename: string, wall: string, drawing: string): Promise<SampleFile> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="900" viewBox="0 0 500 450"><rect width="500" height="450" fill="${wall}"/><rect y="360" width="500" height="90" fill="#000" opacity=".18"/>${drawing}</svg>`
  return {
    filename,
    content_type: 'image/png',
    bytes: await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer(),
  }
}

/** One A5 page with lines of Helvetica (ISO 32000-1, 7.5). */
function pdf(filename: string, lines: string[]): SampleFile {
  const text = lines.map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj 0 -24 Td`).join(' ')
  const stream = `BT /F1 14 Tf 40 520 Td ${text} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const bytes = `${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return { filename, content_type: 'application/pdf', bytes: Buffer.from(bytes, 'latin1') }
}
