/** PostgreSQL's text type rejects U+0000, and its driver rejects lone surrogates. Both become U+FFFD. */
export const toStorableText = (text: string): string => text.replaceAll('\u0000', '\ufffd').toWellFormed()
