import {
  searchConversationsBackfill,
  searchFilesBackfill,
  searchMessagesBackfill,
} from '../search-index/search-backfills.ts'
import type { Backfill } from './backfill.ts'

/** All backfills, in the order in which they run: each begins when those before it have finished. */
export const backfills: readonly Backfill[] = [
  searchMessagesBackfill,
  searchConversationsBackfill,
  // Adds to the rows of messages.
  searchFilesBackfill,
]
