import { startPostgres15 } from '../../server/src/testing/processes/postgres15.ts'

/** Vitest's global set-up: starts a temporary PostgreSQL for the server tests unless DATABASE_URL names one. */
export default async function startTestDatabase() {
  if (process.env.DATABASE_URL) return
  const postgres = await startPostgres15()
  process.env.DATABASE_URL = postgres.url
  return () => postgres.stop()
}
