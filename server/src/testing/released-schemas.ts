import { readdirSync, readFileSync } from 'node:fs'
import { zstdDecompressSync } from 'node:zlib'
import pg from 'pg'

/** Dumps of released schemas with rows in every table, which `npm run schema:release` writes. */
const folder = new URL('../../migrations/releases/', import.meta.url)
const fileName = /^(\d{4})_(.+)\.sql\.zst$/

export type ReleasedSchema = { schema: string; version: string; file: string }

/** Encrypts the stored passwords in the dumps. */
export const releasedSecretKey = 'the key of the dumps of released schemas'

/** Oldest first. */
export const listReleasedSchemas = (): ReleasedSchema[] =>
  readdirSync(folder)
    .sort()
    .flatMap((file) => {
      const [, schema, version] = fileName.exec(file) ?? []
      return schema && version ? [{ schema, version, file }] : []
    })

/** Loads a dump into an empty database. */
export async function loadReleasedSchema(connectionString: string, { file }: ReleasedSchema): Promise<void> {
  const client = new pg.Client(connectionString)
  await client.connect()
  try {
    await client.query(zstdDecompressSync(readFileSync(new URL(file, folder))).toString('utf8'))
  } finally {
    await client.end()
  }
}
