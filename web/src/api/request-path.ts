/**
 * Fills `:name` parts and appends the query. Arrays and objects go as JSON, which is how the wire writes
 * filters; undefined and null are left out. Throws when a part of the path has no value.
 */
export function requestPath(path: string, params: unknown, query: unknown): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = asRecord(params)[name]
    if (value === undefined || value === null || value === '') throw new Error(`${path} needs ${name}`)
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
