import { render } from 'dom-serializer'
import { type ChildNode, type Document, Element, isTag, type ParentNode, Text } from 'domhandler'
import { maxDepthOf, parseHtml, setChildren, textNodes } from '../html/dom.ts'
import { classifyLines } from './classify-lines.ts'
import { htmlLines } from './html-lines.ts'
import type { LineKind } from './line.ts'
import { splitTextLines } from './text-lines.ts'

export type TextSegment = { kind: LineKind; text: string }

/** Wrapping recurses into the tree. Trees deeper than browsers build (512) are shown unfolded. */
const maxDepth = 512

/** Inside these, browsers would move a div out; a span may stay. */
const phrasingOnly = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'a', 'button'])
/** These may contain only rows, cells or items, so their children are folded one by one. */
const structural = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'ul', 'ol', 'dl', 'colgroup'])

/**
 * Wraps quoted history and signatures of sanitised HTML in `<div data-parley-fold="quote|signature">` (a span where a
 * div is not allowed). Nothing is removed or moved; the text stays the same.
 */
export function foldQuotes(cleanHtml: string): { html: string; folded: boolean } {
  const page = parseHtml(cleanHtml)
  const lines = htmlLines(page)
  const { kinds } = classifyLines(lines)
  if (kinds.every((kind) => kind === 'visible') || maxDepthOf(page) > maxDepth)
    return { html: cleanHtml, folded: false }

  const ranges = lines.flatMap((line, i) =>
    line.pieces.map((piece) => ({ ...piece, kind: kinds[i] ?? 'visible' })),
  )
  const kindByNode = splitTextNodes(page, ranges)
  // The rule above a quote is folded with it.
  lines.forEach((line, i) => {
    if (line.rule && kinds[i] === 'quote') kindByNode.set(line.rule, 'quote')
  })
  foldTree(page, kindByNode)
  return { html: render(page, { encodeEntities: 'utf8' }), folded: true }
}

/** The same for plain text. Joining the texts of the segments yields the original text. */
export function foldText(text: string): { segments: TextSegment[] } {
  const lines = splitTextLines(text)
  const { kinds } = classifyLines(lines)
  const segments: TextSegment[] = []
  lines.forEach((line, i) => {
    const kind = kinds[i] ?? 'visible'
    const last = segments.at(-1)
    if (last?.kind === kind) last.text += line.source
    else segments.push({ kind, text: line.source })
  })
  return { segments }
}

type TextRange = { node: Text; from: number; to: number; kind: LineKind }

/** Splits text nodes that contain lines of different kinds (in `<pre>`) and returns the kind of each node. */
function splitTextNodes(page: Document, ranges: readonly TextRange[]): Map<ChildNode, LineKind> {
  const rangesByNode = Map.groupBy(ranges, (range) => range.node)
  const kindByNode = new Map<ChildNode, LineKind>()
  for (const node of textNodes(page)) {
    const [first, ...rest] = rangesByNode.get(node) ?? []
    if (!first) continue
    if (rest.every((range) => range.kind === first.kind)) {
      if (node.data.trim() !== '') kindByNode.set(node, first.kind)
      continue
    }
    // Each part extends to the next: blanks between lines belong to the line before them.
    const starts = [0, ...rest.map(({ from }) => from)]
    const parts = [first, ...rest].map((range, index) => {
      const part = new Text(node.data.slice(starts[index], starts[index + 1]))
      if (part.data.trim() !== '') kindByNode.set(part, range.kind)
      return part
    })
    const parent = node.parent
    if (parent)
      setChildren(
        parent,
        parent.children.flatMap((child) => (child === node ? parts : [child])),
      )
  }
  return kindByNode
}

type Content = LineKind | 'mixed' | null

function foldTree(page: Document, kindByNode: ReadonlyMap<ChildNode, LineKind>): void {
  const contents = new Map<ChildNode, Content>()
  measureContent(page, kindByNode, contents)
  foldChildren(page, contents)
}

/**
 * Determines the kind of the text under each node: one kind, several, or none (null: an image, a line break,
 * whitespace).
 */
function measureContent(
  parent: ParentNode,
  kindByNode: ReadonlyMap<ChildNode, LineKind>,
  contents: Map<ChildNode, Content>,
): Content {
  let combined: Content = null
  for (const child of parent.children) {
    const content =
      kindByNode.get(child) ?? (isTag(child) ? measureContent(child, kindByNode, contents) : null)
    contents.set(child, content)
    if (content !== null) combined = combined === null || combined === content ? content : 'mixed'
  }
  return combined
}

function foldChildren(parent: ParentNode, contents: ReadonlyMap<ChildNode, Content>): void {
  for (const child of parent.children) {
    if (contents.get(child) === 'mixed' && isTag(child)) foldChildren(child, contents)
  }
  if (isTag(parent) && structural.has(parent.name)) {
    for (const child of parent.children) {
      const content = contents.get(child)
      if (isTag(child) && (content === 'quote' || content === 'signature')) foldInside(child, content)
    }
    return
  }
  setChildren(parent, withFolds(parent, contents))
}

function foldInside(element: Element, kind: LineKind): void {
  if (structural.has(element.name)) {
    for (const child of element.children) if (isTag(child)) foldInside(child, kind)
  } else if (element.children.length > 0) {
    setChildren(element, [createFold(element, kind, element.children)])
  }
}

function withFolds(parent: ParentNode, contents: ReadonlyMap<ChildNode, Content>): ChildNode[] {
  const folded: ChildNode[] = []
  const { children } = parent
  for (let i = 0; i < children.length; ) {
    const child = children[i]
    if (!child) break
    const kind = contents.get(child)
    if (kind !== 'quote' && kind !== 'signature') {
      folded.push(child)
      i += 1
      continue
    }
    const end = findFoldEnd(children, i, kind, contents)
    folded.push(createFold(parent, kind, children.slice(i, end)))
    i = end
  }
  return folded
}

/** Line breaks and rules between two folded parts are folded too; trailing ones stay outside. */
function findFoldEnd(
  children: readonly ChildNode[],
  start: number,
  kind: LineKind,
  contents: ReadonlyMap<ChildNode, Content>,
): number {
  let end = start + 1
  for (let i = end; i < children.length; i += 1) {
    const next = children[i]
    const content = next ? contents.get(next) : undefined
    if (content === kind) end = i + 1
    else if (content !== null) break
  }
  return end
}

function createFold(parent: ParentNode, kind: LineKind, children: ChildNode[]): Element {
  const name = isTag(parent) && phrasingOnly.has(parent.name) ? 'span' : 'div'
  const fold = new Element(name, { 'data-parley-fold': kind }, [])
  fold.parent = parent
  setChildren(fold, children)
  return fold
}
