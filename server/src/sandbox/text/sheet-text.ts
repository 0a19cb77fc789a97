import type { TextCollector } from './text-collector.ts'
import { readXml } from './xml-text.ts'
import type { ZipFile } from './zip-file.ts'

/** Longer than every text that is kept; strings may be in any order. */
const maxStringsLength = 8_000_000

/** The rows of all sheets of an .xlsx file, as they are read: its texts are stored apart from its cells. */
export async function addSheets(
  zip: ZipFile,
  sheets: readonly string[],
  collector: TextCollector,
): Promise<void> {
  const strings = await readSharedStrings(zip)
  for (const sheet of sheets) await addSheet(zip, sheet, strings, collector)
}

async function readSharedStrings(zip: ZipFile): Promise<string[]> {
  const strings: string[] = []
  let length = 0
  let current = ''
  let inText = false
  /** Pronunciations of Japanese names. */
  let phonetic = 0
  await readXml(
    zip.read('xl/sharedStrings.xml'),
    {
      open(name) {
        if (name === 'si') current = ''
        if (name === 'rPh') phonetic++
        inText = name === 't'
      },
      text(text) {
        if (inText && phonetic === 0) current += text
        length += text.length
      },
      close(name) {
        inText = false
        if (name === 'rPh') phonetic--
        if (name === 'si') strings.push(current)
      },
    },
    () => length > maxStringsLength,
  )
  return strings
}

async function addSheet(
  zip: ZipFile,
  sheet: string,
  strings: readonly string[],
  collector: TextCollector,
): Promise<void> {
  let isReference = false
  let inValue = false
  let value = ''
  await readXml(
    zip.read(sheet),
    {
      open(name, { t: type }) {
        if (name === 'c') isReference = type === 's'
        if (name === 'c') value = ''
        inValue = name === 'v' || name === 't'
      },
      text(text) {
        if (inValue) value += text
      },
      close(name) {
        inValue = false
        if (name === 'c') collector.add(`${isReference ? (strings[Number(value)] ?? '') : value} `)
        if (name === 'row') collector.add('\n')
      },
    },
    () => collector.isFull,
  )
}
