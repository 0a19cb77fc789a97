import { TaskRejected } from '../protocol.ts'
import { addSheets } from './sheet-text.ts'
import { TextCollector } from './text-collector.ts'
import { addXmlText, type TextRules } from './xml-text.ts'
import { withZip, type ZipFile } from './zip-file.ts'

const officeRules: TextRules = {
  text: new Set(['t']),
  breaks: new Set(['p', 'br', 'cr']),
  blanks: new Set(['tab']),
  hidden: new Set(['Fallback', 'moveFrom']),
}
const openDocumentRules: TextRules = {
  text: new Set(['p', 'h']),
  breaks: new Set(['p', 'h', 'line-break']),
  blanks: new Set(['s', 'tab']),
  hidden: new Set(['tracked-changes']),
}

const wordParts = /^word\/(document|footnotes|endnotes|comments|header\d*|footer\d*)\.xml$/
const slideParts = /^ppt\/(slides\/slide|notesSlides\/notesSlide|comments\/comment)\d+\.xml$/
const sheetParts = /^xl\/worksheets\/sheet\d+\.xml$/

/** The text of .docx, .xlsx, .pptx, .odt, .ods and .odp, recognised by the files inside. */
export const readOfficeText = (path: string): Promise<string> => withZip(path, readParts)

async function readParts(zip: ZipFile): Promise<string> {
  const collector = new TextCollector()
  const parts = zip.names.filter((name) => wordParts.test(name) || slideParts.test(name)).sort(partOrder)
  const sheets = zip.names.filter((name) => sheetParts.test(name)).sort(partOrder)
  const isOpenDocument = zip.names.includes('content.xml')
  if (parts.length + sheets.length === 0 && !isOpenDocument)
    throw new TaskRejected('It is no Office document')
  for (const part of parts) await addPart(zip, part, officeRules, collector)
  await addSheets(zip, sheets, collector)
  if (isOpenDocument) await addPart(zip, 'content.xml', openDocumentRules, collector)
  return collector.text()
}

async function addPart(zip: ZipFile, name: string, rules: TextRules, collector: TextCollector) {
  if (collector.isFull) return
  await addXmlText(zip.read(name), rules, collector)
  collector.add('\n')
}

/** The document first, then by number: slide 2 before slide 10. */
const partOrder = (a: string, b: string) =>
  Number(b === 'word/document.xml') - Number(a === 'word/document.xml') ||
  a.localeCompare(b, 'en', { numeric: true })
