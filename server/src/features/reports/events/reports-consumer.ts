import { sql } from 'kysely'
import type { Db } from '../../../db/pool.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { Consumer } from '../../../spine/consumer.ts'
import { handleEachInSavepoint } from '../../../spine/handle-each.ts'
import type { Event } from '../../../spine/read-events.ts'
import { bucketsVersion } from '../rollups/histogram.ts'
import { startRebuild } from '../rollups/rebuild-rollups.ts'
import { lockState } from '../rollups/rollup-state.ts'
import { addDeltas, type FactDelta, rebuildTagRollups } from '../rollups/rollups.ts'
import { readWorkspaceTimeZone } from '../workspace-time-zone.ts'
import { readBusinessHoursHistory } from './business-hours-history.ts'
import {
  type ConversationState,
  deleteConversationStates,
  readConversationStates,
  saveConversationStates,
} from './conversation-state.ts'
import { countEvent } from './count-event.ts'
import type { ReportFact } from './fact.ts'
import { isTagMerge, readTagIdsByName, saveDeletedName } from './name-history.ts'
import { readReplyAuthors } from './reply-authors.ts'
import { expandCategoryChange, isCategoryChange } from './status-category-changes.ts'

const name = 'reports'

/** Counts all events from the beginning of the spine. An event that can't be counted is parked with its reason; the others still count. */
export const reportsConsumer: Consumer = {
  name,
  from: 'start',
  async handle(tx, events) {
    await ensureState(tx)
    await sql`savepoint counting`.execute(tx.db)
    try {
      await countInOrder(tx, events)
    } catch {
      await sql`rollback to savepoint counting`.execute(tx.db)
      await handleEachInSavepoint(tx, name, events, (each, event) => countInOrder(each, [event]))
    }
    // Events are ordered by transaction, which is not always the order of their times.
    const newest = new Date(Math.max(...events.map(({ at }) => at.getTime())))
    await tx.db
      .updateTable('report_state')
      .set({ counted_up_to: sql`greatest(counted_up_to, ${newest})` })
      .execute()
  },
}

/** Events that change how later ones are counted end a batch. */
async function countInOrder(tx: Tx, events: readonly Event[]): Promise<void> {
  let batch: Event[] = []
  for (const event of events) {
    batch.push(event)
    if (!isTagMerge(event) && !changesTimeZone(event) && !isCategoryChange(event)) continue
    await countBatch(tx, batch)
    batch = []
    if (isCategoryChange(event))
      for await (const categoryEvents of expandCategoryChange(tx.db, event))
        await countBatch(tx, categoryEvents)
    if (event.type === 'tag.merged') await mergeReportTags(tx, event)
    if (changesTimeZone(event)) await rebuildForTimeZone(tx)
  }
  await countBatch(tx, batch)
}

async function countBatch(tx: Tx, events: readonly Event[]): Promise<void> {
  for (const event of events) await saveDeletedName(tx, event)
  const conversationEvents = events.filter((event) => event.conversation_id !== null)
  const states = await readConversationStates(tx.db, conversationEvents)
  if (states.size === 0) return
  const [authors, openTime] = [
    await readReplyAuthors(tx.db, conversationEvents),
    await readBusinessHoursHistory(tx),
  ]
  const context = { authors, openTime, tags: await readTagIdsByName(tx.db, conversationEvents) }
  const before = structuredClone(states)
  const newFacts: ReportFact[] = []
  for (const event of conversationEvents) {
    const conversation = states.get(event.conversation_id ?? 0)
    if (!conversation) continue
    const facts = countEvent(event, conversation, context)
    conversation.facts.push(...facts)
    newFacts.push(...facts)
  }
  await insertFacts(tx.db, newFacts)
  await saveConversationStates(
    tx.db,
    [...states.values()].filter((one) => !isSameState(one, before.get(one.id))),
  )
  const changes = [...states.values()].flatMap((one) => factChanges(before.get(one.id), one))
  await updateFacts(
    tx.db,
    changes.flatMap(({ after }) => (after.fact.id === undefined ? [] : [after.fact])),
  )
  const deltas = changes.flatMap(factDeltas)
  const { current, next } = await lockState(tx.db)
  for (const sums of next ? [current, next] : [current]) await addDeltas(tx.db, sums, deltas)
  await deleteConversationStates(tx.db, listPurged(conversationEvents))
}

