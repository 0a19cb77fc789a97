import type pg from 'pg'

type Piece = { table: string; name: string; definition: string; kind: 'constraint' | 'index' }

/**
 * Drops the indexes, keys and foreign keys of these tables, so that rows load without them. Returns a function that recreates them exactly
 * as the migrations made them, which checks every row.
 */
export async function dropIndexes(client: pg.Client, tables: string[]): Promise<() => Promise<void>> {
  const keys = await constraints(client, tables, ['p', 'u'])
  const references = await constraints(client, tables, ['f'])
  const indexes = await plainIndexes(client, tables)
  for (const { table, name } of [...references, ...keys])
    await client.query(`alter table ${table} drop constraint ${client.escapeIdentifier(name)}`)
  for (const { name } of indexes) await client.query(`drop index ${client.escapeIdentifier(name)}`)

  return async () => {
    await client.query(`set maintenance_work_mem = '1GB'`)
    for (const piece of [...keys, ...indexes, ...references]) {
      if (piece.kind === 'index') await client.query(piece.definition)
      else
        await client.query(
          `alter table ${piece.table} add constraint ${client.escapeIdentifier(piece.name)} ${piece.definition}`,
        )
    }
  }
}

async function constraints(client: pg.Client, tables: string[], kinds: string[]): Promise<Piece[]> {
  const { rows } = await client.query<Piece>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition, 'constraint' as kind
     from pg_constraint
     where contype = any($2::"char"[]) and (conrelid = any($1::regclass[]) or (contype = 'f' and confrelid = any($1::regclass[])))
     order by conrelid, conname`,
    [tables, kinds],
  )
  return rows
}

async function plainIndexes(client: pg.Client, tables: string[]): Promise<Piece[]> {
  const { rows } = await client.query<Piece>(
    `select i.indrelid::regclass::text as table, c.relname as name, pg_get_indexdef(i.indexrelid) as definition, 'index' as kind
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = any($1::regclass[]) and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
     order by c.relname`,
    [tables],
  )
  return rows
}
