import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApp } from '../testing/test-app.ts'
import { retryConflicts } from './retry-conflicts.ts'

const deadlock = () => Object.assign(new Error('deadlock detected'), { code: '40P01' })

test('a conflict is retried twice, other errors and half-sent responses never', async () => {
  let attempts = 0
  const failFor = (count: number, error: Error) => async () => {
    if (++attempts <= count) throw error
    return attempts
  }
  expect(await retryConflicts(failFor(2, deadlock()))).toBe(3)
  attempts = 0
  await expect(retryConflicts(failFor(3, deadlock()))).rejects.toThrow('deadlock detected')
  expect(attempts).toBe(3)
  attempts = 0
  await expect(retryConflicts(failFor(1, new Error('no')))).rejects.toThrow('no')
  await expect(retryConflicts(failFor(2, deadlock()), () => false)).rejects.toThrow('deadlock detected')
  expect(attempts).toBe(2)
})

test('a list that deadlocks with a migration is read again', async () => {
  const t = await startTestApp()
  const browser = await t.as(await t.make.agent({ permissions: t.make.allPermissions }))
  await t.make.conversation({ subject: 'Fax', email: 'anna@fax.test' })
  await sql`create sequence readings`.execute(t.db)
  await sql`create function fail_once() returns boolean language plpgsql as $$ begin
    if nextval('readings') = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
    return true;
  end $$`.execute(t.db)
  await sql`alter table contacts rename to stored_contacts`.execute(t.db)
  await sql`create view contacts as select * from stored_contacts where fail_once()`.execute(t.db)
  const reply = await browser.get('/api/v1/conversations/all')
  expect(reply).toMatchObject({ status: 200, body: { data: { results: [{ subject: 'Fax' }] } } })
  const { rows } = await sql<{ last_value: number }>`select last_value from readings`.execute(t.db)
  expect(rows[0]?.last_value).toBeGreaterThan(1)
  await t.stop()
})
