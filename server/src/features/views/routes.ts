import * as contract from '@parley/contract/views'
import { forbidden } from '../../http/errors.ts'
import { done, type Routes } from '../../http/route.ts'
import { maySeeSome, visibleTo } from '../conversations/access.ts'
import { listConversations } from '../conversations/list.ts'
import { createView, deleteView, findView, listViews, presentView, updateView } from './views.ts'

export function viewRoutes(routes: Routes): void {
  routes.read(contract.listMyViews, async (db, { actor }) => (await listViews(db, actor.id)).map(presentView))
  routes.write(contract.createView, async (tx, { body }) => presentView(await createView(tx, body)))
  routes.write(contract.updateView, async (tx, { params, body }) =>
    presentView(await updateView(tx, params.id, body)),
  )
  routes.write(contract.deleteView, (tx, { params }) => done(deleteView(tx, params.id)))
  routes.read(contract.listViewConversations, async (db, { actor, params, query }) => {
    const view = await findView(db, actor.id, params.id)
    if (!maySeeSome(actor)) throw forbidden()
    return listConversations(db, actor, visibleTo(actor), { ...query, filters: JSON.stringify(view.filters) })
  })
}
