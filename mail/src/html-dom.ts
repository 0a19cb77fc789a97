import { type ChildNode, Document, type Element, isTag, isText, type ParentNode, type Text } from 'domhandler'
import { parseDocument } from 'htmlparser2'

/** Elements whose text no reader sees. */
export const unseenElements: ReadonlySet<string> = new Set([
  ...['script', 'style', 'head', 'title', 'noscript', 'template', 'iframe', 'noembed', 'noframes', 'object'],
  ...['svg', 'math', 'xmp', 'plaintext', 'textarea', 'select', 'option', 'audio', 'video', 'canvas', 'map'],
])

export const blockElements: ReadonlySet<string> = new Set([
  ...['address', 'article', 'aside', 'blockquote', 'body', 'caption', 'center', 'dd', 'details', 'div', 'dl', 'dt'],
  ...['fieldset', 'figcaption', 'figure', 'footer', 'form', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'html'],
  ...['li', 'main', 'nav', 'ol', 'p', 'pre', 'section', 'summary', 'table', 'tbody', 'tfoot', 'thead', 'tr', 'ul'],
])

export type Visit = { node: ChildNode; leaving: boolean }

/** A tree as htmlparser2 reads it; the walkers below use no recursion, so hostile depth costs no stack. */
export function parseHtml(html: string): Document {
  return parseDocument(html)
}

/** Visits every node in document order, elements a second time when they are left; `enter` false skips the inside. */
export function walk(root: ParentNode, enter: (node: ChildNode) => boolean, leave: (element: Element) => void): void {
  const stack: Visit[] = []
  pushChildren(stack, root)
  for (let visit = stack.pop(); visit; visit = stack.pop()) {
    const { node, leaving } = visit
    if (leaving) {
      if (isTag(node)) leave(node)
    } else if (enter(node) && isTag(node)) {
      stack.push({ node, leaving: true })
      pushChildren(stack, node)
    }
  }
}

function pushChildren(stack: Visit[], parent: ParentNode): void {
  for (let i = parent.children.length - 1; i >= 0; i -= 1) {
    const node = parent.children[i]
    if (node) stack.push({ node, leaving: false })
  }
}

/** Every text node in document order. */
export function textNodes(root: ParentNode): Text[] {
  const found: Text[] = []
  walk(
    root,
    (node) => {
      if (isText(node)) found.push(node)
      return true
    },
    () => {},
  )
  return found
}

/** How deep elements are nested. */
export function depthOf(root: ParentNode): number {
  let depth = 0
  let deepest = 0
  walk(
    root,
    (node) => {
      if (isTag(node)) deepest = Math.max(deepest, (depth += 1))
      return true
    },
    () => {
      depth -= 1
    },
  )
  return deepest
}

/** Gives `parent` these children, with the sibling and parent links that domhandler keeps. */
export function setChildren(parent: ParentNode, children: ChildNode[]): void {
  parent.children = children
  children.forEach((child, i) => {
    child.parent = parent
    child.prev = children[i - 1] ?? null
    child.next = children[i + 1] ?? null
  })
}
