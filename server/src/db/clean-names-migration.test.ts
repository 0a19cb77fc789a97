import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { json } from './json.ts'

const migration = new URL('../../migrations/0058_clean_names.sql', import.meta.url)

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.stop())

const dates = () => ({ created_at: t.clock.now(), updated_at: t.clock.now() })

test('the migration turns names that are no longer valid into names that can be saved', async () => {
  const { id: agent_id } = await t.make.agent()
  const add = async (name: string) =>
    (
      await t.db
        .insertInto('tags')
        .values({ ...dates(), name })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const [plain, split, again, invisible, family] = [
    await add('Late order'),
    await add('late\norder'),
    await add('Late\u2028order'),
    await add('\u200b\u2060'),
    await add('👩‍👧 Family'),
  ]
  await t.db
    .insertInto('views')
    .values({ ...dates(), agent_id, name: 'a\u202e' })
    .execute()
  const holidays = [
    { name: 'New\u0007Year', date: '2026-01-01', yearly: true },
    { name: 'Easter', date: '2026-04-05' },
  ]
  await t.db
    .insertInto('business_hours')
    .values({ ...dates(), name: 'Shop\thours', is_always_open: true, holidays: json(holidays) })
    .execute()
  const contact = { ...dates(), email: 'eve@customer.test', first_name: '\u202eeve', last_name: '\u200b' }
  await t.db.insertInto('contacts').values(contact).execute()

  await t.pool.query(await readFile(migration, 'utf8'))

  const tags = await t.db.selectFrom('tags').select(['id', 'name']).execute()
  const nameOf = new Map(tags.map(({ id, name }) => [id, name]))
  expect([plain, split, again, invisible, family].map((id) => nameOf.get(id))).toEqual([
    'Late order',
    `late order ${split}`,
    `Late order ${again}`,
    'Unnamed',
    '👩‍👧 Family',
  ])
  expect(await t.db.selectFrom('views').select('name').execute()).toEqual([{ name: 'a.' }])
  expect(
    await t.db
      .selectFrom('business_hours')
      .select(['name', 'holidays'])
      .where('name', 'like', 'Shop%')
      .execute(),
  ).toEqual([{ name: 'Shop hours', holidays: [{ ...holidays[0], name: 'New Year' }, holidays[1]] }])
  expect(
    await t.db
      .selectFrom('contacts')
      .select(['first_name', 'last_name'])
      .where('email', '=', contact.email)
      .execute(),
  ).toEqual([{ first_name: 'eve', last_name: '' }])
})
