import {
  type ChildNode,
  type Document,
  DomHandler,
  type Element,
  isTag,
  isText,
  type ParentNode,
  type Text,
} from 'domhandler'
import { Parser } from 'htmlparser2'

/** Elements whose text is never visible. */
export const hiddenElements: ReadonlySet<string> = new Set([
  ...['script', 'style', 'head', 'title', 'noscript', 'template', 'iframe', 'noembed', 'noframes', 'object'],
  ...['svg', 'math', 'xmp', 'plaintext', 'textarea', 'select', 'option', 'audio', 'video', 'canvas', 'map'],
])

export const blockElements: ReadonlySet<string> = new Set([
  ...[
    'address',
    'article',
    'aside',
    'blockquote',
    'body',
    'caption',
    'center',
    'dd',
    'details',
    'div',
    'dl',
    'dt',
  ],
  ...[
    'fieldset',
    'figcaption',
    'figure',
    'footer',
    'form',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'header',
    'html',
  ],
  ...[
    'li',
    'main',
    'nav',
    'ol',
    'p',
    'pre',
    'section',
    'summary',
    'table',
    'tbody',
    'tfoot',
    'thead',
    'tr',
    'ul',
  ],
])

export type PendingVisit = { node: ChildNode; isLeaving: boolean }

/** No mail client nests this deeply, and parsing time grows with the square of the depth. */
export const maxParseDepth = 5_000

/**
 * Parses HTML with htmlparser2. HTML that is nested too deeply becomes one text node: its content without the tags.
 */
export function parseHtml(html: string): Document {
  const handler = new DepthLimitedHandler()
  const parser = new Parser(handler)
  try {
    parser.end(html)
    return handler.root
  } catch (error) {
    if (!(error instanceof TooDeepError)) throw error
    const flat = new DomHandler()
    flat.ontext(stripTags(html))
    flat.onend()
    return flat.root
  }
}

export class TooDeepError extends Error {}

class DepthLimitedHandler extends DomHandler {
  #depth = 0

  override onopentag(name: string, attributes: Record<string, string>): void {
    this.#depth += 1
    if (this.#depth > maxParseDepth) throw new TooDeepError()
    super.onopentag(name, attributes)
  }

  override onclosetag(): void {
    this.#depth -= 1
    super.onclosetag()
  }
}

/** Blocks that browsers and mail clients render with space above. */
export const spacedBlocks: ReadonlySet<string> = new Set([
  ...['p', 'blockquote', 'ul', 'ol', 'table', 'pre'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
])

/** Last resort for HTML that should not be parsed: everything outside angle brackets. Linear time. */
export function stripTags(html: string): string {
  const parts: string[] = []
  let textStart = 0
  for (let tagStart = html.indexOf('<'); tagStart >= 0; tagStart = html.indexOf('<', textStart)) {
    parts.push(html.slice(textStart, tagStart))
    const tagEnd = html.indexOf('>', tagStart)
    if (tagEnd < 0) return parts.join('')
    textStart = tagEnd + 1
  }
  parts.push(html.slice(textStart))
  return parts.join('')
}

/**
 * Visits every node in document order, and elements again when leaving them. If `enter` returns false, children are
 * skipped.
 */
export function walk(
  root: ParentNode,
  enter: (node: ChildNode) => boolean,
  leave: (element: Element) => void,
): void {
  const stack: PendingVisit[] = []
  pushChildren(stack, root)
  for (let visit = stack.pop(); visit; visit = stack.pop()) {
    const { node, isLeaving } = visit
    if (isLeaving) {
      if (isTag(node)) leave(node)
    } else if (enter(node) && isTag(node)) {
      stack.push({ node, isLeaving: true })
      pushChildren(stack, node)
    }
  }
}

function pushChildren(stack: PendingVisit[], parent: ParentNode): void {
  for (let i = parent.children.length - 1; i >= 0; i -= 1) {
    const node = parent.children[i]
    if (node) stack.push({ node, isLeaving: false })
  }
}

/** All text nodes in document order. */
export function textNodes(root: ParentNode): Text[] {
  const texts: Text[] = []
  walk(
    root,
    (node) => {
      if (isText(node)) texts.push(node)
      return true
    },
    () => {},
  )
  return texts
}

/** The maximum nesting depth of elements. */
export function maxDepthOf(root: ParentNode): number {
  let depth = 0
  let deepest = 0
  walk(
    root,
    (node) => {
      if (isTag(node)) depth += 1
      deepest = Math.max(deepest, depth)
      return true
    },
    () => {
      depth -= 1
    },
  )
  return deepest
}

/** Sets the children of `parent` and the sibling and parent links that domhandler keeps. */
export function setChildren(parent: ParentNode, children: ChildNode[]): void {
  parent.children = children
  children.forEach((child, i) => {
    child.parent = parent
    child.prev = children[i - 1] ?? null
    child.next = children[i + 1] ?? null
  })
}
