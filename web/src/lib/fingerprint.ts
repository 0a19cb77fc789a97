/** A non-cryptographic hash, for recognising our own repeated requests. cyrb53, 53 bits. */
export function fingerprint(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  return `${text.length}.${(a >>> 0).toString(36)}${(b >>> 0).toString(36)}`
}
