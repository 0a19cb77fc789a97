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

const maxStyleLength = 20_000
const maxValueLength = 400

export type SafeStyle = {
  css: string
  /** URLs of background images, removed from the style. */
  imageUrls: string[]
}

/** Keeps the allowed declarations of a style attribute that have harmless values. Linear time. */
export function sanitiseStyle(style: string): SafeStyle {
  const declarations: string[] = []
  const imageUrls: string[] = []
  for (const declaration of splitDeclarations(normaliseCss(style.slice(0, maxStyleLength)))) {
    const colon = declaration.indexOf(':')
    if (colon < 1) continue
    const property = declaration.slice(0, colon).trim().toLowerCase()
    const { value, urls } = extractUrls(declaration.slice(colon + 1))
    if (property === 'background' || property === 'background-image') imageUrls.push(...urls)
    const safe = safeProperties.has(property) && isSafeValue(property, value)
    if (safe) declarations.push(`${property}:${value}`)
  }
  return { css: declarations.join(';'), imageUrls }
}

function isSafeValue(property: string, value: string): boolean {
  if (value === '' || value.length > maxValueLength || !safeValue.test(value) || !isBalanced(value))
    return false
  for (const [, name = ''] of value.matchAll(/([\p{L}\p{N}_-]*)\s*\(/gu)) {
    if (!safeFunctions.has(name.toLowerCase())) return false
  }
  if (property === 'display') return safeDisplay.test(value.toLowerCase())
  // A negative margin or indent moves content over its surroundings.
  if (/^(?:margin|text-indent)/.test(property)) return !value.includes('-')
  return true
}

/** An unclosed quote or parenthesis would swallow the following declarations. */
function isBalanced(value: string): boolean {
  const count = (character: string) => value.split(character).length - 1
  return count('(') === count(')') && count('"') % 2 === 0 && count("'") % 2 === 0
}

/** Removes comments and decodes escapes (CSS Syntax Level 3, section 4.3.7), so that rules see plain text. */
export function normaliseCss(css: string): string {
  const uncommented = stripComments(css)
  if (!uncommented.includes('\\')) return uncommented
  return stripComments(
    uncommented.replace(
      /\\(?:([0-9a-f]{1,6})[ \t\r\n\f]?|([^\r\n\f]))/gi,
      (_, hex: string | undefined, other: string) =>
        hex ? decodeCodePoint(Number.parseInt(hex, 16)) : other,
    ),
  )
}

function decodeCodePoint(code: number): string {
  const isCharacter = code > 0x1f && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : ' '
}

function stripComments(css: string): string {
  let plain = ''
  let from = 0
  for (let commentStart = css.indexOf('/*'); commentStart >= 0; commentStart = css.indexOf('/*', from)) {
    plain += css.slice(from, commentStart)
    const commentEnd = css.indexOf('*/', commentStart + 2)
    if (commentEnd < 0) return plain
    from = commentEnd + 2
  }
  return plain + css.slice(from)
}

/** Splits declarations at semicolons outside quotes and parentheses. */
export function splitDeclarations(css: string): string[] {
  const declarations: string[] = []
  let start = 0
  let quote = ''
  let depth = 0
  for (let i = 0; i < css.length; i += 1) {
    const character = css.charAt(i)
    if (quote !== '') {
      if (character === quote || character === '\n') quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '(') depth += 1
    else if (character === ')') depth = Math.max(0, depth - 1)
    else if (character === ';' && depth === 0) {
      declarations.push(css.slice(start, i))
      start = i + 1
    }
  }
  declarations.push(css.slice(start))
  return declarations
}

/** Removes `url(…)` from a value and returns the remote URLs. */
function extractUrls(raw: string): { value: string; urls: string[] } {
  const urls: string[] = []
  const value = raw.replace(/url\(\s*(["']?)([^"')]*)\1\s*\)/gi, (_, _quote: string, url: string) => {
    const safe = safeImageUrl(url)
    if (safe?.kind === 'remote') urls.push(safe.url)
    return ''
  })
  return { value: value.replace(/\s+/g, ' ').replace(/^[\s,]+|[\s,]+$/g, ''), urls }
}
