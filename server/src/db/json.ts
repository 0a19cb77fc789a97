import { type RawBuilder, sql } from 'kysely'
import type { JsonObject } from './schema.ts'

/** A value for a jsonb column. The driver would turn arrays into PostgreSQL arrays. */
export const json = (value: unknown): RawBuilder<JsonObject> => sql`${JSON.stringify(value)}::jsonb`
