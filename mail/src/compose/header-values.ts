/** A mail that no server would take however often it is tried; the message is for people. */
export class UnsendableMailError extends Error {
  override name = 'UnsendableMail'
}

/**
 * Text for a header: one line, without control characters, so that nothing in it can begin a header of its own. Characters that
 * only change the direction or are invisible stay: names need them.
 */
export const sanitiseHeaderText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()

/** Whether a text is one bare address and nothing that could be read as a second one. Quoted local parts are refused: hardly a server takes them. */
export const isBareAddress = (text: string): boolean =>
  text.isWellFormed() && /^[^\s\p{Cc}@<>()[\]\\,;:"]+@[^\s\p{Cc}@<>()\\,;:"]+$/u.test(text)

/**
 * A bare address, as it is.
 * @throws UnsendableMail when it is none
 */
export function assertBareAddress(address: string): string {
  const bare = address.trim()
  if (isBareAddress(bare)) return bare
  throw new UnsendableMailError(
    `"${sanitiseHeaderText(address)}" is not an email address. Correct it and send again`,
  )
}

/** Longer ones no file system takes, and they could not be folded in a header. */
const maxFilenameLength = 200

/** A file's name for a header; of one that is too long the end of the part before its extension goes. */
export function headerFilename(filename: string): string {
  const characters = [...(sanitiseHeaderText(filename) || 'file')]
  if (characters.length <= maxFilenameLength) return characters.join('')
  const extension = /\.[^.]{1,20}$/u.exec(filename)?.[0] ?? ''
  return (
    characters.slice(0, maxFilenameLength - [...extension].length).join('') + sanitiseHeaderText(extension)
  )
}

/** A message id from outside as a list of one, or of none when it cannot stand in a header: ids are printable ASCII (RFC 5322 section 3.6.4). */
export const filterMessageId = (id: string): string[] => (/^[!-;=?-~]{1,500}$/.test(id) ? [id] : [])

/**
 * The media type of an attachment. A multipart or message type would have its bytes read and rewritten as a mail's parts, and
 * what is no type at all would break the header: both travel as plain bytes.
 */
export const safeMediaType = (type: string): string =>
  /^(?!multipart\/|message\/)[a-z0-9][\w.+!#$&^-]*\/[a-z0-9][\w.+!#$&^-]*$/i.test(type)
    ? type.toLowerCase()
    : 'application/octet-stream'
