/** `npm run bench:seed -- --conversations 1000000 [--narrow] [--database-url …] [--data-dir data-bench]`: fills an empty database. */
import { parseArgs } from 'node:util'
import { openDatabase, withBulkLoadSettings } from './database.ts'
import { seed } from './seed/seed.ts'

const { values } = parseArgs({
  options: {
    conversations: { type: 'string', default: '20000' },
    narrow: { type: 'boolean', default: false },
    'database-url': { type: 'string' },
    'data-dir': { type: 'string', default: 'data-bench' },
  },
})
const conversations = Number(values.conversations)
if (!Number.isSafeInteger(conversations) || conversations < 1) {
  console.error('--conversations takes a whole number, such as 1000000')
  process.exit(1)
}
const data_set = { conversations, narrow: values.narrow }
const data_dir = values['data-dir']
const database_url = values['database-url']
if (database_url) {
  const database = await openDatabase({ database_url, data_dir })
  await seed(database.connection_string, data_set, console.log)
} else
  await withBulkLoadSettings(data_dir, (connectionString) => seed(connectionString, data_set, console.log))
