import { type ChildNode, type Element, isTag, isText, type ParentNode, type Text } from 'domhandler'
import { blockElements, hiddenElements, spacedBlocks, walk } from '../html/dom.ts'
import { elementHint } from './element-hints.ts'
import type { Line, LineHint } from './line.ts'
import { isQuotedLine } from './text-lines.ts'

/** The part of a text node that a line shows. */
export type TextPiece = { node: Text; from: number; to: number }

/** A line of an HTML mail and its source. `hasGapAbove` is the space above a paragraph, `rule` an `<hr>`. */
export type HtmlLine = Line & { pieces: TextPiece[]; hasGapAbove: boolean; rule?: Element }

const spacedElements = new Set([...spacedBlocks, 'hr'])

/** The visible lines in order: broken at blocks and `<br>`, in `<pre>` also at line breaks. */
export function htmlLines(root: ParentNode): HtmlLine[] {
  const page = new LineCollector()
  walk(
    root,
    (node) => page.enter(node),
    (element) => page.leave(element),
  )
  page.breakLine()
  return page.lines
}

class LineCollector {
  lines: HtmlLine[] = []
  #text: string[] = []
  #pieces: TextPiece[] = []
  #gap = false
  #quoteDepth = 0
  #preDepth = 0
  #hints: LineHint[] = []

  enter(node: ChildNode): boolean {
    if (isText(node)) this.#addText(node)
    if (!isTag(node)) return false
    if (hiddenElements.has(node.name)) return false
    if (node.name === 'br') this.#emitLine()
    if (node.name === 'hr') this.#addRule(node)
    if (blockElements.has(node.name)) this.breakLine(spacedElements.has(node.name))
    if (node.name === 'td' || node.name === 'th') this.#text.push(' ')
    if (node.name === 'li') this.#text.push('- ')
    this.#adjust(node, 1)
    return true
  }

  leave(element: Element): void {
    if (blockElements.has(element.name)) this.breakLine(spacedElements.has(element.name))
    this.#adjust(element, -1)
  }

  /** Ends the current line if it has content; blocks alone produce no empty lines. */
  breakLine(gap = false): void {
    if (this.#pieces.length > 0 && this.#text.join('').trim() !== '') this.#emitLine()
    this.#gap ||= gap
  }

  #adjust(element: Element, delta: 1 | -1): void {
    if (element.name === 'pre') this.#preDepth += delta
    const hint = elementHint(element.name, element.attribs)
    if (hint === 'quote') this.#quoteDepth += delta
    if (hint !== 'attribution' && hint !== 'header' && hint !== 'signature') return
    // A line that started outside the element does not belong to it.
    this.breakLine()
    if (delta > 0) this.#hints.push(hint)
    else this.#hints.pop()
  }

  #addText(node: Text): void {
    if (this.#preDepth === 0) {
      this.#text.push(node.data)
      this.#pieces.push({ node, from: 0, to: node.data.length })
      return
    }
    for (let from = 0; from < node.data.length; ) {
      const newline = node.data.indexOf('\n', from)
      const to = newline < 0 ? node.data.length : newline + 1
      this.#text.push(node.data.slice(from, newline < 0 ? to : newline))
      this.#pieces.push({ node, from, to })
      if (newline >= 0) this.#emitLine()
      from = to
    }
  }

  #addRule(rule: Element): void {
    this.breakLine()
    this.lines.push({
      text: '',
      isQuoted: this.#quoteDepth > 0,
      hint: 'rule',
      pieces: [],
      hasGapAbove: this.#gap,
      rule,
    })
  }

  #emitLine(): void {
    const raw = this.#text.join('')
    const text = this.#preDepth > 0 ? raw.replace(/[\r\n]+$/, '') : raw.replace(/\s+/g, ' ').trim()
    const isQuoted = this.#quoteDepth > 0 || isQuotedLine(text)
    this.lines.push({
      text,
      isQuoted,
      hint: this.#hints.at(-1),
      pieces: this.#pieces,
      hasGapAbove: this.#gap,
    })
    this.#text = []
    this.#pieces = []
    this.#gap = false
  }
}
