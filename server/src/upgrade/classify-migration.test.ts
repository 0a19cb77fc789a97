import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrationFiles, migrationsFolder } from '../db/migrate.ts'
import { classifyMigration } from './classify-migration.ts'

const classify = (sql: string) => {
  const { locks, work, unknown } = classifyMigration(sql, new Set())
  return {
    locks: Object.fromEntries(locks),
    work: work.map(({ kind, table }) => `${kind} ${table}`),
    unknown,
  }
}

test.each([
  [
    'a new table',
    'create table a (id int); create index on a (id); alter table a add check (id > 0)',
    {},
    [],
  ],
  ['a new table that refers to another', 'create table a (b_id bigint references b)', { b: 'writes' }, []],
  ['an index', 'create unique index i on a (lower(x)) where y', { a: 'writes' }, ['index a']],
  ['a nullable column', 'alter table a add column x text', { a: 'everything' }, []],
  [
    'a column with a constant',
    "alter table a add column x text not null default 'a, b;'",
    { a: 'everything' },
    [],
  ],
  [
    'a column with a value of its own in each row',
    'alter table a add x uuid default gen_random_uuid()',
    { a: 'everything' },
    ['rewrite a'],
  ],
  [
    'a generated column',
    'alter table a add x int generated always as (y + 1) stored',
    { a: 'everything' },
    ['rewrite a'],
  ],
  ['another type', 'alter table a alter column x type bigint', { a: 'everything' }, ['rewrite a']],
  [
    'a check',
    'alter table a drop constraint c, add constraint c check (x in (1, 2))',
    { a: 'everything' },
    ['scan a'],
  ],
  [
    'a check for new rows only',
    'alter table a add constraint c check (x > 1) not valid',
    { a: 'everything' },
    [],
  ],
  ['validating it later', 'alter table a validate constraint c', {}, ['scan a']],
  [
    'a foreign key',
    'alter table a add constraint f foreign key (x) references b (id)',
    { a: 'writes', b: 'writes' },
    ['scan a'],
  ],
  ['a required column', 'alter table a alter x set not null', { a: 'everything' }, ['scan a']],
  ['an update', 'update a set x = 1 where y', { a: 'writes' }, ['update a']],
  ['copied rows', 'insert into a (x) select x from b join c on true', {}, ['copy b', 'copy c']],
  [
    'a function with statements in its body',
    'create function f() returns int language sql as $x$ update a set x = 1; $x$',
    {},
    [],
  ],
  ['comments with statements', '-- update a;\n/* update b; */ select 1', {}, []],
])('%s', (_, sql, locks, work) => {
  expect(classify(sql)).toEqual({ locks, work, unknown: [] })
})

test('a statement that can’t be judged is reported', () => {
  expect(classify('do $$ begin update a set x = 1; end $$').unknown).toEqual(["do ''"])
})

test('every migration can be judged, except those with a DO block', async () => {
  const created = new Set<string>()
  const unknown = (await migrationFiles()).filter(
    (file) =>
      classifyMigration(readFileSync(new URL(file, migrationsFolder), 'utf8'), created).unknown.length > 0,
  )
  expect(unknown).toEqual(['0001_initial.sql', '0009_bounds.sql', '0058_clean_names.sql'])
})
