import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * How many files and sockets one process may open: the hard limit, to which Node.js raises its own limit when it starts. Infinity where
 * there is no shell to ask.
 */
export async function readOpenFilesLimit(): Promise<number> {
  if (process.platform === 'win32') return Number.POSITIVE_INFINITY
  const { stdout } = await promisify(execFile)('sh', ['-c', 'ulimit -Hn'])
  return stdout.trim() === 'unlimited' ? Number.POSITIVE_INFINITY : Number(stdout)
}
