import type { Db } from '../../db/pool.ts'
import type { SecurityChange } from '../../system-mail/queue-system-mail.ts'
import { loadCatalogue } from '../settings/languages.ts'

/** The sentence in the agent's language, else the workspace's. */
export async function securityChangeText(
  db: Db,
  agent_id: number,
  { security, workspace }: { security: SecurityChange; workspace: string },
): Promise<string> {
  const { language } = await db
    .selectFrom('agents')
    .select('language')
    .where('id', '=', agent_id)
    .executeTakeFirstOrThrow()
  const texts = await loadCatalogue(language || workspace)
  const sentence = texts[`security_mail.${security.kind}`] ?? ''
  const name = 'passkey' in security ? security.passkey : 'name' in security ? security.name : null
  return name === null ? sentence : sentence.replace('{name}', () => name)
}
