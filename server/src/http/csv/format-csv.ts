/** Lines of RFC 4180, with the mark by which spreadsheets know UTF-8. */
export const formatCsv = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(`\uFEFF${rows.map((row) => `${row.map(formatField).join(',')}\r\n`).join('')}`)

/**
 * One field. Spreadsheets calculate what begins with one of these signs, also within quotes: somebody else's text would become a formula.
 * An apostrophe before it makes it text.
 */
function formatField(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
