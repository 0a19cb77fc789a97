import { parseArgs } from 'node:util'
import { reportLines } from './report.ts'
import { runFolder } from './run-folder.ts'

const usage =
  'Usage: npm run mail:cases -- FOLDER [--verbose]\nFOLDER holds a folder per category, each with a manifest.json.'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { verbose: { type: 'boolean', default: false } },
})
const [folder] = positionals
if (folder === undefined) {
  console.error(usage)
  process.exit(2)
}

const started = performance.now()
const results = await runFolder(folder)
for (const result of results) console.log(reportLines(result, values).join('\n'))
console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`)
if (results.length === 0) console.error(`${folder} holds no category.\n${usage}`)
process.exitCode = results.length === 0 || results.some(({ missed }) => missed.length > 0) ? 1 : 0
