import type { Endpoint } from '@parley/contract/shared/endpoint'
import { type Generated, type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { z } from 'zod'
import { json } from '../db/json.ts'
import type { Db } from '../db/pool.ts'
import type { DB, Json } from '../db/schema.ts'
import type { Tx } from '../db/transaction.ts'
import { notFound } from '../http/errors.ts'
import { type VersionedResource, versionedResource } from '../http/versions.ts'
import { type Changes, changedFields } from '../spine/changed-fields.ts'

type Times = { created_at: Date; updated_at: Date }
type RowOf<Table extends keyof DB> = Selectable<DB[Table]> & Times & { id: number }
type EntityTable = {
  [Table in keyof DB]: Selectable<DB[Table]> extends Times & { id: number } ? Table : never
}[keyof DB]
type JsonColumn<Row> = { [Name in keyof Row]: Json extends Row[Name] ? Name : never }[keyof Row]
/** Columns to write. Those of type jsonb take any value. */
type Columns<Row> = { [Name in keyof Row]?: Name extends JsonColumn<Row> ? unknown : Row[Name] }

type Definition<Table extends EntityTable> = {
  table: Table
  /** The object in its events, whose names start with it: `tag` for `tag.created`. */
  type: string
  /** As in "Tag not found". */
  name: string
  /** What people can set, as the activity log shows it. */
  fields: (row: RowOf<Table>, db: Db) => object | Promise<object>
  json_columns?: readonly JsonColumn<RowOf<Table>>[]
  /** Which rows exist for callers, for example those that are not deleted. All by default. */
  exists?: RawBuilder<boolean>
}

/** What an event says besides the changed fields. */
type Extra = {
  /** For values that are not a column of the row, such as the members of a team, or must not be shown, such as a secret. */
  changes?: Changes
  data?: Record<string, unknown>
}

/**
 * A table whose rows people create, change and delete one at a time, such as tags or teams. Every write is recorded
 * with the fields before and after it. A name that is taken violates a constraint, whose sentence is in http/errors.ts.
 */
export class Entity<Table extends EntityTable> {
  readonly #definition: Definition<Table>

  constructor(definition: Definition<Table>) {
    this.#definition = definition
  }

  /** The row, or 404. */
  async get(db: Db, id: number): Promise<RowOf<Table>> {
    return this.#found(await this.#select(db, id).executeTakeFirst())
  }

  /** The row, or 404. Nobody else can change it until the transaction ends; rows that refer to it can be added. */
  async lock(tx: Tx, id: number): Promise<RowOf<Table>> {
    return this.#found(await this.#select(tx.db, id).forNoKeyUpdate().executeTakeFirst())
  }

  /** Also keeps rows that refer to it from being added: for a deletion, or a change of a column they refer to. */
  async lockExclusively(tx: Tx, id: number): Promise<RowOf<Table>> {
    return this.#found(await this.#select(tx.db, id).forUpdate().executeTakeFirst())
  }

  /** `extra` may be a function that first writes rows that refer to the new one. */
  async create(
    tx: Tx,
    columns: Columns<RowOf<Table>>,
    extra: Extra | ((created: RowOf<Table>) => Promise<Extra>) = {},
  ): Promise<RowOf<Table>> {
    const row = await untyped(tx.db)
      .insertInto(this.#table)
      .values({ ...this.#toStored(columns), created_at: tx.now, updated_at: tx.now })
      .returningAll()
      .executeTakeFirst()
    const created = this.#found(row)
    const { changes, data } = typeof extra === 'function' ? await extra(created) : extra
    await this.record(tx, 'created', created.id, {
      changes: { ...changedFields(null, await this.#fields(created, tx.db)), ...changes },
      ...(data && { data }),
    })
    return created
  }

  /** What writing these columns would change; empty if nothing. */
  async changes(db: Db, before: RowOf<Table>, columns: Columns<RowOf<Table>>): Promise<Changes> {
    return changedFields(await this.#fields(before, db), await this.#fields({ ...before, ...columns }, db))
  }

  /** Nothing is written or recorded if no field changes. `before` is the locked row. */
  async update(
    tx: Tx,
    before: RowOf<Table>,
    columns: Columns<RowOf<Table>>,
    extra: Extra = {},
  ): Promise<RowOf<Table>> {
    const changes = { ...(await this.changes(tx.db, before, columns)), ...extra.changes }
    if (Object.keys(changes).length === 0) return before
    const row = await untyped(tx.db)
      .updateTable(this.#table)
      .set({ ...this.#toStored(columns), updated_at: tx.now })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirst()
    await this.record(tx, 'changed', before.id, { ...extra, changes })
    return this.#found(row)
  }

  /** `before` is the exclusively locked row. */
  async delete(tx: Tx, before: RowOf<Table>, extra: Extra = {}): Promise<void> {
    const changes = changedFields(await this.#fields(before, tx.db), null)
    await untyped(tx.db).deleteFrom(this.#table).where('id', '=', before.id).execute()
    await this.record(tx, 'deleted', before.id, { ...extra, changes: { ...changes, ...extra.changes } })
  }

  /** For what the methods above do not write, such as a merge: `record(tx, 'merged', id, {changes})`. */
  record(tx: Tx, verb: string, id: number, extra: Extra): Promise<void> {
    const { type } = this.#definition
    return tx.record({ type: `${type}.${verb}`, object: { type, id }, ...extra })
  }

  /** Lets changes depend on the version that their author saw. `load` returns the entity as `get` does. */
  versioned<E extends EntityEndpoint>(
    get: E,
    load: (tx: Tx, id: number) => Promise<z.input<E['response']> & object>,
  ): VersionedResource {
    return versionedResource(
      get,
      (tx, params) => this.lock(tx, idOf(params)),
      (tx, params) => load(tx, idOf(params)),
    )
  }

  get #table(): 'entity' {
    return this.#definition.table as 'entity' // `untyped` knows every entity's table by this name
  }

  #select(db: Db, id: number) {
    const { exists = sql<boolean>`true` } = this.#definition
    return untyped(db).selectFrom(this.#table).selectAll().where('id', '=', id).where(exists)
  }

  #found(row: object | undefined): RowOf<Table> {
    if (!row) throw notFound(this.#definition.name)
    return row as RowOf<Table> // all columns of the table
  }

  async #fields(row: object, db: Db): Promise<Record<string, unknown>> {
    return { ...(await this.#definition.fields(row as RowOf<Table>, db)) } // a row, or a row with new values
  }

  #toStored(columns: object) {
    const jsonColumns: readonly unknown[] = this.#definition.json_columns ?? []
    return Object.fromEntries(
      Object.entries(columns).map(([column, value]) => [
        column,
        jsonColumns.includes(column) ? json(value) : value,
      ]),
    )
  }
}

/** The times of a row as the API returns them. */
export const presentTimes = ({ created_at, updated_at }: Times) => ({
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

type EntityEndpoint = Endpoint & { params: z.ZodType<{ id: number }> }
const idOf = (params: unknown): number => (params as { id: number }).id // validated by the endpoint's own schema

/** Kysely can't work out queries on a table that is a type parameter; they are written against the common columns. */
const untyped = (db: Db) => db as unknown as Kysely<{ entity: Times & { id: Generated<number> } }>
