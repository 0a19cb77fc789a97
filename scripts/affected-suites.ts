import { execFileSync } from 'node:child_process'

/** Which suites a change can affect. Vitest narrows `unit` and `server` down further, by its module graph. */
export type AffectedSuites = {
  server: boolean
  /** Spec files, every one of them, or none. */
  e2e: 'all' | string[]
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const isDocument = (file: string) => file.endsWith('.md') || file.startsWith('docs/')
/** What the running product is made of: a change can show in any browser test. */
const isProduct = (file: string) => /^(server|contract|mail|web)\//.test(file) && !isTest(file)
const affectsEverything = (file: string) =>
  /^(package(-lock)?\.json|vitest\.config\.ts|tsconfig.*\.json|scripts\/(test|services|setup)\b.*)$/.test(
    file,
  )

export function affectedSuites(changedFiles: readonly string[]): AffectedSuites {
  const files = changedFiles.filter((file) => !isDocument(file))
  if (files.some(affectsEverything)) return { server: true, e2e: 'all' }
  const specs = files.filter((file) => /^e2e\/tests\/.*\.spec\.ts$/.test(file))
  const affectsAllSpecs = files.some(
    (file) => isProduct(file) || (file.startsWith('e2e/') && !specs.includes(file)),
  )
  return {
    server: files.some((file) => /^(server|contract|mail|client|bench)\//.test(file)),
    e2e: affectsAllSpecs ? 'all' : specs,
  }
}

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

/** The commit at which this branch left `branch`, and all files that differ from it, untracked ones included. */
export function changesSince(branch: string): { base: string; files: string[] } {
  const base = git('merge-base', branch, 'HEAD')
  const lines = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')]
  return { base, files: [...new Set(lines.join('\n').split('\n').filter(Boolean))] }
}
