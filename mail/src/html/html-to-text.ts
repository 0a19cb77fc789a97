import { type ChildNode, type Element, isTag, isText, type ParentNode } from 'domhandler'
import { blockElements, hiddenElements, parseHtml, spacedBlocks, walk } from './dom.ts'

/** Nobody reads more HTML than this. In characters. */
const maxHtmlLength = 8_000_000
const previewLength = 200
/** Longer lines are broken at the next element. In characters. */
const maxLineLength = 10_000

/**
 * Converts HTML to readable plain text, for previews and the text part of outgoing mail: links with their URL, list
 * items, table rows, and `>` before quotes. Empty for HTML without text. Linear time.
 */
export function htmlToText(html: string): string {
  const page = new TextRenderer()
  walk(
    parseHtml(html.slice(0, maxHtmlLength)),
    (node) => page.enter(node),
    (element) => page.leave(element),
  )
  return page.text()
}

/** The start of a text on one line, up to 200 characters, for lists and notifications. */
export function previewText(text: string): string {
  // Newsletters pad their preview with invisible characters.
  const line = text
    .slice(0, 10 * previewLength)
    .replaceAll('\0', '')
    .replace(/(?:[\s\u200b-\u200f\ufeff\u00ad\u2060]|\u034f)+/g, ' ')
    .trim()
  const characters = [...line]
  if (characters.length <= previewLength) return line
  return `${characters
    .slice(0, previewLength - 1)
    .join('')
    .trimEnd()}…`
}

class TextRenderer {
  #lines: string[] = []
  #line = ''
  #gap = false
  /** Quote depth of the last line. */
  #lineDepth = 0
  #quoteDepth = 0
  #preDepth = 0
  #listDepth = 0
  #numbers: number[] = []
  #linkStarts: number[] = []

  enter(node: ChildNode): boolean {
    if (this.#line.length > maxLineLength && this.#preDepth === 0) this.#breakLine()
    if (isText(node)) this.#addText(node.data)
    if (!isTag(node) || hiddenElements.has(node.name)) return false
    const { name } = node
    if (name === 'br') this.#emitLine()
    if (name === 'img') this.#addText(emojiAlt(node))
    if (isCell(name)) this.#startCell()
    if (isOwnBlock(node)) this.#startBlock(name)
    if (name === 'hr') this.#addRule()
    if (name === 'a') this.#linkStarts.push(this.#line.length)
    if (name === 'blockquote') this.#quoteDepth += 1
    if (isPreformatted(node)) this.#preDepth += 1
    if (isList(name)) this.#startList(node)
    if (name === 'li') this.#startItem()
    return true
  }

  leave(element: Element): void {
    const { name } = element
    if (name === 'a') this.#endLink(element)
    if (name === 'blockquote') {
      this.#endLine()
      this.#quoteDepth -= 1
    }
    if (isOwnBlock(element)) this.#startBlock(name)
    if (isPreformatted(element)) this.#preDepth -= 1
    if (isList(name)) {
      this.#listDepth -= 1
      this.#numbers.pop()
    }
  }

  text(): string {
    this.#endLine()
    const text = this.#lines.join('\n').replaceAll('\0', '')
    return text
      .replace(/(?:\n[> ]*){3,}(?=\n)/g, '\n')
      .replace(/^[\n ]+/, '')
      .trimEnd()
  }

  #addText(data: string): void {
    if (this.#preDepth > 0) {
      const [firstLine = '', ...otherLines] = data.split(/\r?\n/)
      this.#line += firstLine
      for (const line of otherLines) {
        this.#emitLine()
        this.#line = line
      }
      return
    }
    const text = data.replace(/\s+/g, ' ')
    this.#line += this.#line === '' || this.#line.endsWith(' ') ? text.trimStart() : text
  }

  #startBlock(name: string): void {
    this.#endLine()
    if (spacedBlocks.has(name) && this.#listDepth === 0) this.#gap = true
  }

