// node generate-client.ts <document> <folder>: generates a client from an OpenAPI document with @hey-api/openapi-ts.
import { registerHooks } from 'node:module'

// The generator prints code with TypeScript's compiler API, which TypeScript 7 no longer has.
registerHooks({
  resolve: (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context),
})
const { createClient } = await import('@hey-api/openapi-ts')

const [input = '', folder = ''] = process.argv.slice(2)
await createClient({
  input,
  output: { path: folder, module: { extension: '.ts' } },
  plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
  logs: { level: 'silent', file: false },
})
