import type { ConversationListItem } from '@parley/contract/conversations/conversations'
import { hasSlaClocks } from '../sla/sla-clocks.ts'

/** Whether the row has a line of SLA badges and tags. */
export const hasMarks = (row: ConversationListItem) => row.tags.length > 0 || hasSlaClocks(row)
