import { splitList, splitStatements } from './split-sql.ts'

/** What a migration does to existing tables, derived from its statements: enough to say whom it blocks and about how long it takes. */

/** Locks are held until the migration ends. */
export const lockLevels = ['none', 'writes', 'everything'] as const
export type Lock = (typeof lockLevels)[number]

/** Work that takes time in proportion to a table. */
export type Work = { kind: 'scan' | 'index' | 'rewrite' | 'update' | 'copy'; table: string }

export type MigrationEffects = {
  /** The strongest lock on a table that existed before, by table: what waits while the migration runs. */
  locks: Map<string, Lock>
  work: Work[]
  /** Statements whose effects can't be told from their text, such as a DO block. */
  unknown: string[]
}

/** `created` collects tables that migrations of this upgrade have created: they are empty, and nobody uses them yet. */
export function classifyMigration(sql: string, created: Set<string>): MigrationEffects {
  const effects: MigrationEffects = { locks: new Map(), work: [], unknown: [] }
  for (const statement of splitStatements(sql)) {
    const rule = rules.find(({ pattern }) => pattern.test(statement))
    const match = rule?.pattern.exec(statement)
    if (!rule || !match) effects.unknown.push(statement)
    else rule.apply(match, createContext(effects, created))
  }
  return effects
}

type Context = {
  lock(table: string, lock: Lock): void
  work(kind: Work['kind'], table: string): void
  create(table: string): void
  unknown(statement: string): void
}

function createContext({ locks, work, unknown }: MigrationEffects, created: Set<string>): Context {
  return {
    lock(table, lock) {
      if (created.has(table)) return
      const before = locks.get(table) ?? 'none'
      if (lockLevels.indexOf(lock) > lockLevels.indexOf(before)) locks.set(table, lock)
    },
    work(kind, table) {
      if (!created.has(table)) work.push({ kind, table })
    },
    create: (table) => void created.add(table),
    unknown: (statement) => void unknown.push(statement),
  }
}

type Rule = { pattern: RegExp; apply(match: RegExpExecArray, context: Context): void }

const table = '(?:only )?"?([a-z_0-9]+)"?'

/** A table that this statement's foreign keys refer to. */
const references = / references "?([a-z_0-9]+)/g

function lockReferenced(text: string, { lock }: Context) {
  for (const [, name = ''] of text.matchAll(references)) lock(name, 'writes')
}

const rules: Rule[] = [
  {
    pattern: new RegExp(`^create (?:unlogged )?table (?:if not exists )?${table}`),
    apply(match, context) {
      context.create(match[1] ?? '')
      lockReferenced(match.input, context)
      const [, source] = / as select .* from "?([a-z_0-9]+)/.exec(match.input) ?? []
      if (source) context.work('copy', source)
    },
  },
  {
    pattern: new RegExp(
      `^create (?:unique )?index (?:concurrently )?(?:if not exists )?(?:"?[a-z_0-9]+"? )?on ${table}`,
    ),
    apply([, name = ''], { lock, work }) {
      lock(name, 'writes')
      work('index', name)
    },
  },
  {
    pattern: new RegExp(`^alter table (?:if exists )?${table} (.*)$`),
    apply([, name = '', actions = ''], context) {
      for (const action of splitList(actions)) alterTable(name, action, context)
    },
  },
  {
    pattern: new RegExp(`^update ${table}`),
    apply([, name = ''], { lock, work }) {
      lock(name, 'writes')
      work('update', name)
    },
  },
  {
    pattern: new RegExp(`^delete from ${table}`),
    apply([, name = ''], { lock, work }) {
      lock(name, 'writes')
      work('update', name)
    },
  },
  {
    pattern: /^(?:with .*)?insert into /,
    apply({ input }, { work }) {
      for (const [, name = ''] of input.matchAll(/ (?:from|join) "?([a-z_0-9]+)"?/g)) work('copy', name)
    },
  },
  {
    pattern: new RegExp(`^create (?:or replace )?(?:constraint )?trigger .* on ${table}`),
    apply: ([, name = ''], { lock }) => lock(name, 'writes'),
  },
  {
    pattern: new RegExp(`^drop (?:table|trigger .* on|policy .* on) (?:if exists )?${table}`),
    apply: ([, name = ''], { lock }) => lock(name, 'everything'),
  },
  // Quick, and only in the way of those that use the same thing at that moment.
  {
    pattern:
      /^(?:create (?:or replace )?(?:function|procedure|view|sequence|type|domain|extension|statistics|aggregate)|drop (?:index|function|view|sequence|type|domain|statistics)|alter (?:function|sequence|type|index|statistics|view)|comment on|select|set)\b/,
    apply() {},
  },
]

/** Computed for each row, so every row is written again. */
const volatileDefault = /\bdefault\b.*(?:gen_random_uuid|random\(|clock_timestamp|nextval|uuid_generate)/

type Action = { pattern: RegExp; lock: Lock; work?: Work['kind'] }

/** The first match counts. */
const actions: Action[] = [
  { pattern: /^add (?:constraint .*)?(?:check|foreign key).*not valid$/, lock: 'everything' },
  { pattern: /^add (?:constraint \S+ )?foreign key/, lock: 'writes', work: 'scan' },
  { pattern: /^add (?:constraint \S+ )?check/, lock: 'everything', work: 'scan' },
  { pattern: /^add constraint .* using index/, lock: 'everything' },
  { pattern: /^add (?:constraint \S+ )?(?:unique|primary key|exclude)/, lock: 'everything', work: 'index' },
  {
    pattern: /^add .*(?:generated always as \(.*\) stored|generated .* as identity)/,
    lock: 'everything',
    work: 'rewrite',
  },
  { pattern: /^add .*\b(?:big|small)?serial\b/, lock: 'everything', work: 'rewrite' },
  { pattern: new RegExp(`^add .*${volatileDefault.source}`), lock: 'everything', work: 'rewrite' },
  { pattern: /^add .*\b(?:unique|primary key)\b/, lock: 'everything', work: 'index' },
  {
    pattern: /^add .*\b(?:check|references)\b.*\bdefault\b|^add .*\bdefault\b.*\b(?:check|references)\b/,
    lock: 'everything',
    work: 'scan',
  },
  { pattern: /^add /, lock: 'everything' },
  { pattern: /^alter (?:column )?\S+ (?:set data )?type\b/, lock: 'everything', work: 'rewrite' },
  { pattern: /^alter (?:column )?\S+ set not null/, lock: 'everything', work: 'scan' },
  { pattern: /^validate constraint/, lock: 'none', work: 'scan' },
  { pattern: /^attach partition/, lock: 'none', work: 'scan' },
  { pattern: /^(?:alter|drop|rename|enable|disable|set|reset|replica|owner|detach)\b/, lock: 'everything' },
]

function alterTable(name: string, text: string, context: Context) {
  const action = actions.find(({ pattern }) => pattern.test(text))
  if (!action) return context.unknown(`alter table ${name} ${text}`)
  context.lock(name, action.lock)
  if (action.work) context.work(action.work, name)
  if (/^add /.test(text)) lockReferenced(text, context)
}
