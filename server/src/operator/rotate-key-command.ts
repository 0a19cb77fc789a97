import type { Env } from '../env.ts'
import { loadSecrets, secretKeyPath } from '../secrets.ts'
import type { OpenWorkspace } from './open-workspace.ts'
import { addKey, rotateKey } from './rotate-key.ts'

/** `npm run admin -- add-key` */
export async function runAddKey(env: Env): Promise<string[]> {
  if (env.secret_key !== undefined)
    throw new Error(
      'The keys are in PARLEY_SECRET_KEY. Put a new one there, on a line before the others (docs/operations.md#rotate-the-key)',
    )
  await addKey(env.data_dir)
  return [
    `${secretKeyPath(env.data_dir)} begins with a new key now; the earlier ones still open what they have sealed.`,
    'Restart Parley, and then: npm run admin -- rotate-key',
  ]
}

/** `npm run admin -- rotate-key` */
export async function runRotateKey(workspace: OpenWorkspace, env: Env): Promise<string[]> {
  const secrets = await loadSecrets(env.data_dir, env.secret_key)
  const { resealed, unreadable } = await rotateKey(workspace, secrets)
  return [
    resealed === 0
      ? 'Every stored secret is under the newest key already.'
      : `${resealed} stored ${resealed === 1 ? 'secret is' : 'secrets are'} under the newest key now.`,
    ...(unreadable > 0
      ? [
          `${unreadable} can’t be read with any of these keys. Add the missing key, or enter them again in Parley.`,
        ]
      : []),
    secrets.each.length > 1
      ? 'No stored secret needs the earlier keys any more. Reply addresses, unsubscribe links and hashes of erased emails still do: see docs/operations.md#rotate-the-key before removing them.'
      : 'There is no earlier key. To make a new one: npm run admin -- add-key',
  ]
}
