/** A hue in degrees that stays the same for the same name on every screen (FNV-1a, in steps of 15°). */
export function avatarHue(name: string): number {
  let hash = 0x811c9dc5
  for (const char of name) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return ((hash >>> 0) % 24) * 15
}
