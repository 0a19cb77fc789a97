import { normaliseCss, sanitiseStyle, splitDeclarations } from './inline-style.ts'

/** Larger style sheets belong to web sites, not to mail. */
const maxCssLength = 300_000
const maxRules = 2_000

/** Safe declarations of simple selectors: `p`, `.intro`, `p.intro`, `#top`. */
export type StyleSheet = {
  byTag: Map<string, string>
  byClass: Map<string, { tag: string; css: string }[]>
  byId: Map<string, string>
  /** It adapts to the screen width, which works only in a frame of its own. */
  isResponsive: boolean
}

/** The CSS of all `<style>` elements outside comments (which contain Outlook's conditional styles). Linear time. */
export function extractStyleText(html: string): string {
  const texts: string[] = []
  const lower = html.toLowerCase()
  for (let offset = lower.indexOf('<'); offset >= 0; offset = lower.indexOf('<', offset)) {
    if (lower.startsWith('<!--', offset)) {
      const end = lower.indexOf('-->', offset + 4)
      if (end < 0) break
      offset = end + 3
    } else if (lower.startsWith('<style', offset)) {
      const start = lower.indexOf('>', offset) + 1
      const end = lower.indexOf('</style', offset)
      if (start === 0 || end < 0) break
      texts.push(html.slice(start, end))
      offset = end + 7
    } else offset += 1
  }
  return texts.join('\n')
}

/** Parses the rules that can be inlined into style attributes; the others are dropped. */
export function parseStyleSheet(css: string): StyleSheet {
  const sheet: StyleSheet = {
    byTag: new Map(),
    byClass: new Map(),
    byId: new Map(),
    isResponsive: /@media/i.test(css),
  }
  const plain = normaliseCss(css.slice(0, maxCssLength)).replace(/<!--|-->/g, '')
  let rules = 0
  for (let from = 0; from < plain.length && rules < maxRules; rules += 1) {
    const blockStart = plain.indexOf('{', from)
    if (blockStart < 0) break
    const prelude = plain.slice(from, blockStart).trim()
    const blockClose = prelude.startsWith('@')
      ? findBlockEnd(plain, blockStart)
      : plain.indexOf('}', blockStart)
    if (blockClose < 0) break
    if (!prelude.startsWith('@')) addRule(sheet, prelude, plain.slice(blockStart + 1, blockClose))
    // Statements such as @charset end with a semicolon and have no block; the rule after them is lost too.
    from = blockClose + 1
  }
  return sheet
}

function addRule(sheet: StyleSheet, selectors: string, declarations: string): void {
  const { css } = sanitiseStyle(splitDeclarations(declarations).join(';'))
  if (css === '') return
  for (const selector of selectors.slice(0, 2_000).split(',')) {
    const match = /^([a-z][a-z0-9]*)?(?:([.#])([a-z_][\w-]*))?$/i.exec(selector.trim())
    if (!match) continue
    const [, tag = '', sign, name = ''] = match
    if (sign === '#') appendDeclarations(sheet.byId, name, css)
    else if (sign === '.') {
      const rules = sheet.byClass.get(name) ?? []
      rules.push({ tag: tag.toLowerCase(), css })
      sheet.byClass.set(name, rules)
    } else if (tag !== '') appendDeclarations(sheet.byTag, tag.toLowerCase(), css)
  }
}

function appendDeclarations(map: Map<string, string>, key: string, css: string): void {
  const existing = map.get(key)
  map.set(key, existing ? `${existing};${css}` : css)
}

function findBlockEnd(css: string, open: number): number {
  let depth = 0
  for (let i = open; i < css.length; i += 1) {
    const character = css[i]
    if (character === '{') depth += 1
    else if (character === '}') depth -= 1
    if (depth === 0) return i
  }
  return -1
}

/** The declarations that a style sheet applies to an element, weakest first, in cascade order. */
export function declarationsFor(sheet: StyleSheet, tag: string, className: string, id: string): string {
  const declarations = [sheet.byTag.get(tag)]
  if (className !== '') {
    for (const name of className.slice(0, 1_000).split(/\s+/)) {
      for (const rule of sheet.byClass.get(name) ?? [])
        if (rule.tag === '' || rule.tag === tag) declarations.push(rule.css)
    }
  }
  if (id !== '') declarations.push(sheet.byId.get(id))
  return declarations.filter(Boolean).join(';')
}
