import {
  type CSSToken,
  isTokenBadString,
  isTokenBadURL,
  isTokenCloseParen,
  isTokenFunction,
  isTokenIdent,
  isTokenOpenParen,
  isTokenString,
  isTokenURL,
  isTokenWhiteSpaceOrComment,
  type TokenString,
} from '@csstools/css-tokenizer'
import { readDeclarations, tokenizeCss } from './read-css.ts'
import { safeImageUrl } from './safe-url.ts'

/** CSS that affects only the look of a mail: it cannot leave its box, load anything, or cover our buttons. */
const safeProperties: ReadonlySet<string> = new Set([
  ...[
    'background',
    'background-color',
    'background-position',
    'background-repeat',
    'background-size',
    'border',
  ],
  ...[
    'border-bottom',
    'border-bottom-color',
    'border-bottom-style',
    'border-bottom-width',
    'border-collapse',
  ],
  ...[
    'border-color',
    'border-left',
    'border-left-color',
    'border-left-style',
    'border-left-width',
    'border-radius',
  ],
  ...['border-right', 'border-right-color', 'border-right-style', 'border-right-width', 'border-spacing'],
  ...[
    'border-style',
    'border-top',
    'border-top-color',
    'border-top-style',
    'border-top-width',
    'border-width',
  ],
  ...[
    'border-top-left-radius',
    'border-top-right-radius',
    'border-bottom-left-radius',
    'border-bottom-right-radius',
  ],
  ...['box-sizing', 'caption-side', 'clear', 'color', 'direction', 'display', 'empty-cells', 'float', 'font'],
  ...['font-family', 'font-size', 'font-style', 'font-variant', 'font-weight', 'height', 'letter-spacing'],
  ...['line-height', 'list-style', 'list-style-position', 'list-style-type', 'margin', 'margin-bottom'],
  ...[
    'margin-left',
    'margin-right',
    'margin-top',
    'max-height',
    'max-width',
    'min-height',
    'min-width',
    'opacity',
  ],
  ...[
    'overflow',
    'overflow-wrap',
    'padding',
    'padding-bottom',
    'padding-left',
    'padding-right',
    'padding-top',
  ],
  ...['table-layout', 'text-align', 'text-decoration', 'text-indent', 'text-transform', 'unicode-bidi'],
  ...['vertical-align', 'visibility', 'white-space', 'width', 'word-break', 'word-spacing', 'word-wrap'],
])

const safeFunctions: ReadonlySet<string> = new Set([
  'rgb',
  'rgba',
  'hsl',
  'hsla',
  'calc',
  'min',
  'max',
  'clamp',
])
// Displays that stay in their own box. "fixed" and "sticky" are positions, not displays.
const safeDisplay =
  /^(?:none|block|inline|inline-block|list-item|contents|flow-root|(?:inline-)?(?:flex|table)|table-[a-z-]+)(?: ?!important)?$/
const safeValue = /^[\p{L}\p{N}\s#%.,()'"!+*/_-]*$/u

/** In characters. */
export const maxStyleLength = 20_000
const maxValueLength = 400

export type SafeStyle = {
  css: string
  /** URLs of background images, removed from the style. */
  imageUrls: string[]
}

/** Keeps the allowed declarations of a style attribute that have harmless values. Linear time. */
export const sanitiseStyle = (style: string): SafeStyle =>
  sanitiseDeclarations(tokenizeCss(style.slice(0, maxStyleLength)))

export function sanitiseDeclarations(tokens: CSSToken[]): SafeStyle {
  const declarations: string[] = []
  const imageUrls: string[] = []
  for (const { property, value: valueTokens } of readDeclarations(tokens)) {
    const { value, urls } = writeValue(valueTokens)
    if (property === 'background' || property === 'background-image') imageUrls.push(...urls)
    const safe = safeProperties.has(property) && value !== null && isSafeValue(property, value)
    if (safe) declarations.push(`${property}:${value}`)
  }
  return { css: declarations.join(';'), imageUrls }
}

function isSafeValue(property: string, value: string): boolean {
  if (value === '' || value.length > maxValueLength || !safeValue.test(value)) return false
  if (property === 'display') return safeDisplay.test(value.toLowerCase())
  // A negative margin or indent moves content over its surroundings.
  if (/^(?:margin|text-indent)/.test(property)) return !value.includes('-')
  return true
}

/** A value without its URLs, null if it has a token that isn't allowed; and the remote URLs. */
function writeValue(tokens: CSSToken[]): { value: string | null; urls: string[] } {
  const texts: (string | null)[] = []
  const urls: string[] = []
  for (let position = 0; position < tokens.length; ) {
    const url = readUrl(tokens, position)
    texts.push(url ? ' ' : writeToken(tokens[position]))
    position = url?.end ?? position + 1
    const safe = url && safeImageUrl(url.text)
    if (safe?.kind === 'remote') urls.push(safe.url)
  }
  if (texts.includes(null) || !isBalanced(tokens)) return { value: null, urls }
  const value = texts.join('').replace(/\s+/g, ' ')
  return { value: value.replace(/^[\s,]+|[\s,]+$/g, ''), urls }
}

/** `url(…)` at this position. The tokenizer reads it as one token only if the URL has no quotes. */
function readUrl(tokens: CSSToken[], position: number): { text: string; end: number } | null {
  const token = tokens[position]
  if (isTokenURL(token)) return { text: token[4].value, end: position + 1 }
  if (!isTokenFunction(token) || token[4].value.toLowerCase() !== 'url') return null
  const text = skipSpace(tokens, position + 1)
  const close = skipSpace(tokens, text + 1)
  const url = tokens[text]
  return isTokenString(url) && isTokenCloseParen(tokens[close])
    ? { text: url[4].value, end: close + 1 }
    : null
}

function skipSpace(tokens: CSSToken[], from: number): number {
  let position = from
  while (isTokenWhiteSpaceOrComment(tokens[position])) position += 1
  return position
}

function writeToken(token: CSSToken | undefined): string | null {
  // A comment separates tokens.
  if (isTokenWhiteSpaceOrComment(token)) return ' '
  if (!token || isTokenBadString(token) || isTokenBadURL(token) || isTokenOpenParen(token)) return null
  if (isTokenString(token)) return writeString(token)
  if (isTokenFunction(token)) {
    const name = token[4].value
    return safeFunctions.has(name.toLowerCase()) ? `${name}(` : null
  }
  if (!token[1].includes('\\')) return token[1]
  // Unescaped, it could be anything.
  return isTokenIdent(token) && /^[\p{L}\p{N}_-]+$/u.test(token[4].value) ? token[4].value : null
}

/** Null if it isn't closed, or if its text would end it early. */
function writeString([, source, , , { value }]: TokenString): string | null {
  const quote = source.charAt(0)
  const isClosed = source.length > 1 && source.endsWith(quote)
  return isClosed && !value.includes(quote) ? `${quote}${value}${quote}` : null
}

/** An unclosed parenthesis would swallow the following declarations. */
function isBalanced(tokens: CSSToken[]): boolean {
  let depth = 0
  for (const token of tokens) {
    if (isTokenFunction(token)) depth += 1
    else if (isTokenCloseParen(token)) depth -= 1
    if (depth < 0) return false
  }
  return depth === 0
}