const listPurged = (events: readonly Event[]): number[] =>
  events.flatMap(({ type, conversation_id }) =>
    type === 'conversation.purged' && conversation_id !== null ? [conversation_id] : [],
  )

type CountedFact = { fact: ReportFact; tag_ids: readonly number[] }
type FactChange = { before: CountedFact | null; after: CountedFact }

/** New and changed facts. Unchanged facts with unchanged tags are left out. */
function factChanges(before: ConversationState | undefined, after: ConversationState): FactChange[] {
  const tagsChanged = String(before?.tag_ids) !== String(after.tag_ids)
  return after.facts.flatMap((fact): FactChange[] => {
    const changed = { fact, tag_ids: after.tag_ids }
    const stored = before?.facts.find(({ id }) => id !== undefined && id === fact.id)
    if (!stored) return [{ before: null, after: changed }]
    if (!tagsChanged && JSON.stringify(stored) === JSON.stringify(fact)) return []
    return [{ before: { fact: stored, tag_ids: before?.tag_ids ?? [] }, after: changed }]
  })
}

/** A changed fact is subtracted as it was and added as it is; a hidden one is in no sums. */
const factDeltas = ({ before, after }: FactChange): FactDelta[] => [
  ...(before && !before.fact.is_hidden ? [{ sign: -1 as const, ...before }] : []),
  ...(after.fact.is_hidden ? [] : [{ sign: 1 as const, ...after }]),
]

const isSameState = (one: ConversationState, other: ConversationState | undefined) =>
  other !== undefined &&
  JSON.stringify({ ...one, facts: null }) === JSON.stringify({ ...other, facts: null }) &&
  one.facts.length === other.facts.length

async function insertFacts(db: Db, facts: readonly ReportFact[]): Promise<void> {
  if (facts.length > 0)
    await db
      .insertInto('report_facts')
      .values([...facts])
      .execute()
}

/** The fields of a fact that may change later: inbox, attribution of a new conversation, rating, and whether it is hidden. */
async function updateFacts(db: Db, facts: readonly ReportFact[]): Promise<void> {
  if (facts.length === 0) return
  await sql`
    update report_facts f set inbox_id = n.inbox_id, team_id = n.team_id, agent_id = n.agent_id, rating = n.rating, is_hidden = n.is_hidden
    from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb)
      as n (id bigint, inbox_id bigint, team_id bigint, agent_id bigint, rating smallint, is_hidden boolean)
    where f.id = n.id`.execute(db)
}

async function ensureState(tx: Tx): Promise<void> {
  await tx.db
    .insertInto('report_state')
    .values({ time_zone: await readWorkspaceTimeZone(tx.db), steps: bucketsVersion })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { current, next } = await lockState(tx.db)
  if (current.steps !== bucketsVersion && !next) await startRebuild(tx, current.time_zone)
}

const changesTimeZone = ({ type, changes }: Event) =>
  type === 'settings.changed' && 'app.timezone' in (changes as object)

/** Days start at other times in another zone. */
async function rebuildForTimeZone(tx: Tx): Promise<void> {
  const time_zone = await readWorkspaceTimeZone(tx.db)
  const { current, next } = await lockState(tx.db)
  if (time_zone !== (next ?? current).time_zone) await startRebuild(tx, time_zone)
}

/** Conversations with the merged tag now have the other one, which also takes over its past numbers. */
async function mergeReportTags(tx: Tx, { object_id, data }: Event): Promise<void> {
  const { into_id } = data as { into_id?: number } // as tags/merge-tag.ts records it
  if (object_id === null || into_id === undefined) return
  await sql`
    update report_conversations set tag_ids = array(select distinct unnest(array_replace(tag_ids, ${object_id}::bigint, ${into_id}::bigint)))
    where tag_ids && array[${object_id}::bigint]`.execute(tx.db)
  const { current, next } = await lockState(tx.db)
  for (const sums of next ? [current, next] : [current])
    await rebuildTagRollups(tx.db, sums, [object_id, into_id])
}
