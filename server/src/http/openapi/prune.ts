type Schemas = Record<string, object>

const named = (part: unknown): string[] =>
  [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/([\w.-]+)"/g)].map(([, name = '']) => name)

/** The shapes that are named, by the operations or by such a shape. Every shape has a written and a read form, and most are used as one of them. */
export function usedSchemas(schemas: Schemas, operations: unknown): Schemas {
  const used = new Set<string>()
  const waiting = named(operations)
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (used.has(name)) continue
    used.add(name)
    waiting.push(...named(schemas[name] ?? {}))
  }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)))
}
