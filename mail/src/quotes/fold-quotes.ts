import { render } from 'dom-serializer'
import { type ChildNode, type Document, Element, isTag, type ParentNode, Text } from 'domhandler'
import { maxDepthOf, parseHtml, setChildren, textNodes } from '../html/dom.ts'
import { classifyLines } from './classify-lines.ts'
import { htmlLines } from './html-lines.ts'
import type { LineKind } from './line.ts'
import { splitTextLines } from './text-lines.ts'

export type TextSegment = { kind: LineKind; text: string }

/** Wrapping recurses into the tree: deeper ones than a browser builds (512) are shown as they are. */
const maxDepth = 512

/** Inside these a division would be moved out by the browser's parser; a span may stay. */
const phrasingOnly = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'a', 'button'])
/** Nothing but rows, cells or items may stand in these: their children are folded one by one. */
const structural = new Set(['table', 'thead', 'tbody', 'tfoot', 'tr', 'ul', 'ol', 'dl', 'colgroup'])

/**
 * Wraps quoted history and signatures of sanitised HTML in `<div data-parley-fold="quote|signature">` (a span
 * where a div may not stand). Nothing is removed or moved: the text is the same before and after.
 */
export function foldQuotes(cleanHtml: string): { html: string; folded: boolean } {
  const page = parseHtml(cleanHtml)
  const lines = htmlLines(page)
  const { kinds } = classifyLines(lines)
  if (kinds.every((kind) => kind === 'visible') || maxDepthOf(page) > maxDepth)
    return { html: cleanHtml, folded: false }

  const places = lines.flatMap((line, i) =>
    line.pieces.map((piece) => ({ ...piece, kind: kinds[i] ?? 'visible' })),
  )
  const kindOf = splitTextNodes(page, places)
  // The line drawn above a quote goes with it.
  lines.forEach((line, i) => {
    if (line.rule && kinds[i] === 'quote') kindOf.set(line.rule, 'quote')
  })
  foldTree(page, kindOf)
  return { html: render(page, { encodeEntities: 'utf8' }), folded: true }
}

/** The same for plain text: joining the segments' texts gives the text back. */
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

/** Cuts text nodes that hold lines of different kinds (in `<pre>`) and says of each node what it is. */
function splitTextNodes(page: Document, places: readonly TextRange[]): Map<ChildNode, LineKind> {
  const placesOf = Map.groupBy(places, (place) => place.node)
  const kindOf = new Map<ChildNode, LineKind>()
  for (const node of textNodes(page)) {
    const [first, ...rest] = placesOf.get(node) ?? []
    if (!first) continue
    if (rest.every((place) => place.kind === first.kind)) {
      if (node.data.trim() !== '') kindOf.set(node, first.kind)
      continue
    }
    // Each reaches to the next: blanks that are no line's belong to the one before them.
    const starts = [0, ...rest.map(({ from }) => from)]
    const parts = [first, ...rest].map((place, at) => {
      const part = new Text(node.data.slice(starts[at], starts[at + 1]))
      if (part.data.trim() !== '') kindOf.set(part, place.kind)
      return part
    })
    const parent = node.parent
    if (parent)
      setChildren(
        parent,
        parent.children.flatMap((child) => (child === node ? parts : [child])),
      )
  }
  return kindOf
}

type Content = LineKind | 'mixed' | null

function foldTree(page: Document, kindOf: ReadonlyMap<ChildNode, LineKind>): void {
  const contents = new Map<ChildNode, Content>()
  measureContent(page, kindOf, contents)
  foldChildren(page, contents)
}

/** What the text under each node is: one kind, several, or none (null: an image, a line break, space). */
function measureContent(
  parent: ParentNode,
  kindOf: ReadonlyMap<ChildNode, LineKind>,
  into: Map<ChildNode, Content>,
): Content {
  let all: Content = null
  for (const child of parent.children) {
    const content = kindOf.get(child) ?? (isTag(child) ? measureContent(child, kindOf, into) : null)
    into.set(child, content)
    if (content !== null) all = all === null || all === content ? content : 'mixed'
  }
  return all
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
    let end = i + 1
    for (let j = end; j < children.length; j += 1) {
      const next = children[j]
      const content = next ? contents.get(next) : undefined
      if (content === kind) end = j + 1
      // Line breaks and rules between two quoted parts go with them; at the end they stay outside.
      else if (content !== null) break
    }
    folded.push(createFold(parent, kind, children.slice(i, end)))
    i = end
  }
  return folded
}

function createFold(parent: ParentNode, kind: LineKind, children: ChildNode[]): Element {
  const name = isTag(parent) && phrasingOnly.has(parent.name) ? 'span' : 'div'
  const fold = new Element(name, { 'data-parley-fold': kind }, [])
  fold.parent = parent
  setChildren(fold, children)
  return fold
}
