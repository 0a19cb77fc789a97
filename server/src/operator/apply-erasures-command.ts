import { readFile } from 'node:fs/promises'
import { ErasureList } from '@parley/contract/privacy/privacy'
import type { Env } from '../env.ts'
import { applyErasures, findUnknownErasures } from '../features/privacy/erasure/apply-erasure-list.ts'
import { formatCount } from '../format-amounts.ts'
import { loadSecrets } from '../secrets.ts'
import type { OpenWorkspace } from './open-workspace.ts'

/** Erases again who was erased after this backup was made. Returns the lines to print. */
export async function runApplyErasures(
  { act, operator, db }: OpenWorkspace,
  env: Env,
  { file, dry_run }: { file: string; dry_run: boolean },
): Promise<string[]> {
  const list = await readList(file)
  const secrets = await loadSecrets(env.data_dir, env.secret_key)
  const { unknown, contact_ids } = await findUnknownErasures(db, secrets, list)
  if (unknown === 0) return ['This workspace knows every erasure of the list.']
  const lines = [
    `${formatCount(unknown, 'erasure')} of the list ${unknown === 1 ? 'is' : 'are'} unknown to this workspace.`,
  ]
  if (contact_ids.length === 0)
    return [
      ...lines,
      'No contact here matches. If there should be one, check that the server uses the same PARLEY_SECRET_KEY or secret.key as before.',
    ]
  if (dry_run) return [...lines, `${formatCount(contact_ids.length, 'contact')} would be erased.`]
  const started = await applyErasures({ act, operator, secrets }, contact_ids)
  return [
    ...lines,
    `${formatCount(started, 'contact')} will be erased as soon as the server runs and is live.`,
  ]
}

async function readList(file: string): Promise<ErasureList> {
  const text = await readFile(file, 'utf8')
  try {
    return ErasureList.parse(JSON.parse(text))
  } catch {
    throw new Error(`${file} is not a list of erasures. Download it under Data and privacy`)
  }
}
