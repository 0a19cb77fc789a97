/** `npm run language`: names and screen texts use the field's words. Prints each offence with the better word. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { findNameOffences, findScreenOffences, type Offence } from './offences.ts'

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(file))
const generated = new Set(['server/src/db/schema.ts', 'client/src/api.ts'])
const sources = tracked.filter((file) => /\.tsx?$/.test(file) && !generated.has(file))
const catalogue = tracked.filter((file) => /\/lang\/en\/[\w-]+\.json$/.test(file))

const offences: Offence[] = [
  ...sources.flatMap((file) => findNameOffences(file, readFileSync(file, 'utf8'))),
  ...catalogue.flatMap((file) => findScreenOffences(file, JSON.parse(readFileSync(file, 'utf8')))),
]
for (const { location, text, instead } of offences) console.log(`${location}  ${text}  →  ${instead}`)
console.log(
  `${offences.length} offences in ${sources.length} files and ${catalogue.map((file) => basename(file)).length} catalogue files`,
)
process.exitCode = offences.length === 0 ? 0 : 1
