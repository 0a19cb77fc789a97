import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = new URL('../..', import.meta.url).pathname

/** The commit that is checked out, with + if files of the product or the benchmark differ from it. `unknown` without Git. */
export async function readCommit(): Promise<string> {
  try {
    const { stdout: commit } = await run('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root })
    const { stdout: changes } = await run(
      'git',
      ['status', '--porcelain', '--untracked-files=no', '--', ':!docs', ':!bench/results'],
      { cwd: root },
    )
    return commit.trim() + (changes.trim() === '' ? '' : '+')
  } catch {
    return 'unknown'
  }
}
