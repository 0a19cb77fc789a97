import * as me from '@parley/contract/account/me'
import type { FileStore } from '../../files/file-store.ts'
import { done, type Routes } from '../../http/route.ts'
import { versionedResource } from '../../http/versions.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { getAgentById } from '../agents/agents.ts'
import { deleteAvatar, uploadAvatar } from '../agents/avatar.ts'
import { lockAgent } from '../agents/lock-agent.ts'
import { setAvailability } from '../agents/set-availability.ts'
import { setPreferences } from './set-preferences.ts'

const versionedMe = versionedResource(
  me.getMe,
  (tx) => lockAgent(tx, tx.actor.id),
  (tx) => getAgentById(tx.db, tx.actor.id),
)

export function meRoutes(routes: Routes, { files, sandbox }: { files: FileStore; sandbox: Sandbox }): void {
  routes.read(me.getMe, async (db, { actor, request }) => ({
    ...(await getAgentById(db, actor.id)),
    owes_second_factor: request.pendingActor !== null,
  }))
  routes.write(me.updateMyAvailability, async (tx, { body }) => {
    await setAvailability(tx, body.status)
    return getAgentById(tx.db, tx.actor.id)
  })
  routes.write(
    me.updateMyPreferences,
    async (tx, { body }) => {
      await setPreferences(tx, body)
      return getAgentById(tx.db, tx.actor.id)
    },
    versionedMe,
  )
  routes.act(
    me.updateMe,
    async (act, { actor, db, request }) => {
      await uploadAvatar({ act, actor, files, sandbox }, request)
      return getAgentById(db, actor.id)
    },
    versionedMe,
  )
  routes.write(me.deleteMyAvatar, (tx) => done(deleteAvatar(tx)))
}
