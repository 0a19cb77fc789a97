/** Replaces a text that was erased. */
export const erasedText = '[erased]'
