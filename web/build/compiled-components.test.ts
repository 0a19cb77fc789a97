import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, expect, test } from 'vitest'
import { compiledComponents } from './compiled-components.ts'

const folder = mkdtempSync(join(tmpdir(), 'compiled-components-'))
afterAll(() => rmSync(folder, { recursive: true }))

const compiled = 'export function Compiled({ name }) { return <p>{name}</p> }'
const readsRef = `
export function ReadsRef() {
  const ref = useRef(null)
  return <p ref={ref}>{ref.current?.id}</p>
}`
const importsLazily = `
export const useLazily = () => {
  useEffect(() => void import('react-dom'))
}`
const optedOut = `
export function OptedOut() {
  'use no memo'
  const ref = useRef(null)
  return <p ref={ref}>{ref.current?.id}</p>
}`

async function buildWith(...functions: string[]) {
  const input = join(folder, 'page.tsx')
  writeFileSync(input, ["import { useEffect, useRef } from 'react'", ...functions].join('\n'))
  await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [compiledComponents()],
    build: { write: false, rolldownOptions: { input, external: /^react/ } },
  })
}

test('a build fails with a list of the components and hooks that the compiler skips', async () => {
  const failure = await buildWith(compiled, readsRef, importsLazily).catch(String)
  expect(failure).toMatch(/page\.tsx:6 ReadsRef: Cannot access refs during render\n/)
  expect(failure).toMatch(/page\.tsx:10 useLazily: .+ Handle Import expressions\n/)
  expect(failure).not.toContain('Compiled')
})

test('a build succeeds when those that the compiler skips opt out', async () => {
  await buildWith(compiled, optedOut)
})
