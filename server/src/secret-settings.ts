import { readFileSync } from 'node:fs'

/**
 * Settings with secret values: error messages leave the value out, because start-up errors end up in logs, and each can
 * be read from the file that `<NAME>_FILE` names, as container platforms provide secrets.
 */
export const secretSettings: readonly string[] = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URL',
  'PARLEY_ADMIN_PASSWORD',
  'PARLEY_SECRET_KEY',
  'PARLEY_METRICS_TOKEN',
  'PARLEY_BACKUP_PASSPHRASE',
  'PARLEY_BACKUP_S3_ACCESS_KEY_ID',
  'PARLEY_BACKUP_S3_SECRET_ACCESS_KEY',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
]

type Values = Record<string, string>

/**
 * Replaces each `<NAME>_FILE` of a secret setting with `<NAME>`, the content of that file. As for variables, spaces and
 * line breaks around it don't count. `mistakes` are sentences without the full stop, and never contain what a file holds.
 */
export function readSecretFiles(given: Values): { values: Values; mistakes: string[] } {
  const values = { ...given }
  const mistakes: string[] = []
  for (const name of secretSettings) {
    const file = given[`${name}_FILE`]
    if (file === undefined) continue
    if (given[name] !== undefined) {
      mistakes.push(`${name} and ${name}_FILE are both set. Remove one of them`)
      continue
    }
    try {
      const content = readFileSync(file, 'utf8').trim()
      if (content === '') mistakes.push(`${name}_FILE is ${file}, but that file is empty`)
      else values[name] = content
    } catch (error) {
      mistakes.push(`${name}_FILE is ${file}, but ${explainReadError(error as NodeJS.ErrnoException)}`)
    }
  }
  return { values, mistakes }
}

function explainReadError({ code }: NodeJS.ErrnoException): string {
  const sentences: Record<string, string> = {
    ENOENT: 'there is no such file',
    ENOTDIR: 'there is no such file',
    EISDIR: 'that is a folder, not a file',
    EACCES: 'the user that runs Parley may not read it',
    EPERM: 'the user that runs Parley may not read it',
  }
  return sentences[code ?? ''] ?? `it can’t be read (${code})`
}
