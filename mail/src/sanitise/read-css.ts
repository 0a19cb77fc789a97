import {
  type CSSToken,
  isTokenAtKeyword,
  isTokenCDC,
  isTokenCDO,
  isTokenCloseCurly,
  isTokenColon,
  isTokenEOF,
  isTokenIdent,
  isTokenOpenCurly,
  isTokenSemicolon,
  isTokenWhiteSpaceOrComment,
  TokenType,
  tokenize,
} from '@csstools/css-tokenizer'

export type Declaration = { property: string; value: CSSToken[] }
/** A rule without a name, such as `p.intro { … }`. */
export type StyleRule = { prelude: CSSToken[]; block: CSSToken[] }

export const tokenizeCss = (css: string): CSSToken[] =>
  tokenize({ css }).filter((token) => !isTokenEOF(token))

/** The declarations of a block (CSS Syntax Level 3, section 5.5.5); pieces that aren't declarations are dropped. */
export function readDeclarations(tokens: CSSToken[]): Declaration[] {
  return splitTopLevel(tokens, isTokenSemicolon).flatMap((piece) => {
    const [name, colon, ...value] = trimStart(piece, 2)
    return isTokenIdent(name) && isTokenColon(colon) ? [{ property: name[4].value.toLowerCase(), value }] : []
  })
}

/** The rules at the top level of a style sheet. At-rules are skipped with their blocks. */
export function readRules(tokens: CSSToken[], maxRules: number): StyleRule[] {
  const rules: StyleRule[] = []
  let ruleCount = 0
  let position = 0
  while (position < tokens.length && ruleCount < maxRules) {
    const token = tokens[position]
    if (isTokenWhiteSpaceOrComment(token) || isTokenCDO(token) || isTokenCDC(token)) {
      position += 1
      continue
    }
    const isAtRule = isTokenAtKeyword(token)
    const blockStart = findTopLevel(
      tokens,
      position,
      (next) => isTokenOpenCurly(next) || (isAtRule && isTokenSemicolon(next)),
    )
    const hasBlock = isTokenOpenCurly(tokens[blockStart])
    const end = hasBlock ? findTopLevel(tokens, blockStart + 1, isTokenCloseCurly) : blockStart
    if (hasBlock && !isAtRule)
      rules.push({ prelude: tokens.slice(position, blockStart), block: tokens.slice(blockStart + 1, end) })
    ruleCount += 1
    position = end + 1
  }
  return rules
}

/** Splits at separators outside brackets. */
export function splitTopLevel(tokens: CSSToken[], isSeparator: (token: CSSToken) => boolean): CSSToken[][] {
  const pieces: CSSToken[][] = []
  for (let start = 0; start <= tokens.length; ) {
    const end = findTopLevel(tokens, start, isSeparator)
    pieces.push(tokens.slice(start, end))
    start = end + 1
  }
  return pieces
}

/** The position of the next matching token outside brackets, or the length. Closers without an opener count as values. */
function findTopLevel(tokens: CSSToken[], from: number, matches: (token: CSSToken) => boolean): number {
  const closers: TokenType[] = []
  for (let position = from; position < tokens.length; position += 1) {
    const token = tokens[position]
    if (!token) break
    if (closers.length === 0 && matches(token)) return position
    const closer = closerOf.get(token[0])
    if (closer) closers.push(closer)
    else if (token[0] === closers.at(-1)) closers.pop()
  }
  return tokens.length
}

const closerOf: ReadonlyMap<TokenType, TokenType> = new Map([
  [TokenType.Function, TokenType.CloseParen],
  [TokenType.OpenParen, TokenType.CloseParen],
  [TokenType.OpenSquare, TokenType.CloseSquare],
  [TokenType.OpenCurly, TokenType.CloseCurly],
])

/** Drops whitespace and comments before each of the first tokens. */
function trimStart(tokens: CSSToken[], count: number): CSSToken[] {
  const trimmed: CSSToken[] = []
  let position = 0
  while (trimmed.length < count && position < tokens.length) {
    const token = tokens[position]
    if (token && !isTokenWhiteSpaceOrComment(token)) trimmed.push(token)
    position += 1
  }
  return [...trimmed, ...tokens.slice(position)]
}
