import type { TextFormat } from '../sandbox/text/extract-text.ts'

/** By extension, because mail programs often call every file `application/octet-stream`. */
const formats: Record<string, TextFormat> = {
  ...{ pdf: 'document', docx: 'document', docm: 'document', dotx: 'document' },
  ...{ xlsx: 'document', xlsm: 'document', pptx: 'document', pptm: 'document', ppsx: 'document' },
  ...{ odt: 'document', ods: 'document', odp: 'document', ott: 'document' },
  ...{ html: 'html', htm: 'html', xhtml: 'html' },
  ...{ txt: 'text', text: 'text', csv: 'text', tsv: 'text', md: 'text', log: 'text', json: 'text' },
  ...{ xml: 'text', yaml: 'text', yml: 'text', ics: 'text', vcf: 'text' },
}
const documentTypes = /^application\/(pdf|vnd\.(openxmlformats-officedocument|oasis\.opendocument)\.)/

/** Whether, and how, text can be extracted from a file; null for anything else, such as an archive or a program. */
export function textFormatOf({
  filename,
  content_type,
}: {
  filename: string
  content_type: string
}): TextFormat | null {
  const extension = /\.([a-z0-9]{1,10})$/i.exec(filename)?.[1]?.toLowerCase() ?? ''
  const byExtension = Object.hasOwn(formats, extension) ? formats[extension] : undefined
  if (byExtension) return byExtension
  if (documentTypes.test(content_type)) return 'document'
  if (content_type === 'text/html') return 'html'
  return /^text\/(plain|csv|markdown)$/.test(content_type) ? 'text' : null
}
