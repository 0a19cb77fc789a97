import { normaliseCss, sanitiseStyle, splitDeclarations } from './inline-style.ts'

/** Beyond these a style sheet is a program for a web site, not the look of a mail. */
const maxCssLength = 300_000
const maxRules = 2_000

/** Safe declarations of simple selectors: `p`, `.intro`, `p.intro`, `#top`. */
export type StyleSheet = {
  byTag: Map<string, string>
  byClass: Map<string, { tag: string; css: string }[]>
  byId: Map<string, string>
  /** It adapts to the width of the screen, which only works in a frame of its own. */
  isResponsive: boolean
}

/** The CSS of all `<style>` elements outside comments (where Outlook's conditional ones stand). Linear time. */
export function extractStyleText(html: string): string {
  const texts: string[] = []
  const lower = html.toLowerCase()
  for (let at = lower.indexOf('<'); at >= 0; at = lower.indexOf('<', at)) {
    if (lower.startsWith('<!--', at)) {
      const end = lower.indexOf('-->', at + 4)
      if (end < 0) break
      at = end + 3
    } else if (lower.startsWith('<style', at)) {
      const start = lower.indexOf('>', at) + 1
      const end = lower.indexOf('</style', at)
      if (start === 0 || end < 0) break
      texts.push(html.slice(start, end))
      at = end + 7
    } else at += 1
  }
  return texts.join('\n')
}

/** Reads the rules that can be written into style attributes; the others are dropped with the sheet. */
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
    const open = plain.indexOf('{', from)
    if (open < 0) break
    const prelude = plain.slice(from, open).trim()
    const close = prelude.startsWith('@') ? findBlockEnd(plain, open) : plain.indexOf('}', open)
    if (close < 0) break
    if (!prelude.startsWith('@')) addRule(sheet, prelude, plain.slice(open + 1, close))
    // Statements such as @charset end with a semicolon and have no block: the rule behind them is lost with them.
    from = close + 1
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
  const before = map.get(key)
  map.set(key, before ? `${before};${css}` : css)
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

/** The declarations that a sheet gives an element, weakest first, as the cascade orders these selectors. */
export function declarationsFor(sheet: StyleSheet, tag: string, className: string, id: string): string {
  const found = [sheet.byTag.get(tag)]
  if (className !== '') {
    for (const name of className.slice(0, 1_000).split(/\s+/)) {
      for (const rule of sheet.byClass.get(name) ?? [])
        if (rule.tag === '' || rule.tag === tag) found.push(rule.css)
    }
  }
  if (id !== '') found.push(sheet.byId.get(id))
  return found.filter(Boolean).join(';')
}
