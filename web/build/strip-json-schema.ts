import type { Plugin } from 'vite'

/**
 * Leaves out of the browser's zod what writes JSON Schema: 33 kB before minifying that only the server's API page has a use for, and that every
 * schema refers to. Asked for all the same, it says so.
 */
export function stripJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    transform: {
      filter: { id: /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/ },
      handler(code) {
        const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)
        if (names.length < 5)
          return this.error('zod is built differently now: look at web/build/strip-json-schema.ts')
        const parts = names.map((name) => `export const ${name} = ${stubs[name ?? ''] ?? 'absent'}`)
        return {
          code: [`const absent = () => { throw new Error('JSON Schema is the server\\'s') }`, ...parts].join(
            '\n',
          ),
          map: null,
        }
      },
    },
  }
}

/** Called while schemas are made, not only when somebody asks for JSON Schema. */
const stubs: Record<string, string> = {
  aggregateChecks: '() => ({})',
  createToJSONSchemaMethod: '() => absent',
  createStandardJSONSchemaMethod: '() => absent',
}
