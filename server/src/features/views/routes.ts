import * as contract from '@parley/contract/views/views'
import { maySeeAnyList, visibleTo } from '../../conversation-access.ts'
import { forbidden } from '../../http/errors.ts'
import { done, type Routes } from '../../http/route.ts'
import { listConversations } from '../conversations/list/list-conversations.ts'
import { getView, listViews, presentView, viewEntity } from './views.ts'
import { createView, deleteView, updateView } from './write-view.ts'

const view = viewEntity.versioned(contract.getView, async (tx, id) =>
  presentView(await getView(tx.db, tx.actor.id, id)),
)

export function viewRoutes(routes: Routes): void {
  routes.read(contract.listMyViews, async (db, { actor }) => (await listViews(db, actor.id)).map(presentView))
  routes.read(contract.getView, async (db, { actor, params }) =>
    presentView(await getView(db, actor.id, params.id)),
  )
  routes.write(contract.createView, async (tx, { body }) => presentView(await createView(tx, body)))
  routes.write(
    contract.updateView,
    async (tx, { params, body }) => presentView(await updateView(tx, params.id, body)),
    view,
  )
  routes.write(contract.deleteView, (tx, { params }) => done(deleteView(tx, params.id)), view)
  routes.read(contract.listViewConversations, async (db, { actor, params, query }) => {
    const view = await getView(db, actor.id, params.id)
    if (!maySeeAnyList(actor)) throw forbidden()
    return listConversations(db, actor, visibleTo(actor), { ...query, filters: JSON.stringify(view.filters) })
  })
}
