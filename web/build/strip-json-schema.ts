import type { Plugin } from 'vite'

/**
 * Replaces zod's JSON Schema generator with stubs in the browser bundle. It is 33 kB before minifying, every schema
 * refers to it, and only the server's API page uses it. The stubs throw when called.
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
          code: [
            `const absent = () => { throw new Error('JSON Schema is only available on the server') }`,
            ...parts,
          ].join('\n'),
          map: null,
        }
      },
    },
  }
}

/** Called while schemas are created, even if JSON Schema is never requested. */
const stubs: Record<string, string> = {
  aggregateChecks: '() => ({})',
  createToJSONSchemaMethod: '() => absent',
  createStandardJSONSchemaMethod: '() => absent',
}
