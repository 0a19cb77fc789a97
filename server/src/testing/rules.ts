import type { TestApp } from './app.ts'
import { startEngines } from './engines.ts'

export type RuleDesk = Awaited<ReturnType<typeof startRuleDesk>>

type Part = { field: string; operator: string; value?: string; field_type?: string }
type Does = { type: string; value: string[] }
type Id = { id: number }

const path = '/api/v1/automations/rules'
const none = { logical_op: 'OR', rules: [] }

/** A desk whose administrator makes rules, with its engines going by the test's clock. */
export async function startRuleDesk(t: TestApp) {
  const engines = startEngines(t)
  const agent = await t.make.agent({ permissions: t.make.allPermissions })
  const admin = await t.as(agent)
  await engines.settle()

  const messages = ({ id }: Id) =>
    t.db.selectFrom('messages').selectAll().where('conversation_id', '=', id).orderBy('id')

  return {
    ...engines,
    admin,
    /** For changes to conversations where `events` are named, for new ones otherwise. */
    async rule(
      conditions: Part[],
      actions: Does[],
      more: { name?: string; events?: string[]; type?: string; operator?: string } = {},
    ): Promise<Id> {
      const { events = [], operator = 'AND' } = more
      const answer = await admin.post(path, {
        name: more.name ?? 'A rule',
        type: more.type ?? (events.length > 0 ? 'conversation_update' : 'new_conversation'),
        events,
        rules: [
          { groups: [{ logical_op: 'AND', rules: conditions }, none], group_operator: operator, actions },
        ],
      })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      return answer.body.data
    },
    priority: (id: number) => ({ type: 'set_priority', value: [String(id)] }),
    /** The newest first. */
    runs: async ({ id }: Id) => (await admin.get(`${path}/${id}/runs`)).body.data.results,
    row: ({ id }: Id) =>
      t.db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    mails: (c: Id) => messages(c).where('type', '=', 'outgoing').execute(),
    lines: async (c: Id) =>
      (await messages(c).where('type', '=', 'activity').execute()).map(
        ({ activity }) => activity as { type: string; data: object; why?: object }, // written by insertActivity
      ),
    /** No rules, as before the first. */
    async clear(): Promise<void> {
      await engines.settle()
      await t.db.deleteFrom('automation_rules').execute()
      await t.db.updateTable('automation_modes').set({ mode: 'all' }).execute()
    },
  }
}
