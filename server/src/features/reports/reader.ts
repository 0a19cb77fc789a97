import { sql } from 'kysely'
import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transact.ts'
import type { Consumer } from '../../spine/consumer.ts'
import { oneByOne } from '../../spine/one-by-one.ts'
import type { Event } from '../../spine/read.ts'
import { addUpAnew } from './add-up-anew.ts'
import { authorsOf } from './authors.ts'
import { countEvent } from './count-event.ts'
import type { ReportFact } from './fact.ts'
import { readHoursThen } from './hours-then.ts'
import { type Known, readKnown, writeKnown } from './known.ts'
import { mergeTags } from './merge-tags.ts'
import { movedWith, movesConversations } from './moved-with-status.ts'
import { followsTags, rememberName, tagIds } from './names-then.ts'
import { lockState } from './state.ts'
import { addDeltas, type Delta } from './sums.ts'
import { stepsInForce } from './time-steps.ts'
import { zoneOfWorkspace } from './zone.ts'

const name = 'reports'

/** Counts what happens, from the beginning of the spine. Of an event that cannot be counted the reason is parked, and the others count. */
export const reportsReader: Consumer = {
  name,
  from: 'start',
  async handle(tx, events) {
    await begin(tx)
    await sql`savepoint counting`.execute(tx.db)
    try {
      await countAll(tx, events)
    } catch {
      await sql`rollback to savepoint counting`.execute(tx.db)
      await oneByOne(tx, name, events, (each, event) => countAll(each, [event]))
    }
    // Events lie in the order of their transactions, which is not always that of their moments.
    const newest = new Date(Math.max(...events.map(({ at }) => at.getTime())))
    await tx.db
      .updateTable('report_state')
      .set({ counted_up_to: sql`greatest(counted_up_to, ${newest})` })
      .execute()
  },
}

/** What is added up differently from then on ends a stretch of events. */
async function countAll(tx: Tx, events: readonly Event[]): Promise<void> {
  let stretch: Event[] = []
  for (const event of events) {
    stretch.push(event)
    if (!followsTags(event) && !movesZone(event) && !movesConversations(event)) continue
    await count(tx, stretch)
    stretch = []
    if (movesConversations(event)) for await (const moved of movedWith(tx.db, event)) await count(tx, moved)
    if (event.type === 'tag.merged') await mergeTags(tx, event)
    if (movesZone(event)) await followZone(tx)
  }
  await count(tx, stretch)
}

async function count(tx: Tx, events: readonly Event[]): Promise<void> {
  for (const event of events) await rememberName(tx, event)
  const own = events.filter((event) => event.conversation_id !== null)
  const known = await readKnown(tx.db, own)
  if (known.size === 0) return
  const [authors, openTime] = [await authorsOf(tx.db, own), await readHoursThen(tx)]
  const means = { authors, openTime, tags: await tagIds(tx.db, own) }
  const before = structuredClone(known)
  const counted: ReportFact[] = []
  for (const event of own) {
    const conversation = known.get(event.conversation_id ?? 0)
    if (!conversation) continue
    const facts = countEvent(event, conversation, means)
    conversation.facts.push(...facts)
    counted.push(...facts)
  }
  await insertFacts(tx.db, counted)
  await writeKnown(
    tx.db,
    [...known.values()].filter((one) => !sameKnown(one, before.get(one.id))),
  )
  const deltas = [...known.values()].flatMap((one) => deltasOf(before.get(one.id), one))
  await changeFacts(
    tx.db,
    deltas.flatMap(({ sign, fact }) => (sign === 1 && fact.id !== undefined ? [fact] : [])),
  )
  const { now, next } = await lockState(tx.db)
  for (const sums of next ? [now, next] : [now]) await addDeltas(tx.db, sums, deltas)
}

/** Facts that were there before go as they were and come as they are; where neither they nor the tags changed, nothing happens. */
function deltasOf(before: Known | undefined, after: Known): Delta[] {
  const retagged = String(before?.tag_ids) !== String(after.tag_ids)
  return after.facts.flatMap((fact): Delta[] => {
    const come: Delta = { sign: 1, fact, tag_ids: after.tag_ids }
    const was = before?.facts.find(({ id }) => id !== undefined && id === fact.id)
    if (!was) return [come]
    if (!retagged && JSON.stringify(was) === JSON.stringify(fact)) return []
    return [{ sign: -1, fact: was, tag_ids: before?.tag_ids ?? [] }, come]
  })
}

const sameKnown = (one: Known, other: Known | undefined) =>
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

/** What of a fact may change later: whom a new conversation counts for, and how somebody rated. */
async function changeFacts(db: Db, facts: readonly ReportFact[]): Promise<void> {
  if (facts.length === 0) return
  await sql`
    update report_facts f set team_id = n.team_id, agent_id = n.agent_id, rating = n.rating
    from jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) as n (id bigint, team_id bigint, agent_id bigint, rating smallint)
    where f.id = n.id`.execute(db)
}

async function begin(tx: Tx): Promise<void> {
  await tx.db
    .insertInto('report_state')
    .values({ time_zone: await zoneOfWorkspace(tx.db), steps: stepsInForce })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { now, next } = await lockState(tx.db)
  if (now.steps !== stepsInForce && !next) await addUpAnew(tx, now.time_zone)
}

const movesZone = ({ type, changes }: Event) =>
  type === 'settings.changed' && 'app.timezone' in (changes as object)

/** Days of another zone are other days. */
async function followZone(tx: Tx): Promise<void> {
  const time_zone = await zoneOfWorkspace(tx.db)
  const { now, next } = await lockState(tx.db)
  if (time_zone !== (next ?? now).time_zone) await addUpAnew(tx, time_zone)
}
