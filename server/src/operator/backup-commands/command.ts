import type { Header } from '../../backup/archive/format.ts'
import type { Env } from '../../env.ts'

export type CommandOptions = {
  /** What the command is about: a file, a folder or a URL. */
  place: string | undefined
  passphrase: string | undefined
  without_key: boolean
}

/** Does the work and returns the lines that say what was done. Throws a sentence. */
export type Command = (options: CommandOptions, readSettings: () => Env) => Promise<string[]>

export function describeBackup({ workspace, created_at, version }: Header): string {
  return `${workspace || 'a workspace'} as of ${created_at} (Parley ${version})`
}
