import * as brand from '@parley/contract/inboxes/inbox-brand'
import * as oauth from '@parley/contract/inboxes/inbox-oauth'
import * as contract from '@parley/contract/inboxes/inbox-writes'
import { listInboxes as listInboxesEndpoint } from '@parley/contract/inboxes/inboxes'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/pool.ts'
import type { FileStore } from '../../files/file-store.ts'
import { done, type Routes } from '../../http/route.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { Secrets } from '../../secrets.ts'
import { uploadInboxLogo } from '../media/brand-picture.ts'
import { hideDetailsFromNonAdmins } from './explain-check.ts'
import { listInboxTemplates, previewBrand } from './inbox-brand.ts'
import { type InboxRow, inboxEntity, listInboxes, presentInbox } from './inboxes.ts'
import type { TokenDeps } from './oauth/access-token.ts'
import { disconnectOAuth, finishOAuth, startOAuth } from './oauth/oauth-flow.ts'
import { type OAuthProviders, oauthProviders } from './oauth/oauth-providers.ts'
import { sendPlusAddressProbe } from './plus-address.ts'
import { findSendingState, listSendingStates } from './sending-state.ts'
import { testConnection } from './test-connection.ts'
import { createInbox, deleteInbox, toggleInbox, updateInbox } from './write-inbox.ts'

const inbox = inboxEntity.versioned(contract.getInbox, async (tx, id) =>
  presentForManager(tx.db, await inboxEntity.get(tx.db, id)),
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
    node: TokenDeps['node']
    files: { media: FileStore }
    sandbox: Sandbox
  },
): void {
  const { secrets } = deps
  const signIns = { ...deps, providers: deps.oauth_providers ?? oauthProviders }
  routes.read(listInboxesEndpoint, async (db, { actor }) => {
    const with_config = actor.permissions.has('inboxes:manage')
    const states = await listSendingStates(db)
    return (await listInboxes(db)).map((row) => presentInbox(row, { with_config, state: states.get(row.id) }))
  })
  routes.read(contract.getInbox, async (db, { params }) =>
    presentForManager(db, await inboxEntity.get(db, params.id)),
  )
  routes.write(contract.createInbox, async (tx, { body }) =>
    presentForManager(tx.db, await createInbox(tx, deps, body)),
  )
  routes.write(
    contract.updateInbox,
    async (tx, { params, body }) => presentForManager(tx.db, await updateInbox(tx, secrets, params.id, body)),
    inbox,
  )
  routes.write(
    contract.toggleInbox,
    async (tx, { params }) => presentForManager(tx.db, await toggleInbox(tx, params.id)),
    inbox,
  )
  routes.read(brand.listInboxTemplates, (db) => listInboxTemplates(db))
  routes.act(brand.uploadInboxLogo, (act, { actor, request }) =>
    uploadInboxLogo({ act, actor, files: deps.files.media, sandbox: deps.sandbox }, request),
  )
  routes.read(brand.previewInboxBrand, (db, { actor, body }) =>
    previewBrand(db, actor, body, {
      root_url: deps.root_url,
      now: deps.clock.now(),
      files: deps.files.media,
    }),
  )
  // No transaction, because it talks to mail servers for up to ten seconds.
  routes.act(contract.testInbox, async (act, { db, actor, body }) => {
    const checks = await testConnection({ ...deps, db, act, system: actor }, body)
    return checks.map((check) => hideDetailsFromNonAdmins(actor, check))
  })
  routes.act(contract.proveInboxPlusAddress, async (act, { db, actor, params }) =>
    hideDetailsFromNonAdmins(
      actor,
      await sendPlusAddressProbe({ ...deps, db, act, system: actor }, actor, params.id),
    ),
  )
  routes.write(oauth.startInboxOAuth, (tx, { params, body }) => startOAuth(tx, signIns, params.id, body))
  // No transaction, because it calls the provider.
  routes.act(oauth.finishInboxOAuth, async (act, { db, actor, body }) =>
    presentForManager(db, await finishOAuth({ db, act, actor }, signIns, body)),
  )
  routes.write(oauth.disconnectInboxOAuth, async (tx, { params }) =>
    presentForManager(tx.db, await disconnectOAuth(tx, params.id)),
  )
  routes.write(contract.deleteInbox, (tx, { params }) => done(deleteInbox(tx, params.id)), inbox)
}

const presentForManager = async (db: Db, row: InboxRow) =>
  presentInbox(row, { with_config: true, state: await findSendingState(db, row.id) })
