import * as shared from '@parley/contract/views/shared-views'
import * as contract from '@parley/contract/views/views'
import { maySeeAnyList, visibleTo } from '../../conversation-access.ts'
import { forbidden } from '../../http/errors.ts'
import { done, type Routes } from '../../http/route.ts'
import { listConversations } from '../conversations/list/list-conversations.ts'
import { moveView } from './move-view.ts'
import {
  getOwnView,
  getView,
  listOwnViews,
  listViews,
  presentAnyView,
  presentView,
  viewEntity,
} from './views.ts'
import {
  createOwnView,
  createView,
  deleteOwnView,
  deleteView,
  updateOwnView,
  updateView,
} from './write-view.ts'

const ownView = viewEntity.versioned(contract.getView, async (tx, id) =>
  presentView(await getOwnView(tx.db, tx.actor.id, id)),
)
const anyView = viewEntity.versioned(shared.getAnyView, async (tx, id) =>
  presentAnyView(await getView(tx.db, tx.actor, id)),
)

export function viewRoutes(routes: Routes): void {
  ownViewRoutes(routes)
  routes.read(shared.listViews, async (db, { actor }) => (await listViews(db, actor)).map(presentAnyView))
  routes.read(shared.getAnyView, async (db, { actor, params }) =>
    presentAnyView(await getView(db, actor, params.id)),
  )
  routes.write(shared.createAnyView, async (tx, { body }) => presentAnyView(await createView(tx, body)))
  routes.write(
    shared.updateAnyView,
    async (tx, { params, body }) => presentAnyView(await updateView(tx, params.id, body)),
    anyView,
  )
  routes.write(shared.deleteAnyView, (tx, { params }) => done(deleteView(tx, params.id)), anyView)
  routes.write(shared.moveView, async (tx, { params, body }) =>
    presentAnyView(await moveView(tx, params.id, body.before_id)),
  )
  routes.read(contract.listViewConversations, async (db, { actor, params, query }) => {
    const view = await getView(db, actor, params.id)
    if (!maySeeAnyList(actor)) throw forbidden()
    return listConversations(db, actor, visibleTo(actor), { ...query, filters: JSON.stringify(view.filters) })
  })
}

/** For older clients, which know only personal views. */
function ownViewRoutes(routes: Routes): void {
  routes.read(contract.listMyViews, async (db, { actor }) =>
    (await listOwnViews(db, actor.id)).map(presentView),
  )
  routes.read(contract.getView, async (db, { actor, params }) =>
    presentView(await getOwnView(db, actor.id, params.id)),
  )
  routes.write(contract.createView, async (tx, { body }) => presentView(await createOwnView(tx, body)))
  routes.write(
    contract.updateView,
    async (tx, { params, body }) => presentView(await updateOwnView(tx, params.id, body)),
    ownView,
  )
  routes.write(contract.deleteView, (tx, { params }) => done(deleteOwnView(tx, params.id)), ownView)
}
