/** A name that nobody else has given. `crypto.randomUUID` does not exist on plain-http addresses other than this machine's. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
