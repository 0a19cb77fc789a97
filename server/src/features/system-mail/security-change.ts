import type { Db } from '../../db/pool.ts'
import type { Tx } from '../../db/transact.ts'
import { catalogue } from '../settings/lang.ts'
import { queueSystemMail, type SecurityChange } from './queue.ts'

/** Tells the agent, so that they notice when it was not they who did it. Nothing that lets anybody in is ever in it. */
export const tellOfSecurityChange = (tx: Tx, agent_id: number, security: SecurityChange): Promise<void> =>
  queueSystemMail(tx, {
    template: 'Security change',
    agent_id,
    data: { security, ...(tx.actor.id !== agent_id && { author_id: tx.actor.id }) },
  })

/** The sentence in the agent's language, else in the workspace's. */
export async function securityChangeWords(
  db: Db,
  agent_id: number,
  { security, workspace }: { security: SecurityChange; workspace: string },
): Promise<string> {
  const { language } = await db
    .selectFrom('agents')
    .select('language')
    .where('id', '=', agent_id)
    .executeTakeFirstOrThrow()
  const texts = await catalogue(language || workspace)
  const sentence = texts[`security_mail.${security.kind}`] ?? ''
  return 'passkey' in security ? sentence.replace('{name}', () => security.passkey) : sentence
}
