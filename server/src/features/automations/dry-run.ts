import type { PlannedAction, RuleDryRun } from '@parley/contract/automation-runs'
import type { dryRunRule } from '@parley/contract/automations'
import type { TrailChange } from '@parley/contract/conversation-events'
import type { MessageMeta } from '@parley/contract/messages'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '../../actor.ts'
import type { Act, Tx } from '../../db/transact.ts'
import { readSystemActor } from '../../first-start.ts'
import { notFound } from '../../http/errors.ts'
import type { Event } from '../../spine/read.ts'
import { visibleTo } from '../conversations/access.ts'
import { namesIn } from '../conversations/trail-names.ts'
import { presentStep } from '../conversations/trail-step.ts'
import { isExpectedLimit, limitWords } from './budgets.ts'
import { readRule } from './check.ts'
import { evaluate } from './evaluate.ts'
import { readNames } from './names.ts'
import { wordReasons } from './reasons.ts'
import { runRule } from './run.ts'
import { readRows, snapshotOf } from './snapshot.ts'
import { thresholdsOf } from './thresholds.ts'
import { worldOf } from './world.ts'

type Input = z.output<typeof dryRunRule.body>

/** Carries the answer out of a transaction that leaves nothing behind. */
class TakenBack extends Error {
  readonly answer: RuleDryRun
  constructor(answer: RuleDryRun) {
    super('A dry run is taken back')
    this.answer = answer
  }
}

/**
 * Does what the rule would do, by the very verbs, in a transaction that is taken back: what is answered is what would happen. Only on
 * conversations that the asking agent may see.
 */
export async function dryRun(
  act: Act,
  { actor, input, root_url }: { actor: Actor; input: Input; root_url: string },
): Promise<RuleDryRun> {
  try {
    return await act(actor, async (tx) => {
      throw new TakenBack(await tryRule(tx, input, root_url))
    })
  } catch (error) {
    if (error instanceof TakenBack) return error.answer
    throw error
  }
}

async function tryRule(tx: Tx, input: Input, root_url: string): Promise<RuleDryRun> {
  const { rule } = input
  const names = await readNames(tx.db)
  const { body, events } = await readRule(names, rule)
  const c = await lockNamed(tx, input.conversation)
  const occasion =
    rule.type === 'new_conversation'
      ? 'new_conversation'
      : rule.type === 'time_trigger'
        ? (thresholdsOf(body)[0]?.field ?? '')
        : (input.event ?? events[0] ?? '')
  const first = rule.type === 'new_conversation'
  const [row] = await readRows(tx.db, [{ conversation_id: c.id, message_id: null, first, at: tx.now }])
  if (!row) throw notFound('Conversation')
  const world = worldOf(tx.db, [body])
  const snapshot = snapshotOf(row, { event: null, at: tx.now, openAt: await world.openAt() })
  const checked = evaluate(body, snapshot, names.attributes)

  const plan = planOf(tx)
  const system = await readSystemActor(tx.db)
  await plan.begin(c.id)
  const done = await runRule(
    tx.as(system),
    c,
    {
      rule: { id: await knownId(tx, input.rule_id), name: rule.name, body },
      checked,
      trigger: { occasion, at: tx.now, event: null, moment: null },
    },
    { names, root_url, watch: plan.watch },
  )
  const waits = rule.type !== 'conversation_update' || events.some((one) => one === occasion)
  const stopped = !waits
    ? 'The rule does not wait for this event'
    : done.limit && !isExpectedLimit(done.limit)
      ? limitWords[done.limit]
      : null
  return {
    would_run: checked.matched && stopped === null,
    stopped_by: checked.matched ? stopped : null,
    occasion,
    at: tx.now.toISOString(),
    reasons: wordReasons(checked, names),
    actions: done.results.map((result, place) => ({ ...result, ...plan.of(place) })),
    conversation: {
      uuid: row.uuid,
      reference_number: row.reference_number,
      subject: row.subject,
      contact: row.contact_name,
    },
  }
}

/** Null for a rule that is not saved, or no longer. */
async function knownId(tx: Tx, id: number | null | undefined): Promise<number | null> {
  const rule = await tx.db
    .selectFrom('automation_rules')
    .select('id')
    .where('id', '=', id ?? 0)
    .executeTakeFirst()
  return rule?.id ?? null
}

/** By UUID or by number, with or without its sign. */
async function lockNamed(tx: Tx, name: string) {
  const isUuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(name)
  const row = await tx.db
    .selectFrom('conversations as c')
    .selectAll('c')
    .where(isUuid ? 'c.uuid' : 'c.reference_number', '=', isUuid ? name : name.replace(/^#/, ''))
    .where('c.deleted_at', 'is', null)
    .where(visibleTo(tx.actor))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('Conversation')
  return row
}

type Planned = Pick<PlannedAction, 'changes' | 'mail'>

/** Reads after each action what it wrote. */
function planOf(tx: Tx) {
  const planned: Planned[] = []
  let [event, message] = [0, 0]
  const marks = async (conversation_id: number) => {
    const { rows } = await sql<{ event: number; message: number }>`
      select (select coalesce(max(id), 0) from events where conversation_id = ${conversation_id}) as event,
        (select coalesce(max(id), 0) from messages where conversation_id = ${conversation_id}) as message`.execute(
      tx.db,
    )
    ;[event, message] = [Number(rows[0]?.event ?? 0), Number(rows[0]?.message ?? 0)]
  }
  return {
    begin: marks,
    of: (place: number): Planned => planned[place] ?? { changes: [], mail: null },
    async watch(_tx: Tx, place: number, { id }: { id: number }): Promise<void> {
      planned[place] = { changes: await changesSince(tx, id, event), mail: await mailSince(tx, id, message) }
      await marks(id)
    },
  }
}

async function changesSince(tx: Tx, conversation_id: number, after: number): Promise<TrailChange[]> {
  const { rows } = await sql<Event>`
    select * from events where conversation_id = ${conversation_id} and id > ${after} order by id`.execute(
    tx.db,
  )
  const names = await namesIn(tx.db, rows)
  return rows.flatMap((event) => presentStep(event, names, new Map()).changes)
}

async function mailSince(tx: Tx, conversation_id: number, after: number): Promise<Planned['mail']> {
  const message = await tx.db
    .selectFrom('messages')
    .select(['meta', 'content', 'private'])
    .where('conversation_id', '=', conversation_id)
    .where('id', '>', after)
    .where('type', '=', 'outgoing')
    .orderBy('id')
    .executeTakeFirst()
  if (!message) return null
  const { to = [], cc = [] } = message.meta as MessageMeta // written from the contract's type
  return { to, cc, html: message.content, private: message.private }
}
