/** A mail that no server would ever accept. The message is shown to people. */
export class UnsendableMailError extends Error {
  override name = 'UnsendableMail'
}

/**
 * Sanitises text for a header: one line without control characters, so that it cannot start a header of its own.
 * Invisible and direction characters stay, because names need them.
 */
export const sanitiseHeaderText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()

/** Whether the text is exactly one bare address. Quoted local parts are refused; hardly any server accepts them. */
export const isBareAddress = (text: string): boolean =>
  text.isWellFormed() && /^[^\s\p{Cc}@<>()[\]\\,;:"]+@[^\s\p{Cc}@<>()\\,;:"]+$/u.test(text)

/**
 * Returns the trimmed bare address.
 * @throws UnsendableMailError if it is not one
 */
export function assertBareAddress(address: string): string {
  const bare = address.trim()
  if (isBareAddress(bare)) return bare
  throw new UnsendableMailError(
    `"${sanitiseHeaderText(address)}" is not an email address. Correct it and send again`,
  )
}

/** File systems reject longer names, and headers cannot fold them. */
const maxFilenameLength = 200

/** A file name for a header. A name that is too long is cut before its extension. */
export function headerFilename(filename: string): string {
  const characters = [...(sanitiseHeaderText(filename) || 'file')]
  if (characters.length <= maxFilenameLength) return characters.join('')
  const extension = /\.[^.]{1,20}$/u.exec(filename)?.[0] ?? ''
  return (
    characters.slice(0, maxFilenameLength - [...extension].length).join('') + sanitiseHeaderText(extension)
  )
}

/**
 * Returns the message id in a list, or an empty list if it cannot appear in a header: ids are printable ASCII (RFC
 * 5322 section 3.6.4).
 */
export const filterMessageId = (id: string): string[] => (/^[!-;=?-~]{1,500}$/.test(id) ? [id] : [])

/**
 * The media type of an attachment. The bytes of a multipart or message type would be parsed and rewritten as MIME
 * parts, and an invalid type would break the header; both are sent as plain bytes.
 */
export const safeMediaType = (type: string): string =>
  /^(?!multipart\/|message\/)[a-z0-9][\w.+!#$&^-]*\/[a-z0-9][\w.+!#$&^-]*$/i.test(type)
    ? type.toLowerCase()
    : 'application/octet-stream'
