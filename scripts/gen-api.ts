// Writes docs/api.md from the contract; `--check` compares instead.
import { readFile, writeFile } from 'node:fs/promises'
import { allEndpoints } from '@parley/contract/all-endpoints'
import type { Endpoint } from '@parley/contract/endpoint'

const file = new URL('../docs/api.md', import.meta.url)
const byPath = (a: Endpoint, b: Endpoint) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1)
const written = page([...allEndpoints.values()].sort(byPath))

if (process.argv.includes('--check')) {
  const present = await readFile(file, 'utf8').catch(() => '')
  if (present !== written) {
    console.error('docs/api.md is not what the contract says. Run `npm run api`')
    process.exitCode = 1
  }
} else await writeFile(file, written)

function page(endpoints: Endpoint[]): string {
  const groups = Map.groupBy(endpoints, (e) => e.tag)
  const tags = [...groups.keys()].sort()
  return [
    '# The HTTP API',
    '',
    'Made from the contract by `npm run api`. A running server has the schemas of every call at `/api/docs`, and as OpenAPI 3.1 at `/api/openapi.json`.',
    '',
    'Sign in with an API key: `Authorization: Bearer key:secret` (an administrator makes keys). Answers are `{"status": "success", "data": …}`,',
    'refusals `{"status": "error", "message", "error_type", "errors", "request_id"}`. POSTs that create or send accept an `Idempotency-Key`.',
    '',
    ...tags.flatMap((tag) => [`## ${tag}`, '', ...table(groups.get(tag) ?? []), '']),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n')
}

function table(endpoints: Endpoint[]): string[] {
  const rows = endpoints.map(
    (e) => `| ${e.method} | \`${e.path}\` | ${permission(e)} | ${e.summary.replaceAll('|', '\\|')} |`,
  )
  return ['| | path | who | |', '|---|---|---|---|', ...rows]
}

function permission({ access }: Endpoint): string {
  return access === 'public' ? 'anybody' : access === 'agent' ? 'every agent' : `\`${access}\``
}
