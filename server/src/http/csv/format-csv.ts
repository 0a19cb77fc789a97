/** RFC 4180 lines, with the byte order mark by which spreadsheets recognise UTF-8. */
export const formatCsv = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(`\uFEFF${rows.map((row) => `${row.map(formatField).join(',')}\r\n`).join('')}`)

/**
 * Formats one field. Spreadsheets evaluate fields that begin with one of these characters, even in quotes, so untrusted text could
 * become a formula. A leading apostrophe makes it text.
 */
function formatField(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
