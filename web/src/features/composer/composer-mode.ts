/** A reply is sent by email; a note is internal. */
export type ComposerMode = 'reply' | 'note'
