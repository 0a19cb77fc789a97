/**
 * Fills in `:name` parameters and appends the query. Arrays and objects are sent as JSON, the wire format of filters;
 * undefined and null are skipped. Throws when a path parameter is missing.
 */
export function requestPath(path: string, params: unknown, query: unknown): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = asRecord(params)[name]
    if (value === undefined || value === null || value === '')
      throw new Error(`Missing path parameter :${name} in ${path}`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(asRecord(query))) {
    if (value === undefined || value === null) continue
    search.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
