import { createHash } from 'node:crypto'
import type { Endpoint } from '@parley/contract/shared/endpoint'
import { versionedFields } from '@parley/contract/shared/object-versions'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { canonicalJson } from '../canonical-json.ts'
import type { Tx } from '../db/transaction.ts'
import { AppError } from './errors.ts'

/** An object whose changes can depend on its version (docs/decisions/0042-partial-updates-and-etags.md). */
export type VersionedResource = {
  get: Endpoint
  lock(tx: Tx, params: unknown): Promise<unknown>
  /** As its GET returns it. */
  load(tx: Tx, params: unknown): Promise<object>
}

/** `lock` prevents other changes to the object until the transaction ends, and throws 404 if it does not exist. */
export const versionedResource = <E extends Endpoint>(
  get: E,
  lock: (tx: Tx, params: z.output<E['params']>) => Promise<unknown>,
  load: (tx: Tx, params: z.output<E['params']>) => Promise<z.input<E['response']> & object>,
): VersionedResource => ({
  get,
  // Calls that change an object have the same parameters as its GET.
  lock: (tx, params) => lock(tx, params as z.output<E['params']>),
  load: (tx, params) => load(tx, params as z.output<E['params']>),
})

/** The version of an object: a hash of what an editor sees, so that no change can go unnoticed. */
export function versionOf(e: Pick<Endpoint, 'method' | 'path'>, object: object): string {
  const hash = createHash('sha256').update(canonicalJson(Object.fromEntries(versionedFields(e, object))))
  return `"${hash.digest('base64url').slice(0, 22)}"`
}

/** Locks the object. Throws 412 with its current state unless If-Match names its version. */
export async function assertVersion(
  tx: Tx,
  request: Pick<FastifyRequest, 'headers' | 'params'>,
  { get, lock, load }: VersionedResource,
): Promise<void> {
  const expected = request.headers['if-match']
  if (expected === undefined || expected.trim() === '*') return
  await lock(tx, request.params)
  const current = await load(tx, request.params)
  const version = versionOf(get, current)
  // Compressing proxies mark an ETag as weak; it is still our version.
  const versions = expected.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (versions.includes(version)) return
  throw new AppError(
    412,
    'ConflictException',
    'This was changed in the meantime, so nothing was saved. Review the current version, then try again',
    { data: get.response.parse(current), version },
  )
}
