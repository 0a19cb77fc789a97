import * as contract from '@parley/contract/inboxes'
import { done, type Routes } from '../../http/route.ts'
import type { Secrets } from '../../secrets.ts'
import { createInbox } from './create.ts'
import { findInbox, listInboxRows } from './find.ts'
import { testPlusAddress } from './plus-address.ts'
import { presentInbox } from './present.ts'
import { testConnection } from './test-connection.ts'
import { deleteInbox, toggleInbox, updateInbox } from './update.ts'

export function inboxRoutes(routes: Routes, secrets: Secrets): void {
  routes.read(contract.listInboxes, async (db, { actor }) => {
    const config_too = actor.permissions.has('inboxes:manage')
    return (await listInboxRows(db)).map((row) => presentInbox(row, { config_too }))
  })
  routes.read(contract.getInbox, async (db, { params }) => toManager(await findInbox(db, params.id)))
  routes.write(contract.createInbox, async (tx, { body }) => toManager(await createInbox(tx, secrets, body)))
  routes.write(contract.updateInbox, async (tx, { params, body }) =>
    toManager(await updateInbox(tx, secrets, params.id, body)),
  )
  routes.write(contract.toggleInbox, async (tx, { params }) => toManager(await toggleInbox(tx, params.id)))
  // Talks to mail servers for up to ten seconds: no transaction.
  routes.act(contract.testInbox, (_act, { db, body }) => testConnection(db, secrets, body))
  routes.act(contract.proveInboxPlusAddress, (act, { db, actor, params }) =>
    testPlusAddress({ db, act, secrets }, actor, params.id),
  )
  routes.write(contract.deleteInbox, (tx, { params }) => done(deleteInbox(tx, params.id)))
}

const toManager = (row: Parameters<typeof presentInbox>[0]) => presentInbox(row, { config_too: true })
