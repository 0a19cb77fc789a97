import { listAgentsCompact as listAgentsCompactEndpoint } from '@parley/contract/agents/agent'
import { importAgents, previewAgentImport } from '@parley/contract/agents/agent-import'
import * as contract from '@parley/contract/agents/agents'
import type { Clock } from '../../clock.ts'
import { done, type Routes } from '../../http/route.ts'
import { versionedResource } from '../../http/versions.ts'
import { hashPassword } from '../../identity/password.ts'
import { type SignInUrl, signInUrl } from '../../identity/sign-in-url.ts'
import { readSettings } from '../settings/settings.ts'
import { getAgentForAdmin, listAgents, listAgentsCompact } from './agents.ts'
import { createApiKey, deleteApiKey } from './api-key.ts'
import { importAgents as importFile } from './import/import-agents.ts'
import { previewImport } from './import/preview-import.ts'
import { createInvitationLink, resendInvitation } from './invitation.ts'
import { canMailInvitations } from './invitation-state.ts'
import { lockAgent } from './lock-agent.ts'
import { createAgent, deleteAgent, updateAgent } from './write-agent.ts'

type Deps = {
  clock: Clock
  root_url: string
  version: string
} & SignInUrl

const versionedAgent = versionedResource(
  contract.getAgent,
  (tx, { id }) => lockAgent(tx, id),
  (tx, { id }) => getAgentForAdmin(tx.db, tx.now, id),
)
export function agentRoutes(routes: Routes, { clock, ...instance }: Deps): void {
  routes.read(contract.listAgents, (db) => listAgents(db, clock.now()))
  routes.read(listAgentsCompactEndpoint, (db) => listAgentsCompact(db))
  routes.read(contract.getInvitationMeans, async (db) => ({ can_mail: await canMailInvitations(db) }))
  routes.read(contract.getAgent, (db, { params }) => getAgentForAdmin(db, clock.now(), params.id))
  routes.write(contract.createAgent, async (tx, { body }) =>
    getAgentForAdmin(tx.db, tx.now, await createAgent(tx, body)),
  )
  routes.write(contract.inviteAgent, async (tx, { params }) => {
    await resendInvitation(tx, params.id)
    return getAgentForAdmin(tx.db, tx.now, params.id)
  })
  // Not a `write`: an idempotency key would store the link in the database.
  routes.act(contract.createInvitationLink, async (act, { actor, db, params }) => {
    const root_url = signInUrl(instance, await readSettings(db, instance))
    return act(actor, (tx) => createInvitationLink(tx, params.id, root_url))
  })
  routes.read(previewAgentImport, (db, { actor, body }) => previewImport(db, actor, body))
  routes.write(importAgents, (tx, { body }) => importFile(tx, body))
  routes.act(
    contract.updateAgent,
    async (act, { actor, db, params, body }) => {
      const { new_password, ...values } = body
      // Outside the transaction: hashing is deliberately slow.
      const password_hash = new_password ? await hashPassword(new_password, 'new_password') : null
      await act(actor, (tx) => updateAgent(tx, params.id, values, password_hash))
      return getAgentForAdmin(db, clock.now(), params.id)
    },
    versionedAgent,
  )
  routes.write(contract.deleteAgent, (tx, { params }) => done(deleteAgent(tx, params.id)), versionedAgent)

  // Not a `write`: an idempotency key would store the secret in the database.
  routes.act(contract.createApiKey, (act, { actor, params, body }) =>
    act(actor, (tx) => createApiKey(tx, params.id, body ?? undefined)),
  )
  routes.write(contract.deleteApiKey, (tx, { params }) => done(deleteApiKey(tx, params.id)))
}
