// Writes docs/api.md and the client's operations from the contract; `--check` compares instead.
import { readFile, writeFile } from 'node:fs/promises'
import { allEndpoints } from '@parley/contract/all-endpoints'
import type { Endpoint } from '@parley/contract/shared/endpoint'
import { generateOperations } from './client/write-operations.ts'

const byPath = (a: Endpoint, b: Endpoint) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1)
const files = {
  'docs/api.md': apiPage([...allEndpoints.values()].sort(byPath)),
  'client/src/generated/operations.ts': generateOperations(allEndpoints),
}

for (const [path, content] of Object.entries(files)) {
  const file = new URL(`../${path}`, import.meta.url)
  if (!process.argv.includes('--check')) await writeFile(file, content)
  else if ((await readFile(file, 'utf8').catch(() => '')) !== content) {
    console.error(`${path} is out of date. Run \`npm run api\``)
    process.exitCode = 1
  }
}

function apiPage(endpoints: Endpoint[]): string {
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
    'A PUT that changes an object keeps every key that is left out; null clears a field that can be empty. In bodies that older clients send, and in',
    'every POST, null for any other field counts as left out; elsewhere it is refused. Lists, and the objects in them, are replaced as a whole.',
    '',
    'Answers that hold one object which can be edited carry its version as `ETag`. With that as `If-Match`, a PUT or DELETE is done only if nobody',
    'changed the object since; otherwise the answer is 412 with the object as it is now in `data` and its version as `ETag`, and nothing is saved.',
    'Without `If-Match`, or with `*`, any version is overwritten. What changes by itself, such as counters and who is online, is no part of a version.',
    '',
    'Bodies are JSON; forms (`application/x-www-form-urlencoded`) work for calls that need a sign-in, and files go as `multipart/form-data`.',
    'Any other body is 415. A page of a list has at most 100 rows: more is refused, except for messages, of which 100 are answered.',
    '',
    'An agent, and each API key by itself, may make 300 changes a minute (the setting `app.max_writes_per_minute`). Every call but a GET is one,',
    'also a bulk action; marking as read, your own availability and taking a reply back are none. Answers say `RateLimit-Limit`,',
    '`RateLimit-Remaining` and `RateLimit-Reset` (seconds until it starts anew). Past the limit the answer is 429 with `Retry-After`, and nothing was done.',
    '',
    ...tags.flatMap((tag) => [`## ${tag}`, '', ...endpointTable(groups.get(tag) ?? []), '']),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n')
}

function endpointTable(endpoints: Endpoint[]): string[] {
  const rows = endpoints.map(
    (e) => `| ${e.method} | \`${e.path}\` | ${requiredAccess(e)} | ${e.summary.replaceAll('|', '\\|')} |`,
  )
  return ['| | path | who | |', '|---|---|---|---|', ...rows]
}

function requiredAccess({ access }: Endpoint): string {
  return access === 'public' ? 'anyone' : access === 'agent' ? 'every agent' : `\`${access}\``
}
