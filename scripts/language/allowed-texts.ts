/** Keys of the catalogue whose text the specification fixes, although it contains an avoided word. */
export const allowedTexts: ReadonlySet<string> = new Set<string>([])
