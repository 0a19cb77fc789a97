import { logNormal, pick, type Random, seeded, zipf } from './random.ts'
import { languages, shares } from './vocabulary.ts'

/** One text for COPY: escaped, in UTF-8, in pieces that are not joined yet. */
type Body = {
  /** Sanitised, as the product stores it. */
  content: Buffer[]
  /** As in the original email; empty for messages by agents. */
  raw_content: Buffer[]
  text_content: Buffer[]
  /** The beginning of the text. */
  preview: string
  complex: boolean
}

export type TextGenerator = {
  /** The same seed and kind give the same body. */
  body(seed: number, kind: 'mail' | 'reply' | 'note'): Body
  subject(random: Random): string
}

type Paragraph = { html: Buffer; text: Buffer; plain: string }
type Pool = { paragraphs: Paragraph[]; greeting: Paragraph; farewell: Paragraph; subjects: string[] }

const perLanguage = 1500

/**
 * Generates paragraphs once and combines them per message, so that generation does not slow the load. Rows are compressed individually and
 * rarely repeat a paragraph, so sizes on disk match those of free text.
 */
export function createTextGenerator(random: Random): TextGenerator {
  const pools = languages.map((_, at) => poolOf(random, at))
  const poolFor = (random: Random) => {
    let left = random() * 100
    for (const [at, pool] of pools.entries()) {
      left -= shares[at] ?? 0
      if (left < 0) return pool
    }
    return pick(random, pools)
  }
  return {
    body(seed, kind) {
      const random = seeded(seed)
      return bodyFrom(poolFor(random), random, kind)
    },
    subject: (random) => pick(random, poolFor(random).subjects),
  }
}

// Median size of the stored HTML, in bytes. With its text part and headers, an email with 2 kB of HTML is about 5 kB.
const medians = { mail: 2000, reply: 900, note: 250 }

function bodyFrom(pool: Pool, random: Random, kind: 'mail' | 'reply' | 'note'): Body {
  const targetSize = Math.min(200_000, logNormal(random, medians[kind], 0.7))
  const isText = kind === 'mail' && random() < 0.2
  const complex = kind === 'mail' && !isText && random() < 0.15
  const parts = kind === 'note' ? [] : [pool.greeting]
  let size = 0
  while (size < targetSize) {
    const paragraph = pick(random, pool.paragraphs)
    parts.push(paragraph)
    size += paragraph.html.length
  }
  if (kind !== 'note') parts.push(pool.farewell)
  const text_content = parts.map(({ text }) => text)
  const content = isText
    ? [pieces.openText, ...text_content, pieces.closeText]
    : complex
      ? [pieces.openTable, ...parts.flatMap(({ html }) => [html, pieces.nextCell]), pieces.closeTable]
      : parts.map(({ html }) => html)
  const raw_content =
    kind !== 'mail' ? [] : isText ? text_content : [pieces.openPage, ...content, pieces.closePage]
  const plain = parts.slice(0, 4).map(({ plain }) => plain)
  return { content, raw_content, text_content, preview: plain.join('\n').slice(0, 500), complex }
}

function poolOf(random: Random, at: number): Pool {
  const language = languages[at]
  if (!language) throw new Error(`There is no language ${at}`)
  const { words, gap, stop, greeting, farewell } = language
  const draw = zipf(words.length, 0.9)
  const phrase = (count: number) => Array.from({ length: count }, () => words[draw(random)] ?? '').join(gap)
  const sentence = () => capital(phrase(4 + Math.floor(random() * 14)))
  const paragraph = () => {
    const sentences = Array.from({ length: 2 + Math.floor(random() * 5) }, sentence)
    if (random() < 0.1) sentences.push(`https://shop.example.com/orders/${Math.floor(random() * 1e9)}`)
    return paragraphFrom(sentences.join(stop) + stop.trim(), random() < 0.2)
  }
  return {
    paragraphs: Array.from({ length: perLanguage }, paragraph),
    greeting: paragraphFrom(`${greeting},`, false),
    farewell: paragraphFrom(farewell, false),
    subjects: Array.from({ length: perLanguage }, () => capital(phrase(2 + Math.floor(random() * 7)))),
  }
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

function paragraphFrom(plain: string, emphasis: boolean): Paragraph {
  const marked = emphasis ? plain.replace(/^([^.。]{3,40}?) /, '<b>$1</b> ') : plain
  return {
    plain,
    html: copyText(
      `<p style="margin:0 0 1em;font-family:Arial,Helvetica,sans-serif;font-size:14px;line-height:1.5;color:#222222">${marked.replace(/https:\S+/g, '<a href="$&" target="_blank" rel="noopener noreferrer nofollow">$&</a>')}</p>\n`,
    ),
    text: copyText(`${plain}\n\n`),
  }
}

/** Escapes for COPY's text format. */
export const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t').replaceAll('\r', '\\r')

const copyText = (text: string) => Buffer.from(escaped(text))

const pieces = {
  openText: copyText('<div style="white-space:pre-wrap">'),
  closeText: copyText('</div>'),
  openTable: copyText(
    '<table width="600" cellpadding="0" cellspacing="0" style="border-collapse:collapse;font-family:Arial,sans-serif"><tbody><tr><td style="padding:16px 24px">',
  ),
  nextCell: copyText('</td></tr><tr><td style="padding:16px 24px">'),
  closeTable: copyText('</td></tr></tbody></table>'),
  openPage: copyText(
    '<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><style type="text/css">p{margin:0}body{font-family:Calibri,sans-serif;font-size:11pt}</style></head><body lang="en" link="#0563C1">',
  ),
  closePage: copyText('</body></html>'),
}
