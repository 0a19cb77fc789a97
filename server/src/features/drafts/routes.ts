import * as contract from '@parley/contract/messages/drafts'
import { done, type Routes } from '../../http/route.ts'
import { getDraft, listDrafts, listDraftVersions } from './drafts.ts'
import { discardDraft, keepOwnVersion } from './end-draft.ts'
import { saveDraft } from './save-draft.ts'

/** `announceEdit` tells the author's other browsers about an edit, which is no event. */
export function draftRoutes(
  routes: Routes,
  announceEdit: (edit: {
    agent_id: number
    draft: { key: string; revision: number; client_id: string }
  }) => void,
): void {
  routes.read(contract.listDrafts, (db, { actor }) => listDrafts(db, actor))
  routes.read(contract.getDraft, (db, { actor, params }) => getDraft(db, actor, params.key))
  routes.act(contract.saveDraft, async (act, { actor, params: { key }, body }) => {
    const { draft, is_edit } = await act(actor, (tx) => saveDraft(tx, key, body))
    if (is_edit)
      announceEdit({
        agent_id: actor.id,
        draft: { key, revision: draft.revision, client_id: body.client_id },
      })
    return draft
  })
  routes.write(contract.deleteDraft, (tx, { params, query }) =>
    discardDraft(tx, params.key, query.base_revision),
  )
  routes.read(contract.listDraftVersions, (db, { actor, params }) => listDraftVersions(db, actor, params.key))
  routes.write(contract.keepDraftVersion, (tx, { params, body }) =>
    done(keepOwnVersion(tx, params.key, body.content)),
  )
}
