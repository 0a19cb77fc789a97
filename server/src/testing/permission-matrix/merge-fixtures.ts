import { randomUUID } from 'node:crypto'
import { mergeConversation } from '../../features/conversations/merges/merge-conversation.ts'
import { splitConversation } from '../../features/conversations/merges/split-conversation.ts'
import { insertMessage } from '../../features/conversations/timeline/insert-message.ts'
import type { TestApp } from '../test-app.ts'

/** Conversations that can be split or were merged or split, assigned to an agent. */
export function mergeFixtures(t: TestApp) {
  let message: string = randomUUID()

  async function splittable(assigned_user_id: number): Promise<{ uuid: string }> {
    const c = await t.make.conversation({ assigned_user_id })
    const second = await t.act(t.system, (tx) =>
      insertMessage(tx, c, {
        type: 'incoming',
        status: 'received',
        sender_type: 'contact',
        sender_id: c.contact_id,
        content: 'More',
      }),
    )
    message = second.message.uuid
    return { uuid: c.uuid }
  }

  return {
    splittable,
    /** The body that splits the newest splittable conversation. */
    splitBody: () => ({ message }),

    async merged(assigned_user_id: number): Promise<{ uuid: string }> {
      const [{ uuid }, target] = [
        await t.make.conversation(),
        await t.make.conversation({ assigned_user_id }),
      ]
      await t.act(t.system, (tx) => mergeConversation(tx, { uuid, into: target.uuid }))
      return { uuid }
    },

    async split(assigned_user_id: number): Promise<{ uuid: string }> {
      const { uuid } = await splittable(assigned_user_id)
      const created = await t.act(t.system, (tx) => splitConversation(tx, { uuid, message }))
      return { uuid: created.uuid }
    },
  }
}
