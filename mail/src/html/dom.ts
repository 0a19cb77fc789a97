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

/** Elements whose text no reader sees. */
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

export type Visit = { node: ChildNode; isLeaving: boolean }

/** No mail program nests like this; the parser's time grows with the square of the depth. */
export const maxParseDepth = 5_000

/** A tree as htmlparser2 reads it. Too deep a mail comes back as one text: its content without the tags. */
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

/** Blocks that browsers and mail programs show with space above. */
export const spacedBlocks: ReadonlySet<string> = new Set([
  ...['p', 'blockquote', 'ul', 'ol', 'table', 'pre'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
])

/** The last resort for HTML that no parser should be given: everything outside angle brackets. Linear time. */
export function stripTags(html: string): string {
  const parts: string[] = []
  let from = 0
  for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', from)) {
    parts.push(html.slice(from, open))
    const close = html.indexOf('>', open)
    if (close < 0) return parts.join('')
    from = close + 1
  }
  parts.push(html.slice(from))
  return parts.join('')
}

/** Visits every node in document order, elements a second time when they are left; `enter` false skips the inside. */
export function walk(
  root: ParentNode,
  enter: (node: ChildNode) => boolean,
  leave: (element: Element) => void,
): void {
  const stack: Visit[] = []
  pushChildren(stack, root)
  for (let visit = stack.pop(); visit; visit = stack.pop()) {
    const { node, isLeaving: leaving } = visit
    if (leaving) {
      if (isTag(node)) leave(node)
    } else if (enter(node) && isTag(node)) {
      stack.push({ node, isLeaving: true })
      pushChildren(stack, node)
    }
  }
}

function pushChildren(stack: Visit[], parent: ParentNode): void {
  for (let i = parent.children.length - 1; i >= 0; i -= 1) {
    const node = parent.children[i]
    if (node) stack.push({ node, isLeaving: false })
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

/** Gives `parent` these children, with the sibling and parent links that domhandler keeps. */
export function setChildren(parent: ParentNode, children: ChildNode[]): void {
  parent.children = children
  children.forEach((child, i) => {
    child.parent = parent
    child.prev = children[i - 1] ?? null
    child.next = children[i + 1] ?? null
  })
}
