import type { Tx } from '../../db/transact.ts'
import type { Consumer } from '../../spine/consumer.ts'
import { oneByOne } from '../../spine/one-by-one.ts'
import type { Event } from '../../spine/read.ts'
import type { ConversationRow } from '../../spine/record.ts'
import { lockById } from '../conversations/access.ts'
import { armEvents } from './arm-events.ts'
import { rulesBehind } from './chains.ts'
import { type RuleCounts, ruleCounts } from './count.ts'
import { evaluate } from './evaluate.ts'
import type { Names } from './names.ts'
import { type Occasion, occasionOf } from './occasions.ts'
import { activeRules } from './read.ts'
import type { ActiveRule } from './rule.ts'
import { runRule } from './run.ts'
import { type Row, readRows, snapshotOf } from './snapshot.ts'
import type { OpenAt } from './world.ts'
import { worldOf } from './world.ts'

type Look = { event: Event; occasion: Occasion; rules: ActiveRule[] }
type World = {
  root_url: string
  attributes: Names['attributes']
  openAt: OpenAt
  names(): Promise<Names>
  counts: RuleCounts
  behind: ReadonlyMap<number, ReadonlySet<number>>
}

/**
 * Lets rules follow from events. A batch costs a handful of statements however many rules there are: rules, causes, conversations with their
 * messages; what matches costs its own.
 */
export const automations = (root_url: string): Consumer => ({
  name: 'automations',
  async handle(tx, events) {
    const rules = await activeRules(tx.db)
    if (rules.length === 0) return
    await armEvents(tx, rules, events)
    const looks = events.flatMap((event) => lookAt(event, rules))
    if (looks.length === 0) return
    const rows = await readRows(tx.db, looks.map(wantedOf))
    const asked = worldOf(
      tx.db,
      [...new Set(looks.flatMap((look) => look.rules))].map(({ body }) => body),
    )
    const world: World = {
      root_url,
      attributes: await asked.attributes(),
      openAt: await asked.openAt(),
      names: asked.names,
      counts: ruleCounts(),
      behind: await rulesBehind(
        tx.db,
        looks.map(({ event }) => event),
      ),
    }
    const found = looks.map((look, n) => ({ look, row: rows[n] ?? null }))
    // Most events match nothing, and cost nothing further. Where one does, what it changes may matter to those after it.
    const busy = new Set(
      found.filter((one) => matchesOf(one, world).length > 0).map(({ look }) => look.event.conversation_id),
    )
    const following = found.filter(({ look }) => busy.has(look.event.conversation_id))
    for (const one of found)
      if (!busy.has(one.look.event.conversation_id))
        for (const rule of rulesFor(one, world)) world.counts.add(rule.id, null)
    /** Conversations that a rule changed since they were read. */
    const touched = new Set<number>()
    const byEvent = new Map(following.map((one) => [one.look.event.id, one]))
    await oneByOne(
      tx,
      'automations',
      following.map(({ look }) => look.event),
      async (caused, event) => {
        const { look, row } = byEvent.get(event.id) ?? {}
        if (look && row) await follow(caused, look, row, world, touched)
      },
    )
    await world.counts.write(tx.db)
  },
})

type Found = { look: Look; row: Row | null }

/** Those that look at it at all: not at what followed from themselves. */
const rulesFor = ({ look, row }: Found, { behind }: World): ActiveRule[] =>
  row && !isNoMatter(look.occasion, row)
    ? look.rules.filter(({ id }) => !behind.get(look.event.id)?.has(id))
    : []

function matchesOf(one: Found, world: World): ActiveRule[] {
  const { row, look } = one
  if (!row) return []
  const { event } = look
  const snapshot = snapshotOf(row, { event, at: event.at, openAt: world.openAt })
  return rulesFor(one, world).filter(({ body }) => evaluate(body, snapshot, world.attributes).matched)
}

/** The rules that wait for what this event is. Rules that were made after it do not look back. */
function lookAt(event: Event, rules: readonly ActiveRule[]): Look[] {
  const occasion = occasionOf(event)
  if (!occasion) return []
  const waiting = rules.filter(
    (rule) =>
      rule.active_since <= event.at &&
      (occasion === 'new_conversation'
        ? rule.type === 'new_conversation'
        : rule.type === 'conversation_update' && rule.events.includes(occasion)),
  )
  return waiting.length > 0 ? [{ event, occasion, rules: waiting }] : []
}

const wantedOf = ({ event, occasion }: Look) => ({
  conversation_id: event.conversation_id ?? 0,
  message_id: /^conversation\.message\./.test(occasion) ? event.message_id : null,
  first: occasion === 'new_conversation',
  at: event.at,
})

async function follow(tx: Tx, look: Look, read: Row, world: World, touched: Set<number>): Promise<void> {
  const { event, occasion } = look
  const fresh = async () => (await readRows(tx.db, [wantedOf(look)]))[0] ?? null
  let row = touched.has(read.id) ? await fresh() : read
  let c: ConversationRow | null = null
  for (const rule of look.rules) {
    if (!row || !rulesFor({ look, row }, world).includes(rule)) continue
    const { attributes, openAt } = world
    const snapshot = snapshotOf(row, { event, at: event.at, openAt })
    const checked = evaluate(rule.body, snapshot, attributes)
    world.counts.add(rule.id, checked.matched ? tx.now : null)
    if (!checked.matched) continue
    c ??= await lockById(tx, row.id)
    if (!c) return
    const trigger = { occasion, at: event.at, event, moment: null }
    const deps = { names: await world.names(), root_url: world.root_url }
    c = (await runRule(tx, c, { rule, checked, trigger }, deps)).conversation
    touched.add(row.id)
    if (rule.first_match) return
    // The next rule sees what this one did, but for what the event itself changed: that has an event of its own by now.
    row = await fresh()
  }
}

/** The first message belongs to the new conversation, and what the system sends is nobody's reply. */
function isNoMatter(occasion: Occasion, row: Row): boolean {
  if (occasion === 'conversation.message.incoming') return row.is_first_message
  return occasion === 'conversation.message.outgoing' && row.message_sender === 'system'
}
