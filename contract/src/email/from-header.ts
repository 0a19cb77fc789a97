/** The two halves of an inbox's From, `Name <address>` or a bare address; the address in lower case. */
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

/** A filled-in From name, made fit for a header: on one line, without angle brackets, 200 characters at most. */
export const cleanFromName = (filled: string): string =>
  filled
    .replace(/[\p{Cc}<>\s]+/gu, ' ')
    .trim()
    .slice(0, 200)
