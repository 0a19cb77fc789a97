type Schemas = Record<string, object>

const referencedNames = (part: unknown): string[] =>
  [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/([\w.-]+)"/g)].map(([, name = '']) => name)

/**
 * Keeps the schemas that are referenced, directly or through other schemas. Every shape has an input and an output schema, and most
 * are used as only one of them.
 */
export function pruneSchemas(schemas: Schemas, operations: unknown): Schemas {
  const used = new Set<string>()
  const pending = referencedNames(operations)
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    if (used.has(name)) continue
    used.add(name)
    pending.push(...referencedNames(schemas[name] ?? {}))
  }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)))
}
