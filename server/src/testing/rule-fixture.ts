import type { TestApp } from './test-app.ts'
import { startTestEngines } from './test-engines.ts'

export type RuleFixture = Awaited<ReturnType<typeof startRuleFixture>>

type Condition = { field: string; operator: string; value?: string; field_type?: string }
type Action = { type: string; value: string[] }
type WithId = { id: number }

const path = '/api/v1/automations/rules'
const emptyGroup = { logical_op: 'OR', rules: [] }

/** A workspace with rules, whose engines follow the test clock. */
export async function startRuleFixture(t: TestApp) {
  const engines = startTestEngines(t)
  const agent = await t.make.agent({ permissions: t.make.allPermissions })
  const admin = await t.as(agent)
  await engines.settle()

  const messages = ({ id }: WithId) =>
    t.db.selectFrom('messages').selectAll().where('conversation_id', '=', id).orderBy('id')

  return {
    ...engines,
    admin,
    /** A rule for conversation updates if `events` are given, otherwise for new conversations. */
    async createRule(
      conditions: Condition[],
      actions: Action[],
      options: { name?: string; events?: string[]; type?: string; operator?: string } = {},
    ): Promise<WithId> {
      const { events = [], operator = 'AND' } = options
      const answer = await admin.post(path, {
        name: options.name ?? 'A rule',
        type: options.type ?? (events.length > 0 ? 'conversation_update' : 'new_conversation'),
        events,
        rules: [
          {
            groups: [{ logical_op: 'AND', rules: conditions }, emptyGroup],
            group_operator: operator,
            actions,
          },
        ],
      })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      return answer.body.data
    },
    priority: (id: number) => ({ type: 'set_priority', value: [String(id)] }),
    /** Newest first. */
    runs: async ({ id }: WithId) => (await admin.get(`${path}/${id}/runs`)).body.data.results,
    row: ({ id }: WithId) =>
      t.db.selectFrom('conversations').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    outgoingMessages: (c: WithId) => messages(c).where('type', '=', 'outgoing').execute(),
    activityLines: async (c: WithId) =>
      (await messages(c).where('type', '=', 'activity').execute()).map(
        ({ activity }) => activity as { type: string; data: object; why?: object }, // written by insertActivity
      ),
    /** Deletes all rules. */
    async deleteRules(): Promise<void> {
      await engines.settle()
      await t.db.deleteFrom('automation_rules').execute()
      await t.db.updateTable('automation_modes').set({ mode: 'all' }).execute()
    },
  }
}
