import * as oauth from '@parley/contract/inbox-oauth'
import * as contract from '@parley/contract/inboxes'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import { done, type Routes } from '../../http/route.ts'
import { versioned } from '../../http/versions.ts'
import type { Secrets } from '../../secrets.ts'
import { createInbox } from './create.ts'
import { forRole } from './explain-check.ts'
import { findInbox, type InboxRow, listInboxRows, lockInbox } from './find.ts'
import { type OAuthProviders, realProviders } from './oauth/providers.ts'
import { disconnectOAuth, finishOAuth, startOAuth } from './oauth/sign-in.ts'
import { testPlusAddress } from './plus-address.ts'
import { presentInbox } from './present.ts'
import { findState, listStates } from './sending-state.ts'
import { testConnection } from './test-connection.ts'
import { deleteInbox, toggleInbox, updateInbox } from './update.ts'

const inbox = versioned(
  contract.getInbox,
  (tx, { id }) => lockInbox(tx, id),
  async (tx, { id }) => toManager(tx.db, await findInbox(tx.db, id)),
)

export function inboxRoutes(
  routes: Routes,
  deps: {
    secrets: Secrets
    clock: Clock
    root_url: string
    mail_host: string | null
    ehlo: string
    oauth_providers?: OAuthProviders
  },
): void {
  const { secrets } = deps
  const signIns = { ...deps, providers: deps.oauth_providers ?? realProviders }
  routes.read(contract.listInboxes, async (db, { actor }) => {
    const config_too = actor.permissions.has('inboxes:manage')
    const states = await listStates(db)
    return (await listInboxRows(db)).map((row) =>
      presentInbox(row, { config_too, state: states.get(row.id) }),
    )
  })
  routes.read(contract.getInbox, async (db, { params }) => toManager(db, await findInbox(db, params.id)))
  routes.write(contract.createInbox, async (tx, { body }) =>
    toManager(tx.db, await createInbox(tx, deps, body)),
  )
  routes.write(
    contract.updateInbox,
    async (tx, { params, body }) => toManager(tx.db, await updateInbox(tx, secrets, params.id, body)),
    inbox,
  )
  routes.write(
    contract.toggleInbox,
    async (tx, { params }) => toManager(tx.db, await toggleInbox(tx, params.id)),
    inbox,
  )
  // Talks to mail servers for up to ten seconds: no transaction.
  routes.act(contract.testInbox, async (act, { db, actor, body }) => {
    const checks = await testConnection({ ...deps, db, act, system: actor }, body)
    return checks.map((check) => forRole(actor, check))
  })
  routes.act(contract.proveInboxPlusAddress, async (act, { db, actor, params }) =>
    forRole(actor, await testPlusAddress({ ...deps, db, act, system: actor }, actor, params.id)),
  )
  routes.write(oauth.startInboxOAuth, (tx, { params, body }) => startOAuth(tx, signIns, params.id, body))
  // Asks the provider: no transaction.
  routes.act(oauth.finishInboxOAuth, async (act, { db, actor, body }) =>
    toManager(db, await finishOAuth({ db, act, actor }, signIns, body)),
  )
  routes.write(oauth.disconnectInboxOAuth, async (tx, { params }) =>
    toManager(tx.db, await disconnectOAuth(tx, params.id)),
  )
  routes.write(contract.deleteInbox, (tx, { params }) => done(deleteInbox(tx, params.id)), inbox)
}

const toManager = async (db: Db, row: InboxRow) =>
  presentInbox(row, { config_too: true, state: await findState(db, row.id) })
