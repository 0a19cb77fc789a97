import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startClientWorkspace } from './client-workspace.ts'

let w: Awaited<ReturnType<typeof startClientWorkspace>>
let folder: string
beforeAll(async () => {
  w = await startClientWorkspace()
  folder = await mkdtemp(join(tmpdir(), 'parley-generated-'))
})
afterAll(async () => {
  await w.stop()
  await rm(folder, { recursive: true, force: true })
})

const generator = fileURLToPath(new URL('generate-client.ts', import.meta.url))
const tsc = fileURLToPath(new URL('../../node_modules/.bin/tsc', import.meta.url))

/** What an integrator would write with the generated code. */
const program = `
import { createTag, getConversation, listTags } from './client/index.ts'
import { createClient } from './client/client/index.ts'
import type { ErrorBody, Tag } from './client/index.ts'

const client = createClient({ baseUrl: process.argv[2], auth: process.argv[3] })
const made = await createTag({ client, body: { name: 'generated' }, headers: { 'Idempotency-Key': 'once' } })
if (!made.data) throw new Error(JSON.stringify(made.error))
const tag: Tag = made.data.data
const again = await createTag({ client, body: { name: 'generated' } })
const refusal: ErrorBody | undefined = again.error
const all = await listTags({ client })
const names: string[] = (all.data?.data ?? []).map(({ name }) => name)
const missing = await getConversation({ client, path: { uuid: '00000000-0000-4000-8000-000000000000' } })
// @ts-expect-error: a tag has a name
void (() => createTag({ client, body: {} }))
console.log(JSON.stringify({ tag: tag.name, again: refusal?.message, names, missing: missing.response?.status }))
`

test('a client generated from the OpenAPI document by another tool compiles and can call this server', async () => {
  const document = await w.t.app.inject('/api/openapi.json')
  await writeFile(join(folder, 'openapi.json'), document.body)
  const generated = await run([generator, join(folder, 'openapi.json'), join(folder, 'client')])
  expect(generated).toEqual({ code: 0, output: '' })
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'program.ts'), program)
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }))
  const compiled = await run([tsc, '-p', join(folder, 'tsconfig.json')])
  expect(compiled).toEqual({ code: 0, output: '' })

  const { credentials } = await w.client()
  const result = await run([join(folder, 'program.ts'), w.url, `${credentials.key}:${credentials.secret}`])
  expect(result).toMatchObject({ code: 0 })
  expect(JSON.parse(result.output)).toEqual({
    tag: 'generated',
    again: 'A tag with this name already exists',
    names: ['generated'],
    missing: 404,
  })
}, 60_000)

const compilerOptions = {
  target: 'es2023',
  module: 'nodenext',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: ['node'],
  typeRoots: [join(import.meta.dirname, '../../node_modules/@types')],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
}

const exec = promisify(execFile)
const run = (args: string[]) =>
  exec(process.execPath, args).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout, stderr }) => ({ code, output: `${stdout}${stderr}` }),
  )
