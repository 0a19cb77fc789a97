import {
  type CSSToken,
  isTokenAtKeyword,
  isTokenComma,
  isTokenDelim,
  isTokenHash,
  isTokenIdent,
  isTokenWhiteSpaceOrComment,
} from '@csstools/css-tokenizer'
import { maxStyleLength, sanitiseDeclarations } from './inline-style.ts'
import { readRules, splitTopLevel, tokenizeCss } from './read-css.ts'

/** Larger style sheets belong to web sites, not to mail. */
const maxCssLength = 300_000
const maxRules = 2_000
const maxSelectorsLength = 2_000

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
  const tokens = tokenizeCss(css.slice(0, maxCssLength))
  const sheet: StyleSheet = {
    byTag: new Map(),
    byClass: new Map(),
    byId: new Map(),
    isResponsive: tokens.some((token) => isTokenAtKeyword(token) && token[4].value.toLowerCase() === 'media'),
  }
  for (const { prelude, block } of readRules(tokens, maxRules))
    addRule(sheet, upTo(prelude, maxSelectorsLength), upTo(block, maxStyleLength))
  return sheet
}

/** The tokens within the first characters. */
function upTo(tokens: CSSToken[], length: number): CSSToken[] {
  const start = tokens[0]?.[2] ?? 0
  return tokens.filter(([, , , end]) => end - start < length)
}

function addRule(sheet: StyleSheet, selectors: CSSToken[], block: CSSToken[]): void {
  const { css } = sanitiseDeclarations(block)
  if (css === '') return
  for (const selector of splitTopLevel(selectors, isTokenComma).map(readSelector)) {
    if (!selector) continue
    const { kind, tag, name } = selector
    if (kind === 'tag') appendDeclarations(sheet.byTag, tag, css)
    else if (kind === 'id') appendDeclarations(sheet.byId, name, css)
    else {
      const rules = sheet.byClass.get(name) ?? []
      rules.push({ tag, css })
      sheet.byClass.set(name, rules)
    }
  }
}

type SimpleSelector = { kind: 'tag' | 'class' | 'id'; tag: string; name: string }

/** `p`, `.intro`, `p.intro`, `#top` or `p#top`; null for all others. */
function readSelector(selector: CSSToken[]): SimpleSelector | null {
  const start = selector.findIndex((token) => !isTokenWhiteSpaceOrComment(token))
  const end = selector.findLastIndex((token) => !isTokenWhiteSpaceOrComment(token))
  const tokens = selector.slice(start, end + 1)
  const type = tokens[0]
  const tag = isTokenIdent(type) ? type[4].value.toLowerCase() : ''
  const [sign, name, ...others] = tag === '' ? tokens : tokens.slice(1)
  if (!sign) return tag === '' ? null : { kind: 'tag', tag, name: '' }
  if (isTokenHash(sign)) return name ? null : { kind: 'id', tag, name: sign[4].value }
  const isClass = isTokenDelim(sign) && sign[4].value === '.' && others.length === 0
  return isClass && isTokenIdent(name) ? { kind: 'class', tag, name: name[4].value } : null
}

function appendDeclarations(map: Map<string, string>, key: string, css: string): void {
  const existing = map.get(key)
  map.set(key, existing ? `${existing};${css}` : css)
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
