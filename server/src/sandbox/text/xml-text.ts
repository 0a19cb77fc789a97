import { Parser } from 'htmlparser2'
import { TaskRejected } from '../protocol.ts'
import type { TextCollector } from './text-collector.ts'

type Attributes = Readonly<Record<string, string>>
export type XmlHandlers = {
  open(name: string, attributes: Attributes): void
  text?(text: string): void
  close?(name: string): void
}

/** Documents have a few dozen levels. The parser takes quadratic time for the depth. */
const maxDepth = 1_000

/**
 * Reads XML as a stream, by element names without their prefix. Only the five entities of XML and character references
 * are known, so entities that a document declares never expand, and external ones are never loaded.
 */
export async function readXml(
  source: AsyncIterable<Uint8Array>,
  handlers: XmlHandlers,
  isDone: () => boolean,
): Promise<void> {
  let depth = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > maxDepth) throw new TaskRejected('Its elements are nested too deeply')
        handlers.open(localName(name), attributes)
      },
      ontext: (text) => handlers.text?.(text),
      onclosetag(name) {
        depth--
        handlers.close?.(localName(name))
      },
    },
    { xmlMode: true },
  )
  const decoder = new TextDecoder()
  for await (const chunk of source) {
    if (isDone()) return
    parser.write(decoder.decode(chunk, { stream: true }))
  }
  parser.end(decoder.decode())
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Which elements of a document contain its text, by their names without prefix. */
export type TextRules = {
  text: ReadonlySet<string>
  breaks: ReadonlySet<string>
  blanks: ReadonlySet<string>
  /** Left out with all that they contain: deleted text, and second versions of the same text. */
  hidden: ReadonlySet<string>
}

export async function addXmlText(
  source: AsyncIterable<Uint8Array>,
  { text, breaks, blanks, hidden }: TextRules,
  collector: TextCollector,
): Promise<void> {
  let textDepth = 0
  let hiddenDepth = 0
  const isDone = () => collector.isFull
  await readXml(
    source,
    {
      open(name) {
        if (hidden.has(name)) hiddenDepth++
        if (text.has(name)) textDepth++
        if (blanks.has(name)) collector.add(' ')
      },
      text(content) {
        if (textDepth > 0 && hiddenDepth === 0) collector.add(content)
      },
      close(name) {
        if (hidden.has(name)) hiddenDepth--
        if (text.has(name)) textDepth--
        if (breaks.has(name)) collector.add('\n')
      },
    },
    isDone,
  )
}
