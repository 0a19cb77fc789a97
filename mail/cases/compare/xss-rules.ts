import { selectOne } from 'css-select'
import { type Document, type Element, isTag, isText, type ParentNode } from 'domhandler'
import { parseFragment as parseLikeBrowsers, serialize } from 'parse5'
import { adapter, type Htmlparser2TreeAdapterMap } from 'parse5-htmlparser2-tree-adapter'

/** The rules of the data set's rules.json, checked on the tree that a browser builds. */
const forbiddenElements: Record<string, ReadonlySet<string>> = {
  core: new Set([
    ...[
      'script',
      'iframe',
      'frame',
      'frameset',
      'object',
      'embed',
      'applet',
      'base',
      'meta',
      'link',
      'portal',
    ],
    'fencedframe',
  ]),
  email: new Set(['form', 'input', 'button', 'select', 'textarea', 'style']),
}
const forbiddenAttributes = new Set(['srcdoc', 'formaction', 'http-equiv', 'ping'])
const urlAttributes = new Set([
  ...['href', 'src', 'xlink:href', 'action', 'formaction', 'background', 'poster', 'data', 'srcset', 'cite'],
  ...['longdesc', 'lowsrc', 'dynsrc', 'usemap', 'codebase', 'classid', 'manifest', 'profile', 'icon'],
])
const forbiddenUrl = /^(?:javascript|vbscript|livescript|mocha|about|file|view-source|jar|blob|data):/
const rasterData = /^data:image\/(?:png|gif|jpe?g|webp|bmp|avif)[;,]/
const forbiddenCss: Record<string, RegExp> = {
  core: /expression\(|javascript:|vbscript:|-moz-binding|behavior:|@import|url\(["']?data:(?:text|application|image\/svg)/,
  email: /position:(?:fixed|absolute|sticky)/,
}

export function parseFragment(html: string): Document {
  const tree = parseLikeBrowsers<Htmlparser2TreeAdapterMap>(html, { treeAdapter: adapter })
  // parse5's adapter types a fragment as a ParentNode; it is a Document.
  return tree as Document
}

export function serialise(tree: Document): string {
  return serialize<Htmlparser2TreeAdapterMap>(tree, { treeAdapter: adapter })
}

export function matchesSelector(selector: string, tree: Document): boolean {
  return selectOne(selector, tree) !== null
}

export function textOf(parent: ParentNode): string {
  return [...nodesOf(parent)].map((node) => (isText(node) ? node.data : '')).join('')
}

/** Lists every violation of these rule sets as text. */
export function findViolations(tree: Document, sets: readonly string[]): string[] {
  const violations: string[] = []
  for (const node of nodesOf(tree)) {
    if (isTag(node)) for (const set of new Set(sets)) violations.push(...violationsOf(node, set))
  }
  return violations
}

function violationsOf(element: Element, set: string): string[] {
  const violations: string[] = []
  const name = element.name.toLowerCase()
  if (forbiddenElements[set]?.has(name)) violations.push(`${set}: <${name}>`)
  const css = [element.attribs.style ?? '', name === 'style' ? textOf(element) : '']
  if (css.some((text) => forbiddenCss[set]?.test(normaliseCss(text))))
    violations.push(`${set}: CSS of <${name}>`)
  return set === 'core' ? [...violations, ...attributeViolationsOf(element)] : violations
}

function attributeViolationsOf(element: Element): string[] {
  const violations: string[] = []
  const name = element.name.toLowerCase()
  for (const [attribute, value] of Object.entries(element.attribs)) {
    if (/^on/i.test(attribute) || forbiddenAttributes.has(attribute))
      violations.push(`core: ${name}[${attribute}]`)
    if (!urlAttributes.has(attribute)) continue
    const candidates = attribute === 'srcset' ? value.split(',') : [value]
    for (const candidate of candidates.map(normaliseUrl)) {
      const allowed = name === 'img' && /^src(?:set)?$/.test(attribute) && rasterData.test(candidate)
      if (forbiddenUrl.test(candidate) && !allowed)
        violations.push(`core: ${name}[${attribute}=${candidate.slice(0, 40)}]`)
    }
  }
  return violations
}

/** Normalises a URL as the WHATWG URL parser does. */
function normaliseUrl(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that the URL standard strips
  const stripped = value.replace(/^[\u0000-\u0020]+|[\t\n\r]+/g, '')
  return stripped.toLowerCase()
}

/** Decodes escapes; removes comments, whitespace and NUL. Independent of the product's own CSS parser on purpose. */
function normaliseCss(css: string): string {
  const decoded = css.replace(/\\([0-9a-f]{1,6})\s?/gi, (_, hex: string) => {
    const code = Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
  return decoded
    .replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '')
    .replace(/\\|\s|\0/g, '')
    .toLowerCase()
}

function* nodesOf(parent: ParentNode): Generator<ParentNode['children'][number]> {
  const stack = parent.children.toReversed()
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node
    if ('children' in node) stack.push(...node.children.toReversed())
  }
}
