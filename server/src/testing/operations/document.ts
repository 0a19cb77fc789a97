import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const repository = resolve(import.meta.dirname, '../../../..')

/** What docs/operations.md tells its readers to type. */

const document = readFileSync(join(repository, 'docs/operations.md'), 'utf8')

const blocks = [...document.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({
  language,
  lines: text.split('\n').map((line) => line.trim()),
}))

export const blockLanguages: readonly string[] = blocks.map(({ language }) => language)

const linesIn = (language: string) =>
  blocks
    .filter((block) => block.language === language)
    .flatMap(({ lines }) => lines)
    .filter((line) => line !== '')

/** Lines of environment files, comments included. */
export const documentedSettings: readonly string[] = linesIn('ini')

/** Code in the text that has several words and isn't a command. */
export const otherCode: Record<string, string> = {
  'files/<uuid>/<file name>': 'a path',
  'server_login_retry = 1': 'a setting of PgBouncer',
  'max_prepared_statements = 200': 'a setting of PgBouncer',
  'jit = off': 'a setting of PostgreSQL',
  'Authorization: Bearer …': 'a header',
}

/** Code in the text that has several words. */
export const documentedPhrases: readonly string[] = [
  ...document.replace(/^```.*?^```$/gms, '').matchAll(/`([^`\n]+)`/g),
]
  .map(([, code = '']) => code)
  .filter((code) => /\s/.test(code))

/** Lines of shell blocks without comments, and commands in the text. */
export const documentedCommands: ReadonlySet<string> = new Set([
  ...linesIn('sh').map((line) => line.replace(/\s+#.*$/, '')),
  ...documentedPhrases.filter((code) => !(code in otherCode)),
])
