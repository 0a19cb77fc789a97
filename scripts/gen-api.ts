// Writes docs/api.md and the client's operations from the contract; `--check` compares instead.
import { readFile, writeFile } from 'node:fs/promises'
import { allEndpoints } from '@parley/contract/all-endpoints'
import type { Endpoint } from '@parley/contract/endpoint'
import { writeOperations } from './client/write-operations.ts'

const byPath = (a: Endpoint, b: Endpoint) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1)
const files = {
  'docs/api.md': page([...allEndpoints.values()].sort(byPath)),
  'client/src/generated/operations.ts': writeOperations(allEndpoints),
}

for (const [path, written] of Object.entries(files)) {
  const file = new URL(`../${path}`, import.meta.url)
  if (!process.argv.includes('--check')) await writeFile(file, written)
  else if ((await readFile(file, 'utf8').catch(() => '')) !== written) {
    console.error(`${path} is not what the contract says. Run \`npm run api\``)
    process.exitCode = 1
  }
}

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
    'An agent, and each API key by itself, may make 300 changes a minute (the setting `app.max_writes_per_minute`). Every call but a GET is one,',
    'also a bulk action; marking as read, your own availability and taking a reply back are none. Answers say `RateLimit-Limit`,',
    '`RateLimit-Remaining` and `RateLimit-Reset` (seconds until it starts anew). Past the limit the answer is 429 with `Retry-After`, and nothing was done.',
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
