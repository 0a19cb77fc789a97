/** What is being written: a reply that leaves as mail, or a note that stays. */
export type ComposerMode = 'reply' | 'note'
