/**
 * An upload's name as it is stored and shown (api-contract 4.10): composed first, so that "ä" written as two code points is one letter, then
 * without what a path, a header or a terminal could trip over. Letters of all languages stay.
 */
export function sanitiseFilename(name: string): string {
  const last = name.normalize('NFKC').split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .trim()
    .replace(/\s+/g, '-')
    .replace(/[^\p{L}\p{M}\p{N}._-]/gu, '')
    .replace(/^\.+/, '')
    .toLowerCase()
  return shorten(clean) || 'file'
}

/** At most 200 characters, and the extension survives. */
function shorten(name: string): string {
  const characters = [...name]
  if (characters.length <= 200) return name
  const extension = /\.[^.]{1,16}$/u.exec(name)?.[0] ?? ''
  return characters.slice(0, 200 - [...extension].length).join('') + extension
}

/** Lower-case, without the dot; "" when there is none. */
export const extensionOf = (filename: string): string =>
  (/\.([^.]+)$/.exec(filename)?.[1] ?? '').toLowerCase()
