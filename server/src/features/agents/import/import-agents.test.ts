import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatCsv } from '../../../http/csv/format-csv.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['as']>>
beforeAll(async () => {
  t = await startTestApp()
  admin = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
})
afterAll(() => t.stop())

const url = '/api/v1/agents/import'
const file = (...lines: string[]) => ['first_name,last_name,email,roles,teams', ...lines].join('\r\n')
const preview = async (csv: string, more: object = {}, importer = admin) =>
  (await importer.post(`${url}/preview`, { csv, ...more })).body.data
const rowsOf = async (csv: string, more: object = {}) => (await preview(csv, more)).rows
const countAgents = async () =>
  Number(
    (
      await t.db
        .selectFrom('agents')
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

test('the preview says for each line whether an agent can be created and why not, and writes nothing', async () => {
  const team = await t.make.team()
  const existing = { id: (await t.make.agent()).id, email: 'taken@import.test' }
  await t.db.updateTable('agents').set({ email: existing.email }).where('id', '=', existing.id).execute()
  const before = await countAgents()
  const rows = await rowsOf(
    file(
      `Ann,Lee, ANN@Import.test,agent,${team.name.toUpperCase()}`,
      'Bo,,bo@import.test,,',
      'Ann,Again,ann@import.test,Agent,',
      `Cy,,${existing.email.toUpperCase()},Agent,`,
      ',,nobody@import.test,Agent,',
      'Di,,not an address,Agent,',
      'Ed,,ed@import.test,"Agent; Wizard",No such team',
      `${'x'.repeat(200)},,fay@import.test,Agent,`,
      'Gus,,gus@import.test,Agent,,,',
    ),
  )
  const outcomes = (rows as { verdict: string; problems: { problem: string; value: string }[] }[]).map(
    ({ verdict, problems }) => [
      verdict,
      ...problems.map(({ problem, value }) => `${problem} ${value}`.trim()),
    ],
  )
  expect(outcomes).toEqual([
    ['new'],
    ['wrong', 'role_missing'],
    ['repeated'],
    ['exists'],
    ['wrong', 'first_name_missing'],
    ['wrong', 'email_wrong not an address'],
    ['wrong', 'role_unknown Wizard', 'team_unknown No such team'],
    ['wrong', `too_long ${'x'.repeat(40)}`],
    ['wrong', 'too_many_fields 7'],
  ])
  expect(rows[0]).toMatchObject({ line: 2, email: 'ann@import.test', roles: ['Agent'], teams: [team.name] })
  expect(rows[3].agent_id).toBe(existing.id)
  expect(await countAgents()).toBe(before)
})

test('valid lines become agents with roles and teams, invited if requested; repeating the import creates no duplicates', async () => {
  const team = await t.make.team()
  const body = {
    csv: file('Hal,Hill,hal@import.test,Admin,', 'Ida,,ida@import.test,,', 'Jo,,broken,,'),
    roles: ['Agent'],
    teams: [team.name],
    send_welcome_email: true,
  }
  const before = await countAgents()
  const { status, body: answer } = await admin.post(url, body)
  expect(status).toBe(200)
  expect(answer.data).toMatchObject({
    invited: 2,
    rows: [{ verdict: 'created' }, { verdict: 'created' }, { verdict: 'wrong' }],
  })
  const ida = (await admin.get(`/api/v1/agents/${answer.data.rows[1].agent_id}`)).body.data
  expect(ida).toMatchObject({
    ...{ first_name: 'Ida', enabled: true, roles: ['Agent'], teams: [{ name: team.name }] },
    invitation: { state: 'not_sent' },
  })
  const events = await t.db
    .selectFrom('events')
    .select(['type', 'changes'])
    .where('object_id', '=', ida.id)
    .where('object_type', '=', 'agent')
    .execute()
  expect(events).toMatchObject([{ type: 'agent.created', changes: { email: [null, 'ida@import.test'] } }])

  const again = await admin.post(url, body)
  expect(again.body.data).toMatchObject({
    invited: 0,
    rows: [{ verdict: 'exists' }, { verdict: 'exists' }, { verdict: 'wrong' }],
  })
  expect(await countAgents()).toBe(before + 2)
})

test('two concurrent imports create each agent once', async () => {
  const csv = file(...Array.from({ length: 20 }, (_, n) => `Twin,,twin${n}@import.test,Agent,`))
  const answers = await Promise.all([admin.post(url, { csv }), admin.post(url, { csv })])
  const verdicts = answers.flatMap(({ body }) =>
    body.data.rows.map(({ verdict }: { verdict: string }) => verdict),
  )
  expect(verdicts.filter((verdict) => verdict === 'created')).toHaveLength(20)
  expect(verdicts.filter((verdict) => verdict === 'exists')).toHaveLength(20)
})

test('columns are detected by name in any order, or chosen', async () => {
  const csv = 'E-Mail;Surname;Given name\nkim@import.test;Kay;Kim'
  expect(await preview(csv, { roles: ['Agent'] })).toMatchObject({
    columns: { email: 0, last_name: 1, first_name: 2, roles: null, teams: null },
    rows: [{ first_name: 'Kim', last_name: 'Kay', verdict: 'new' }],
  })
  const columns = { email: 1, first_name: 0, last_name: null, roles: null, teams: null }
  expect(await rowsOf('who,where\nLea,lea@import.test', { columns, roles: ['Agent'] })).toMatchObject([
    { first_name: 'Lea', verdict: 'new' },
  ])
})

test('a role with permissions that the importer lacks cannot be assigned', async () => {
  const manager = await t.as(await t.make.agent({ permissions: ['users:manage'] }))
  const csv = file('Max,,max@import.test,Admin,', 'Nia,,nia@import.test,Agent,')
  expect((await preview(csv, {}, manager)).rows).toMatchObject([
    { verdict: 'wrong', problems: [{ problem: 'role_not_yours', value: 'Admin' }] },
    { verdict: 'new' },
  ])
  expect((await manager.post(url, { csv })).body.data.rows).toMatchObject([
    { verdict: 'wrong' },
    { verdict: 'created' },
  ])
})

test.each([
  ['', /Choose a file/],
  ['first_name,email', /no rows below the header/],
  ['first_name,email\nA,"b', /quote is never closed/],
  [`first_name,email\n${'A,a@import.test\n'.repeat(1001)}`, /1001 rows, but at most 1000/],
  [file('X,,broken,Agent,'), /Fix the errors/],
])('%.20j is rejected for the whole file', async (csv, sentence) => {
  const before = await countAgents()
  expect(await admin.post(url, { csv })).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(sentence), errors: [{ path: 'csv' }] },
  })
  expect(await countAgents()).toBe(before)
})

test('a thousand lines are imported in one call', async () => {
  const csv = file(...Array.from({ length: 1000 }, (_, n) => `Many${n},Of Them,many${n}@import.test,Agent,`))
  const { body } = await admin.post(url, { csv, send_welcome_email: true })
  expect(body.data.invited).toBe(1000)
  expect(body.data.rows.every(({ verdict }: { verdict: string }) => verdict === 'created')).toBe(true)
})

test('values guarded against formulas are imported unchanged', async () => {
  const csv = formatCsv([
    ['first_name', 'email', 'roles'],
    ['=Olga', 'olga@import.test', 'Agent'],
  ]).toString()
  expect(await rowsOf(csv)).toMatchObject([{ first_name: '=Olga', verdict: 'new' }])
})
