import { readFile } from 'node:fs/promises'
import { getDocumentProxy } from 'unpdf'
import { TaskRejected } from '../protocol.ts'
import { TextCollector } from './text-collector.ts'

/** Text that was read until then is kept. In CPU time, well below the task's limit. */
const maxCpuMs = 8_000
const maxPages = 2_000

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

/** The text of the pages in order, without drawing them: neither fonts nor images are decoded. */
export async function readPdfText(path: string): Promise<string> {
  const pdf = await openPdf(await readFile(path))
  const collector = new TextCollector()
  const { user, system } = process.cpuUsage()
  const hasTime = () => {
    const now = process.cpuUsage()
    return now.user + now.system - user - system < maxCpuMs * 1000
  }
  for (let n = 1; n <= Math.min(pdf.numPages, maxPages) && !collector.isFull && hasTime(); n++)
    await addPage(pdf, n, collector)
  const text = collector.text()
  if (text.trim() === '') throw new TaskRejected('It contains no text, like a scanned page')
  return text
}

async function openPdf(bytes: Buffer) {
  try {
    return await getDocumentProxy(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length), {
      // Nothing is rendered, so neither fonts nor images of the system are of use.
      useSystemFonts: false,
      disableFontFace: true,
      stopAtErrors: false,
      verbosity: 0,
    })
  } catch (error) {
    throw new TaskRejected(`The PDF can't be opened: ${(error as Error).message}`)
  }
}

async function addPage(
  pdf: Awaited<ReturnType<typeof getDocumentProxy>>,
  n: number,
  collector: TextCollector,
): Promise<void> {
  let page: Page
  try {
    page = await pdf.getPage(n)
  } catch {
    return // One damaged page doesn't hide the others.
  }
  const reader = page.streamTextContent().getReader()
  try {
    while (!collector.isFull) {
      const { done, value } = await reader.read()
      if (done) break
      for (const item of value.items)
        if ('str' in item) collector.add(item.hasEOL ? `${item.str}\n` : item.str)
    }
    collector.add('\n')
  } catch {
    // As above.
  } finally {
    await reader.cancel().catch(() => {})
    page.cleanup()
  }
}
