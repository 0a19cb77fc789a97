const versions = new WeakMap<object, string>()

/**
 * The version of an object from a response or an error; null if it has none. Pass it as `if_match` to the call that updates or deletes the
 * object: it fails with 412 if someone else changed the object in the meantime.
 */
export const versionOf = (object: unknown): string | null =>
  typeof object === 'object' && object !== null ? (versions.get(object) ?? null) : null

/** Stores the ETag of a response for its object. */
export function rememberVersion(reply: Response, data: unknown): void {
  const version = reply.headers.get('etag')
  if (version && typeof data === 'object' && data !== null) versions.set(data, version)
}
