import type { Tx } from '../../db/transaction.ts'
import type { Event } from '../../spine/read-events.ts'
import type { ConversationRow } from '../../spine/record-event.ts'
import { mergeConversation } from '../conversations/merges/merge-conversation.ts'
import { lockMergedPair, unmergeConversation } from '../conversations/merges/unmerge-conversation.ts'
import { unsplitConversation } from '../conversations/merges/unsplit-conversation.ts'
import type { Inverse } from './inverse.ts'

/** The other conversation of a merge or split, as the verbs record it. */
type Reference = { uuid: string; reference_number?: string }
const dataOf = (event: Event) =>
  event.data as { into?: Reference; from?: Reference; to?: Reference; count?: number }
const numberOf = (reference: Reference | undefined) => reference?.reference_number ?? null

const lockMerged = async (tx: Tx, uuid: string): Promise<ConversationRow> =>
  (await lockMergedPair(tx, uuid)).c

/** The verbs restore everything that followed, or refuse. */
export const mergeInverses = {
  'conversation.merged': {
    permission: 'conversations:merge',
    unchanged: {},
    lock: lockMerged,
    restore: (tx, c) => unmergeConversation(tx, c.uuid),
    describe: (event) => ({ kind: 'merge', what: { reference_number: numberOf(dataOf(event).into) } }),
  },
  'conversation.unmerged': {
    permission: 'conversations:merge',
    unchanged: {},
    lock: lockMerged,
    restore: (tx, c, event) => mergeConversation(tx, { uuid: c.uuid, into: dataOf(event).from?.uuid ?? '' }),
    describe: (event) => ({ kind: 'unmerge', what: { reference_number: numberOf(dataOf(event).from) } }),
  },
  'conversation.split': {
    permission: 'conversations:merge',
    unchanged: {},
    restore: (tx, _c, event) => unsplitConversation(tx, dataOf(event).to?.uuid ?? ''),
    describe: () => ({ kind: 'split', what: {} }),
  },
} satisfies Record<string, Inverse>
