import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { backfillFinisher } from '../backfills/finish-backfill.ts'
import { systemClock } from '../clock.ts'
import { migrate, migrationFiles } from '../db/migrate.ts'
import { schemaNumberOf } from '../db/schema-version.ts'
import { demoPassword } from '../demo/workspace/sample-data.ts'
import { describeSchema } from '../testing/describe-schema.ts'
import { freePorts } from '../testing/processes/free-ports.ts'
import { createEmptyDatabase, startProgram } from '../testing/processes/server-process.ts'
import { listReleasedSchemas, loadReleasedSchema, releasedSecretKey } from '../testing/released-schemas.ts'

const releases = listReleasedSchemas()

test('there are dumps of released schemas', () => {
  expect(releases.map(({ schema }) => schema)).toContain('0103')
})

describe.each(releases)('schema $schema of version $version', (release) => {
  test('becomes the schema of a new database in one step, with all of its rows', {
    timeout: 60_000,
  }, async () => {
    const url = await createEmptyDatabase()
    await loadReleasedSchema(url, release)
    const before = await countRows(url)
    expect(
      Object.entries(before).filter(([, count]) => count === 0),
      'tables without rows prove nothing',
    ).toEqual([])

    const applied = await migrate(url, { finishBackfill: backfillFinisher(url, { clock: systemClock }) })
    const newer = (await migrationFiles()).filter((file) => schemaNumberOf(file) > release.schema)
    expect(applied).toEqual(newer)

    const fresh = await createEmptyDatabase()
    await migrate(fresh)
    expect(await describeSchema(url)).toEqual(await describeSchema(fresh))
    const after = await countRows(url)
    // Migrations may add rows, such as a built-in template.
    for (const [table, count] of Object.entries(before))
      expect(after[table], table).toBeGreaterThanOrEqual(count)
  })

  test('is served by the server, which shows lists and conversations', { timeout: 120_000 }, async () => {
    const DATABASE_URL = await createEmptyDatabase()
    await loadReleasedSchema(DATABASE_URL, release)
    const data_dir = mkdtempSync(join(tmpdir(), 'parley-release-'))
    onTestFinished(() => rmSync(data_dir, { recursive: true, force: true }))
    const ports = await freePorts()
    const server = startProgram('main.ts', {
      ...{ ...ports, DATABASE_URL, PARLEY_DATA_DIR: data_dir, PARLEY_SECRET_KEY: releasedSecretKey },
      SMTP_RECEIVER_PORT: '0',
    })
    await server.waitForOutput(/Parley is ready/)
    const get = await signIn(`http://127.0.0.1:${ports.PORT}/api/v1`)
    const list = await get('/conversations/all')
    expect(list.results.length).toBeGreaterThan(20)
    const [first] = list.results
    expect(await get(`/conversations/${first.uuid}`)).toMatchObject({
      uuid: first.uuid,
      subject: first.subject,
    })
    expect((await get(`/conversations/${first.uuid}/messages`)).results.length).toBeGreaterThan(0)
  })
})

/** Of every table but those of the migrations themselves. */
async function countRows(connectionString: string): Promise<Record<string, number>> {
  const client = new pg.Client(connectionString)
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname <> 'migrations' order by relname`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of rows) {
    const { rows: counted } = await client.query(`select count(*)::int from ${client.escapeIdentifier(name)}`)
    counts[name] = counted[0].count
  }
  await client.end()
  return counts
}

/** As an administrator of the sample workspace. Returns a function that reads from the API. */
async function signIn(base: string) {
  const response = await fetch(`${base}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'noor@lumenoak.example', password: demoPassword }),
  })
  expect(response.status).toBe(200)
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return async (path: string) => {
    const answer = await fetch(`${base}${path}`, { headers: { cookie } })
    expect(answer.status, path).toBe(200)
    // biome-ignore lint/suspicious/noExplicitAny: responses have many shapes; each test asserts what it expects
    return ((await answer.json()) as { data: any }).data
  }
}
