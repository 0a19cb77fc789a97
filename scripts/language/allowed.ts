/** Names that contain an avoided word because something else fixes them, each with its reason. */
export const allowedNames: ReadonlyMap<string, string> = new Map([
  ['occasion', 'a column and a property on the wire of automation runs'],
  ['nobody', 'a query parameter of reports'],
  ['SecondFactorAsked', 'the name of a schema in the published API document'],
  ['surroundings', 'a key of the dated benchmark results'],
])

/** Keys of the catalogue whose text the specification fixes, although it contains an avoided phrase. */
export const allowedTexts: ReadonlySet<string> = new Set(['new_conversation.message_missing'])
