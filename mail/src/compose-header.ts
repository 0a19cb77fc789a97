/** A mail that no server would take however often it is tried; the message is for people. */
export class UnsendableMail extends Error {
  override name = 'UnsendableMail'
}

/**
 * Text for a header: one line, without control characters, so that nothing in it can begin a header of its own. Characters that
 * only change the direction or are invisible stay: names need them.
 */
export const headerText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()

/**
 * A bare address, as it is.
 * @throws UnsendableMail when it is none, or holds what could be read as a second one
 */
export function addressOnly(address: string): string {
  const bare = address.trim()
  if (!/^[^\s\p{Cc}@<>()[\]\\,;:"]+@[^\s\p{Cc}@<>()\\,;:"]+$/u.test(bare) || !bare.isWellFormed())
    throw new UnsendableMail(`"${headerText(address)}" is not an email address. Correct it and send again`)
  return bare
}

/** A message id from outside as a list of one, or of none when it cannot stand in a header: ids are printable ASCII (RFC 5322 section 3.6.4). */
export const idOnly = (id: string): string[] => (/^[!-;=?-~]{1,500}$/.test(id) ? [id] : [])

/**
 * The media type of an attachment. A multipart or message type would have its bytes read and rewritten as a mail's parts, and
 * what is no type at all would break the header: both travel as plain bytes.
 */
export const mediaType = (type: string): string =>
  /^(?!multipart\/|message\/)[a-z0-9][\w.+!#$&^-]*\/[a-z0-9][\w.+!#$&^-]*$/i.test(type)
    ? type.toLowerCase()
    : 'application/octet-stream'
