/**
 * The name of an upload as stored and shown (docs/spec/wire.md#files): normalised first, so that "ä" as two code points is
 * one letter, then without characters that could break paths, headers or terminals. Letters of all languages stay.
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

/** Limits to 200 characters and keeps the extension. */
function shorten(name: string): string {
  const characters = [...name]
  if (characters.length <= 200) return name
  const extension = /\.[^.]{1,16}$/u.exec(name)?.[0] ?? ''
  return characters.slice(0, 200 - [...extension].length).join('') + extension
}

/** Lower-case, without the dot; "" if there is none. */
export const extensionOf = (filename: string): string =>
  (/\.([^.]+)$/.exec(filename)?.[1] ?? '').toLowerCase()
