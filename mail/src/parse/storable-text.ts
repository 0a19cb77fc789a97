/** PostgreSQL's text refuses U+0000, and its driver refuses half a surrogate pair; both become U+FFFD. */
export const toStorableText = (text: string): string => text.replaceAll('\u0000', '\ufffd').toWellFormed()
