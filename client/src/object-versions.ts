const versions = new WeakMap<object, string>()

/**
 * The version of an object that a call answered, or that came with a refusal; null where there is none. Given as `if_match` to the call that
 * changes or deletes the object, it is refused with 412 if somebody else changed the object since.
 */
export const versionOf = (object: unknown): string | null =>
  typeof object === 'object' && object !== null ? (versions.get(object) ?? null) : null

/** Remembers the ETag of an answer with what it held. */
export function rememberVersion(reply: Response, data: unknown): void {
  const version = reply.headers.get('etag')
  if (version && typeof data === 'object' && data !== null) versions.set(data, version)
}
