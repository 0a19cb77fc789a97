/** The name and address of an inbox's From, `Name <address>` or a bare address. The address is in lower case. */
export function parseFromHeader(from: string): { name: string; address: string } {
  const [, name = '', inBrackets = from] = /^(.*?)\s*<([^<>]*)>$/s.exec(from.trim()) ?? []
  return {
    name: name
      .trim()
      .replace(/^"(.*)"$/s, '$1')
      .replace(/\\(["\\])/g, '$1'),
    address: inBrackets.trim().toLowerCase(),
  }
}

/** Makes a From name safe for a header: one line, no angle brackets, at most 200 characters. */
export const cleanFromName = (input: string): string =>
  input
    .replace(/[\p{Cc}<>\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
