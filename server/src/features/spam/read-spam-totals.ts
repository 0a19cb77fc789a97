import type { Db } from '../../db/pool.ts'
import type { LessonCounts } from './judge-tokens.ts'

export async function readSpamTotals(db: Db): Promise<LessonCounts> {
  return db.selectFrom('spam_totals').select(['spam', 'not_spam']).executeTakeFirstOrThrow()
}
