/** Comments, quoted text and names, dollar-quoted bodies, and everything else character by character. */
const tokens = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$([a-z_]*)\$[\s\S]*?\$\1\$|[\s\S]/gi

/** Statements in lower case, without comments, in single spaces, with quoted texts and bodies left out. */
export function splitStatements(sql: string): string[] {
  const statements: string[] = []
  let text = ''
  for (const [token] of sql.matchAll(tokens)) {
    if (token === ';') {
      statements.push(text)
      text = ''
    } else if (token.startsWith('--') || token.startsWith('/*')) text += ' '
    else if (token.length > 1 && !token.startsWith('"')) text += "''"
    else text += token
  }
  return [...statements, text]
    .map((statement) => statement.toLowerCase().replace(/\s+/g, ' ').replaceAll('public.', '').trim())
    .filter((statement) => statement !== '')
}

/** The parts between the commas that aren't in parentheses. */
export function splitList(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const char of text) {
    if (char === '(') depth += 1
    if (char === ')') depth -= 1
    if (char === ',' && depth === 0) {
      parts.push(part.trim())
      part = ''
    } else part += char
  }
  return [...parts, part.trim()].filter((one) => one !== '')
}
