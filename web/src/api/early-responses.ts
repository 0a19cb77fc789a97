declare global {
  /** By path, as web/build/early.js has requested them while the app's code was loading. */
  var earlyResponses: Map<string, Promise<Response>> | undefined
}

/** The response to a request that is already under way. Each is handed out once: whoever asks again wants it anew. */
export function takeEarlyResponse(path: string): Promise<Response> | undefined {
  const response = globalThis.earlyResponses?.get(path)
  globalThis.earlyResponses?.delete(path)
  return response
}