  #addRule(): void {
    this.#endLine()
    this.#line = '-'.repeat(24)
    this.#emitLine()
  }

  #startCell(): void {
    if (this.#line.trim() !== '') this.#line = `${this.#line.trimEnd()} | `
  }

  #startList(list: Element): void {
    this.#listDepth += 1
    const start = Number.parseInt(list.attribs.start ?? '1', 10)
    this.#numbers.push(list.name === 'ol' ? (Number.isFinite(start) ? start : 1) : Number.NaN)
  }

  #startItem(): void {
    const number = this.#numbers.pop() ?? Number.NaN
    if (this.#listDepth > 0) this.#numbers.push(number + 1)
    const indent = '  '.repeat(Math.min(8, Math.max(0, this.#listDepth - 1)))
    this.#line = Number.isNaN(number) ? `${indent}- ` : `${indent}${number}. `
  }

  #endLink(link: Element): void {
    const start = this.#linkStarts.pop() ?? 0
    const href = (link.attribs.href ?? '').trim()
    if (!/^(?:https?:|mailto:|tel:)/i.test(href)) return
    const text = this.#line.slice(start).trim()
    const address = href.replace(/^(?:mailto|tel):/i, '')
    if (text !== '' && !isSameAddress(text, address)) this.#line = `${this.#line.trimEnd()} (${address})`
  }

  /** Ends the line if it has content; blocks alone produce no empty lines. */
  #endLine(): void {
    if (this.#line.trim() !== '') this.#emitLine()
    this.#line = ''
  }

  /** Cells and links process their whole line, which would take quadratic time on long lines. */
  #breakLine(): void {
    this.#emitLine()
    this.#linkStarts.fill(0)
  }

  #emitLine(): void {
    // The blank line above a paragraph is quoted if both its neighbours are.
    if (this.#gap && this.#lines.length > 0)
      this.#lines.push(quotePrefix(Math.min(this.#lineDepth, this.#quoteDepth)).trimEnd())
    this.#lines.push(`${quotePrefix(this.#quoteDepth)}${this.#line.trimEnd()}`.trimEnd())
    this.#line = ''
    this.#lineDepth = this.#quoteDepth
    this.#gap = false
  }
}

const isCell = (name: string) => name === 'td' || name === 'th'
const isList = (name: string) => name === 'ul' || name === 'ol'
const isOwnBlock = (element: Element) => blockElements.has(element.name) && !fillsCell(element)

/** A paragraph that fills its cell, next to other cells: the row is one line. */
function fillsCell({ name, parent, prev, next }: Element): boolean {
  if (name !== 'p' && name !== 'div') return false
  if (
    parent === null ||
    !isTableCell(parent) ||
    findSibling(prev, 'prev') !== null ||
    findSibling(next, 'next') !== null
  )
    return false
  return [findSibling(parent.prev, 'prev'), findSibling(parent.next, 'next')].some(
    (sibling) => sibling !== null && isTableCell(sibling),
  )
}

const isTableCell = (node: ChildNode | ParentNode): node is Element =>
  isTag(node) && (node.name === 'td' || node.name === 'th')

/** The next sibling in this direction that is not whitespace. */
function findSibling(start: ChildNode | null, direction: 'prev' | 'next'): ChildNode | null {
  let node = start
  while (node && isText(node) && node.data.trim() === '') node = node[direction]
  return node
}

const isPreformatted = ({ name, attribs }: Element): boolean =>
  name === 'pre' || /white-space(?:-collapse)?\s*:\s*(?:pre|break-spaces)/i.test(attribs.style ?? '')

function quotePrefix(quoteDepth: number): string {
  return '> '.repeat(Math.min(quoteDepth, 20))
}

function isSameAddress(text: string, address: string): boolean {
  const normalise = (url: string) =>
    url
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/\/$/, '')
  return normalise(text) === normalise(address)
}

/** Webmail sends emoji as images with the character as alternative text. */
function emojiAlt(image: Element): string {
  const alt = image.attribs.alt ?? ''
  return alt.length <= 8 && /\p{Extended_Pictographic}/u.test(alt) ? alt : ''
}
